"""Figures of the simulator itself, for the bench and the reports. Wall times, never asserted."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from subprocess import Popen
from typing import TYPE_CHECKING, Final

from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.sim.chip import Interpreter, pick_interpreter
from vulkar.sim.lockstep import Sim, session
from vulkar.sim.pty import RealtimeBoard

if TYPE_CHECKING:
    from vulkar.devices.board import Board
    from vulkar.maps import IslandMap

PAYLOAD: Final = b"0123456789abcdef"
_ECHO: Final = """
import sys
while True:
    sys.stdout.buffer.write(sys.stdin.buffer.readline())
"""


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """Round trips, or ways of one direction, in microseconds."""

    median_us: float
    p99_us: float
    count: int


@dataclass(frozen=True, slots=True)
class LockstepFigures:
    """What an idle, sealed board costs, and what a ping takes by the modelled chip."""

    idle_factor: float  # virtual seconds per real second, scanning at 10 Hz, heartbeats included
    grants_per_s: float  # per virtual second
    ping_us: RoundTrip  # virtual: two USB frames and the chip's modelled work
    interpreter: str


def lockstep_figures(map: IslandMap, board: Board, idle_s: float = 300.0) -> LockstepFigures:
    """Connects to the real firmware in lockstep, pings it, then lets it idle."""

    async def main(sim: Sim) -> LockstepFigures:
        controller = Controller(sim.transport, board)
        await controller.connect()
        await asyncio.sleep(3)
        pings = []
        for number in range(200):
            began_us = sim.clock.now_us
            await controller.ping()
            pings.append(float(sim.clock.now_us - began_us))
            await asyncio.sleep(0.017 + number * 0.000_13)  # at every phase of the scan
        began_s, grants = time.perf_counter(), sim.chip.grants
        await asyncio.sleep(idle_s)
        real_s = time.perf_counter() - began_s
        figures = LockstepFigures(
            idle_s / real_s,
            (sim.chip.grants - grants) / idle_s,
            round_trip(pings),
            sim.chip.interpreter,
        )
        await controller.close()
        return figures

    with session(map, board, 1) as simulation:
        return simulation.run(main)


def round_trip(times_us: list[float]) -> RoundTrip:
    """Median and 99th percentile of times in microseconds, at least one of them."""
    ordered = sorted(times_us)
    return RoundTrip(
        statistics.median(ordered), ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
        len(ordered),
    )  # fmt: skip


@contextmanager
def echo_calls() -> Iterator[Callable[[int], list[float]]]:
    """A bare echo of lines by the same interpreter on a PTY, both ends raw: what cannot be beaten.

    Gives a function that makes so many round trips, one at a time, and returns their times in us.
    The line has the length of a ping's frame.
    """
    master, slave = os.openpty()
    tty.setraw(slave)
    if pick_interpreter() is Interpreter.MICROPYTHON:
        run = "import sys; from micropython_run import run_main; sys.exit(run_main(sys.argv))"
        command = [sys.executable, "-I", "-c", run, "-c", _ECHO]
    else:
        command = [sys.executable, "-I", "-u", "-c", _ECHO]
    line = b"x" * (len(wire.encode(wire.PING, 1, PAYLOAD)) - 1) + b"\n"
    process = Popen(command, stdin=master, stdout=master)

    async def exchange(count: int) -> list[float]:
        return await _exchange(slave, lambda _: line, lambda data: b"\n" in data, count)

    def calls(count: int) -> list[float]:
        return asyncio.run(exchange(count))

    try:
        calls(1)  # the interpreter's start is no round trip
        yield calls
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


def echo_floor(count: int = 2000) -> RoundTrip:
    """Round trips of :func:`echo_calls`."""
    with echo_calls() as calls:
        return round_trip(calls(count))


async def _exchange(
    fd: int, question: Callable[[int], bytes], answered: Callable[[bytes], bool], count: int
) -> list[float]:
    """Round trips on a descriptor, one at a time, on the running loop."""
    loop = asyncio.get_running_loop()
    heard = asyncio.Event()
    data = bytearray()

    def on_bytes() -> None:
        data.extend(os.read(fd, 4096))
        if answered(bytes(data)):
            data.clear()
            heard.set()

    loop.add_reader(fd, on_bytes)
    times_us = []
    try:
        for number in range(count):
            began_s = time.perf_counter()
            os.write(fd, question(number))
            async with asyncio.timeout(10):
                await heard.wait()
            times_us.append((time.perf_counter() - began_s) * 1e6)
            heard.clear()
    finally:
        loop.remove_reader(fd)
    return times_us


async def ping_on(board: RealtimeBoard, count: int = 2000) -> RoundTrip:
    """Pings of the real firmware through the real serial port code, on a board that runs."""
    port = open_port(board.path)
    heard = asyncio.Event()
    reader = wire.Reader(200)

    def on_bytes(data: bytes) -> None:
        if any(frame[0] == wire.PONG for frame in reader.feed(data)):
            heard.set()

    port.start(on_bytes, lambda _: None)
    times_us = []
    try:
        port.write(b"\n")
        for number in range(count):
            began_s = time.perf_counter()
            port.write(wire.encode(wire.PING, number & 0xFFFF, PAYLOAD))
            async with asyncio.timeout(10):
                await heard.wait()
            times_us.append((time.perf_counter() - began_s) * 1e6)
            heard.clear()
    finally:
        port.close()
    return round_trip(times_us)
