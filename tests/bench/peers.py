"""A call through Vulkar's link beside other ways to call a MicroPython: Belay and mpremote.

All echo the same 16 bytes, on a PTY, under the same interpreter, one call at a time. Belay and
mpremote have a bare prompt to themselves; Vulkar's controller scans its sensors meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from subprocess import Popen
from typing import Any, Final
from unittest.mock import patch

from vulkar.devices.board import load_board
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.sim.chip import HEAP_KIB, Interpreter, pick_interpreter
from vulkar.sim.measure import PAYLOAD, RoundTrip, echo_floor, round_trip
from vulkar.sim.pty import SimBoard

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


def _timed(call: Callable[[], object], count: int) -> RoundTrip:
    times_us = []
    for _ in range(count):
        began_s = time.perf_counter()
        call()
        times_us.append((time.perf_counter() - began_s) * 1e6)
    return round_trip(times_us)


async def vulkar_call(count: int) -> RoundTrip:
    """A ping of the sealed controller: order, frame, answer, future."""
    async with SimBoard(load("classic"), load_board("classic"), 1) as board:
        controller = Controller(open_port(board.path), load_board("classic"))
        await controller.connect()
        times_us = []
        for _ in range(count):
            began_s = time.perf_counter()
            await controller.ping(PAYLOAD)
            times_us.append((time.perf_counter() - began_s) * 1e6)
        await controller.close()
        return round_trip(times_us)


def belay_call(count: int) -> RoundTrip:
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

    with prompt() as path, patch.object(Pyboard, "enter_raw_repl", without_reset):
        device = belay.Device(path, startup="")

        @device.task  # type: ignore[untyped-decorator]
        def echo(given):  # type: ignore[no-untyped-def]
            return given

        assert echo(text) == text
        times = _timed(lambda: echo(text), count)
        device.close()
    return times


def mpremote_call(count: int, *, as_on_usb: bool = False) -> RoundTrip:
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
        times = _timed(lambda: transport.exec(f"echo('{text}')"), count)
        transport.close()
    return times


PEERS: Final[dict[str, Callable[[int], RoundTrip]]] = {
    "belay": belay_call,
    "mpremote_exec": mpremote_call,
    "mpremote_exec_as_on_usb": partial(mpremote_call, as_on_usb=True),
}


def measure(count: int = 500) -> dict[str, Any]:
    """Each in turn; ratios of medians to the bare echo's, and Vulkar's call to each peer's."""
    if pick_interpreter() is not Interpreter.MICROPYTHON:
        return {"why_not": "there is no MicroPython for this machine"}
    floor = echo_floor(count)
    ours = asyncio.run(vulkar_call(count))
    result: dict[str, Any] = {
        "echo_floor": asdict(floor),
        "vulkar": {**asdict(ours), "to_floor": _ratio(ours, floor)},
    }
    for name, call in PEERS.items():
        try:
            peer = call(count)
        except ImportError as missing:
            result[name] = {"why_not": f"{missing.name} is not installed in this environment"}
            continue
        result[name] = {
            **asdict(peer),
            "to_floor": _ratio(peer, floor),
            "to_vulkar": _ratio(peer, ours),
        }
    return result


def _ratio(one: RoundTrip, other: RoundTrip) -> float:
    return round(one.median_us / other.median_us, 2)
