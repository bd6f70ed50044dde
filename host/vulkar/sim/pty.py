"""The simulated board in real time: the same chip, rig and world behind a serial port's path.

The firmware's stdin and stdout are the master side of a PTY in raw mode. One slave descriptor
stays open here, so that a host which closes the port is not noticed by the firmware, as on a
Pico. Unlike a Pico, the port stays where it is through a reset.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import struct
import tempfile
import termios
import tty
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from vulkar.errors import VulkarError
from vulkar.resources import firmware_dir
from vulkar.sim.chip import ChipProcess, Interpreter, Mode
from vulkar.sim.lockchip import POWER_ON, WATCHDOG, Note
from vulkar.sim.rig import Rig, RigWorld
from vulkar.sim.shims import chipwire as w
from vulkar.sim.wiring import Wiring

if TYPE_CHECKING:
    from vulkar.devices.board import Board
    from vulkar.maps import IslandMap
    from vulkar.sim.world import World

DEATHS_MAX: Final = 3  # a process that ends by itself so often is no glitch
TICK_S: Final = 0.01  # a sweep of the hall field goes to the chip this often
_GRANT: Final = struct.Struct(w.GRANT)
_YIELD: Final = struct.Struct(w.YIELD)
_RECORD: Final = struct.Struct(w.RECORD)


class RealtimeBoard:
    """Chip, rig and world on the running event loop. An async context manager.

    ``path`` is the port to open. ``runs`` counts the chip's starts, resets included. The chip
    works on a copy of ``firmware``, or on the folder ``flash`` itself, which then keeps what was
    installed; when its program ends, MicroPython's prompt has the port.
    """

    def __init__(
        self,
        wiring: Wiring,
        world: RigWorld,
        seed: int,
        firmware: Path | None = None,
        flash: Path | None = None,
    ) -> None:
        self.rig = Rig(wiring, world, np.random.default_rng([seed, 0x5167]))
        self.path = ""
        self.runs = 0
        self.deaths = 0
        self._copy = None if flash else tempfile.TemporaryDirectory(prefix="vulkar-flash-")
        self._flash = flash or Path(self._copy.name if self._copy else "")
        if self._copy:
            shutil.copytree(firmware or firmware_dir(), self._flash, dirs_exist_ok=True)
        self._chip: ChipProcess | None = None
        self._master = self._slave = -1
        self._buffer = b""
        self._bite_us = w.FOREVER
        self._ticks: asyncio.Task[None] | None = None

    @property
    def interpreter(self) -> Interpreter:
        """What the firmware runs under."""
        assert self._chip is not None
        return self._chip.interpreter

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._start_s = self._loop.time()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        try:
            self._boot(POWER_ON)
        except BaseException:
            await self.close()
            raise
        self._ticks = self._loop.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the chip and the port. Safe to call twice."""
        if self._ticks is not None:
            self._ticks.cancel()
            with suppress(asyncio.CancelledError, VulkarError):  # wait() tells of errors
                await self._ticks
            self._ticks = None
        self._halt()
        for fd in (self._master, self._slave):
            if fd >= 0:
                os.close(fd)
        self._master = self._slave = -1
        if self._copy:
            self._copy.cleanup()
            self._copy = None

    async def wait(self) -> None:
        """Runs until cancelled. Raises ``VulkarError("chip.died")`` when the chip keeps dying."""
        assert self._ticks is not None
        await asyncio.shield(self._ticks)

    def now_us(self) -> int:
        """Microseconds since power-on."""
        return round((self._loop.time() - self._start_s) * 1e6)

    def power_cycle(self) -> None:
        """Switches the chip off and on, whatever it is doing."""
        self._reset(soft=False, cause=POWER_ON)

    def interrupt(self) -> None:
        """What a Pico's USB driver does at a byte 0x03: MicroPython gets a Ctrl-C.

        A PTY has no such driver and hands the byte on as any other. The input that waits is lost,
        as on a Pico.
        """
        assert self._chip is not None
        termios.tcflush(self._slave, termios.TCOFLUSH)
        os.kill(self._chip.pid, signal.SIGINT)

    # --- the chip ---------------------------------------------------------------------------

    def _boot(self, cause: int) -> None:
        self._chip = ChipProcess(Mode.REALTIME, self._master, self._flash, cause=cause)
        self._chip.socket.setblocking(False)
        self._loop.add_reader(self._chip.socket, self._on_chip)
        self._buffer = b""
        self._bite_us = w.FOREVER
        self.runs += 1
        self._send_sweep()

    def _halt(self) -> None:
        if self._chip is not None:
            self._loop.remove_reader(self._chip.socket)
            self._chip.close()
            self._chip = None

    def _reset(self, soft: bool, cause: int) -> None:
        """Starts the chip anew. What the port still held is lost, but for a soft reset."""
        self._halt()
        self.rig.chip_reset(self.now_us(), soft)
        if not soft:
            termios.tcflush(self._master, termios.TCIOFLUSH)
        self._boot(cause)

    def _on_chip(self) -> None:
        """Records from the chip; they count as done when they arrive."""
        assert self._chip is not None
        try:
            data = self._chip.socket.recv(65536)
        except BlockingIOError:
            return
        if not data:  # the process died: to the host that is a controller that lost its memory
            self.deaths += 1
            if self.deaths < DEATHS_MAX:
                self._reset(soft=False, cause=POWER_ON)
            else:
                self._loop.remove_reader(self._chip.socket)
            return
        self._buffer += data
        while len(self._buffer) >= w.YIELD_BYTES:
            size, reason, _, _, _ = _YIELD.unpack_from(self._buffer)
            end = w.YIELD_BYTES + size
            if len(self._buffer) < end:
                return
            message, self._buffer = self._buffer[:end], self._buffer[end:]
            if reason == w.Y_NOTES:
                self._note(*_RECORD.unpack_from(message, w.YIELD_BYTES))
            elif reason == w.Y_RESET:
                self._reset(soft=False, cause=WATCHDOG)
                return
            elif reason == w.Y_SOFT:
                self._reset(soft=True, cause=POWER_ON)
                return

    def _note(self, _: int, kind: int, pin: int, value: int) -> None:
        now_us = self.now_us()
        if kind == w.WDT_FEED:
            self._bite_us = now_us + value * 1000
        else:
            self.rig.take([Note(now_us, kind, pin, value)])

    # --- the clock --------------------------------------------------------------------------

    def _send_sweep(self) -> None:
        assert self._chip is not None
        levels = (*self.rig.levels(), *self.rig.readings())
        message = _GRANT.pack(w.G_BLOCK, 0, 0, *levels) + self.rig.sweep()
        with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            self._chip.socket.send(message)  # a chip that does not listen misses some

    async def _run(self) -> None:
        due_s = self._loop.time()
        while True:
            if self.deaths >= DEATHS_MAX:
                code = self._chip.exit_code() if self._chip else None
                raise VulkarError("chip.died", exit_code=code, text="See the port's output.")
            self.rig.advance(self.now_us())
            if self.rig.browned_out:
                self._reset(soft=False, cause=POWER_ON)
            if self.now_us() >= self._bite_us:
                self._on_chip()  # a late host must not bite a chip that has fed
            if self.now_us() >= self._bite_us:
                self._reset(soft=False, cause=WATCHDOG)
            self._send_sweep()
            due_s = max(due_s + TICK_S, self._loop.time() - TICK_S)
            await asyncio.sleep(max(0.0, due_s - self._loop.time()))


class SimBoard(RealtimeBoard):
    """The whole simulated island in real time: ``async with SimBoard(map, board, seed) as sim``.

    ``sim.path`` is the port, ``sim.world`` the world for simulated people.
    """

    def __init__(self, map: IslandMap, board: Board, seed: int, flash: Path | None = None) -> None:
        from vulkar.sim.boardwire import wiring_of
        from vulkar.sim.world import World

        self.world: World = World(map, seed)
        for source in map.sources:  # set up as for play
            self.world.load_marble(source)
        super().__init__(wiring_of(board, map), self.world, seed, flash=flash)
