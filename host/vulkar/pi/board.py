"""A board without a microcontroller: keeps the firmware's process, its port and the servo rail.

The rail's pin is held here, in the process that outlives the firmware's: whatever ends that one,
a kill included, its socket closes and the rail is switched off before the next is started. This
process ending is noticed in the same way by the other, which takes the rail's pin over, switches
it off and ends itself. docs/guide/without-microcontroller.md tells what is left to hardware.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import termios
import tty
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

from vulkar.errors import VulkarError
from vulkar.pi import guard
from vulkar.pi.factory import MOCK, make_factory

if TYPE_CHECKING:
    from vulkar.devices.board import Board

POWER_ON: Final = 1
RESTART: Final = 3
YOUNG_S: Final = 2.0  # a process that ends sooner has not got to work
DEATHS_MAX: Final = 3  # so often in a row it never will
END_S: Final = 2.0


class PiBoard:
    """An async context manager. ``path`` is the port to open, ``runs`` counts the starts.

    With mock pins, ``pins`` is what each pin of the firmware was last told (its level, or its
    pulse as a share of 20 ms), and ``drive`` sets inputs.
    """

    def __init__(self, board: Board, pins: str, levels: Mapping[int, int] | None = None) -> None:
        self.path = ""
        self.runs = 0
        self.pid = 0
        self.pins: dict[int, float] = {}
        self.on_pin: Callable[[int, float], None] | None = None  # told each change of a mock pin
        self._board = board
        self._kind = pins
        self._levels = dict(levels or {})
        self._rail: Any = None
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: socket.socket | None = None
        self._bench: socket.socket | None = None
        self._master = self._slave = -1
        self._started_s = 0.0
        self._young_deaths = 0
        self._bite_ms = 0
        self._bite: asyncio.TimerHandle | None = None
        self._text = self._lines = b""
        self._failed: asyncio.Future[None] | None = None

    @property
    def rail_on(self) -> bool:
        """Whether the servo rail is switched on."""
        return self._rail is not None and bool(self._rail.value)

    def drive(self, pin: int, level: int) -> None:
        """Sets a mock pin that the firmware reads."""
        self._levels[pin] = level
        self._drive({pin: level})

    def _drive(self, levels: Mapping[int, int]) -> None:
        if self._bench is not None:
            with suppress(OSError):  # a process that has ended is the guard's to tell
                self._bench.sendall((json.dumps(levels) + "\n").encode())

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._failed = self._loop.create_future()
        factory = make_factory(self._kind)
        try:
            from gpiozero import DigitalOutputDevice

            self._rail = DigitalOutputDevice(
                self._board.rail_pin,
                active_high=self._board.rail_on == 1,
                initial_value=False,
                pin_factory=factory,
            )
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            self.path = os.ttyname(self._slave)
            self._boot(POWER_ON)
        except BaseException:
            self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def wait(self) -> None:
        """Runs until cancelled. Raises ``VulkarError("pi.died")`` when the firmware keeps dying."""
        assert self._failed is not None
        await asyncio.shield(self._failed)

    def close(self) -> None:
        """Rail off, the process ended, the port closed. Safe to call twice."""
        self._halt()
        if self._rail is not None:
            self._rail.close()
            self._rail = None
        for fd in (self._master, self._slave):
            if fd >= 0:
                os.close(fd)
        self._master = self._slave = -1

    # --- the process --------------------------------------------------------------------------
    def _boot(self, cause: int) -> None:
        self._guard, theirs = socket.socketpair()
        passed = [theirs]
        arguments = {
            "pins": self._kind,
            "rail": self._board.rail_pin,
            "rail-off": 1 - self._board.rail_on,
            "cause": cause,
            "guard": theirs.fileno(),
        }
        if self._kind == MOCK:
            self._bench, bench = socket.socketpair()
            passed.append(bench)
            arguments["bench"] = bench.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "vulkar.pi.process"]
            + [f"--{name}={value}" for name, value in arguments.items()],
            stdin=self._master,
            stdout=self._master,
            stderr=self._master,
            pass_fds=[end.fileno() for end in passed],
            start_new_session=True,  # a Ctrl-C at the terminal is for this process alone
        )
        for end in passed:
            end.close()
        self.pid = self._process.pid
        self.runs += 1
        self._started_s = self._loop.time()
        self._bite_ms = 0
        self._text = self._lines = b""
        self._loop.add_reader(self._guard, self._on_guard)
        if self._bench is not None:
            self.pins.clear()
            self._drive(self._levels)
            self._loop.add_reader(self._bench, self._on_bench)

    def _halt(self) -> None:
        """The rail first, then the process."""
        self._set_rail(False)
        if self._bite is not None:
            self._bite.cancel()
            self._bite = None
        for end in (self._guard, self._bench):
            if end is not None:
                self._loop.remove_reader(end)
                end.close()
        self._guard = self._bench = None
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _restart(self) -> None:
        """What the port still held is lost, as at a Pico's reset."""
        young = self._loop.time() - self._started_s < YOUNG_S
        self._young_deaths = self._young_deaths + 1 if young else 0
        code = self._process.poll() if self._process is not None else None
        self._halt()
        if self._young_deaths >= DEATHS_MAX:
            assert self._failed is not None
            if not self._failed.done():
                self._failed.set_exception(VulkarError("pi.died", exit_code=code))
            return
        termios.tcflush(self._master, termios.TCIOFLUSH)
        self._boot(RESTART)

    # --- what it says -------------------------------------------------------------------------
    def _on_guard(self) -> None:
        assert self._guard is not None
        try:
            data = self._guard.recv(4096)
        except ConnectionResetError:
            data = b""
        if not data:
            self._restart()
            return
        data = self._text + data
        at = 0
        while at < len(data):
            word = data[at : at + 1]
            size = 1 + (guard.WATCH_MS.size if word == guard.WATCH else 0)
            if len(data) - at < size:
                break
            if word == guard.RESET:
                self._restart()
                return
            self._take(word, data[at + 1 : at + size])
            at += size
        self._text = data[at:]

    def _take(self, word: bytes, rest: bytes) -> None:
        if word in (guard.RAIL_HIGH, guard.RAIL_LOW):
            self._set_rail((word == guard.RAIL_HIGH) == (self._board.rail_on == 1))
        elif word == guard.RAIL_OFF:
            self._set_rail(False)
        elif word == guard.WATCH:
            (self._bite_ms,) = guard.WATCH_MS.unpack(rest)
        if word in (guard.WATCH, guard.FEED) and self._bite_ms:
            if self._bite is not None:
                self._bite.cancel()
            self._bite = self._loop.call_later(self._bite_ms / 1000, self._restart)

    def _on_bench(self) -> None:
        assert self._bench is not None
        try:
            data = self._bench.recv(65536)
        except ConnectionResetError:
            data = b""
        if not data:  # the guard tells of the end
            self._loop.remove_reader(self._bench)
            return
        self._lines += data
        *lines, self._lines = self._lines.split(b"\n")
        for line in lines:
            told = json.loads(line)
            self.pins[told["pin"]] = told["value"]
            if self.on_pin is not None:
                self.on_pin(told["pin"], told["value"])

    def _set_rail(self, on: bool) -> None:
        if self._rail is not None:
            self._rail.value = on
