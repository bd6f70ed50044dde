"""A call through Vulkar's link beside other ways to call a MicroPython: Belay and mpremote.

All echo the same 16 bytes, on a PTY, under the same interpreter, one call at a time, in rounds of
a few calls each, so that whatever else the machine does meets all of them alike. Belay and mpremote
have a bare prompt to themselves; Vulkar's controller scans its sensors meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from signal import SIGINT
from subprocess import DEVNULL, Popen
from typing import Any, Final
from unittest.mock import patch

from vulkar.devices.board import Board, load_board
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.sim.chip import HEAP_KIB, Interpreter, pick_interpreter
from vulkar.sim.measure import PAYLOAD, echo_calls, round_trip

Calls = Callable[[int], list[float]]  # makes so many calls; the time of each in us
START_S: Final = 60.0
_RUN = "import sys; from micropython_run import run_main; sys.exit(run_main(sys.argv))"


@contextmanager
def prompt() -> Iterator[str]:
    """The path of a PTY with MicroPython's interactive prompt."""
    master, slave = os.openpty()
    tty.setraw(slave)
    command = [sys.executable, "-I", "-c", _RUN, "-X", f"heapsize={HEAP_KIB}K", "-i"]
    process = Popen(command, stdin=master, stdout=master, stderr=master)
    try:
        yield os.ttyname(slave)
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


def _timed(call: Callable[[], object], count: int) -> list[float]:
    times_us = []
    for _ in range(count):
        began_s = time.perf_counter()
        call()
        times_us.append((time.perf_counter() - began_s) * 1e6)
    return times_us


@contextmanager
def vulkar_calls() -> Iterator[Calls]:
    """Pings of the sealed controller of ``vulkar sim board``: order, frame, answer, future."""
    board = load_board("classic")
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "port"
        program = ["from vulkar.cli import main; main()", "sim", "board", "--link", str(link)]
        process = Popen([sys.executable, "-c", *program], stdout=DEVNULL)
        try:
            deadline_s = time.monotonic() + START_S
            while not link.exists():
                if process.poll() is not None or time.monotonic() > deadline_s:
                    raise RuntimeError("vulkar sim board did not start")
                time.sleep(0.05)
            yield lambda count: asyncio.run(_pings(str(link), board, count))
        finally:
            process.send_signal(SIGINT)
            process.wait()


async def _pings(port: str, board: Board, count: int) -> list[float]:
    controller = Controller(open_port(port), board)
    await controller.connect()
    times_us = []
    for _ in range(count):
        began_s = time.perf_counter()
        await controller.ping(PAYLOAD)
        times_us.append((time.perf_counter() - began_s) * 1e6)
    await controller.close()
    return times_us


@contextmanager
def belay_calls() -> Iterator[Calls]:
    """A task of Belay that returns its argument. Raises ImportError without Belay.

    Belay resets the board softly when it connects, and the Unix port of MicroPython ends then: the
    reset is left out. Its calls are as they are.
    """
    import belay
    from belay.pyboard import Pyboard

    enter = Pyboard.enter_raw_repl
    text = PAYLOAD.decode()

    def without_reset(board: Any, soft_reset: bool = True) -> None:
        enter(board, soft_reset=False)

    with prompt() as path:
        with patch.object(Pyboard, "enter_raw_repl", without_reset):
            device = belay.Device(path, startup="")

        @device.task  # type: ignore[untyped-decorator]
        def echo(given):  # type: ignore[no-untyped-def]
            return given

        assert echo(text) == text
        yield lambda count: _timed(lambda: echo(text), count)
        device.close()


@contextmanager
def mpremote_calls(*, as_on_usb: bool = False) -> Iterator[Calls]:
    """``exec`` of mpremote's transport inside this process.

    It waits for bytes where it sees a PTY; on any other port, ``as_on_usb``, it looks for them
    every 10 ms.
    """
    from mpremote.transport_serial import SerialTransport

    text = PAYLOAD.decode()
    with prompt() as path:
        transport = SerialTransport(path)
        transport.is_pty = not as_on_usb
        transport.serial.timeout = 10
        transport.enter_raw_repl(soft_reset=False)
        transport.exec("def echo(given):\n    print(given)")
        assert transport.exec(f"echo('{text}')").decode().strip() == text
        yield lambda count: _timed(lambda: transport.exec(f"echo('{text}')"), count)
        transport.close()


WAYS: Final[dict[str, Callable[[], AbstractContextManager[Calls]]]] = {
    "echo_floor": echo_calls,
    "vulkar": vulkar_calls,
    "belay": belay_calls,
    "mpremote_exec": mpremote_calls,
    "mpremote_exec_as_on_usb": partial(mpremote_calls, as_on_usb=True),
}


def measure(rounds: int = 10, calls: int = 50) -> dict[str, Any]:
    """Round trips of each way, its median over the bare echo's and over Vulkar's."""
    if pick_interpreter() is not Interpreter.MICROPYTHON:
        return {"why_not": "there is no MicroPython for this machine"}
    result: dict[str, Any] = {}
    times_us: dict[str, list[float]] = {}
    with ExitStack() as stack:
        ways: dict[str, Calls] = {}
        for name, way in WAYS.items():
            try:
                ways[name] = stack.enter_context(way())
                times_us[name] = []
            except ImportError as missing:
                result[name] = {"why_not": f"{missing.name} is not installed in this environment"}
        for _ in range(rounds):
            for name, make in ways.items():
                times_us[name] += make(calls)
    found = {name: round_trip(times) for name, times in times_us.items()}
    for name, figures in found.items():
        result[name] = {
            **asdict(figures),
            "to_floor": round(figures.median_us / found["echo_floor"].median_us, 2),
            "to_vulkar": round(figures.median_us / found["vulkar"].median_us, 2),
        }
    return result
