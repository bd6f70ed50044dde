"""Tier 2: real time behind a real PTY, once with the chip's own readings, once on the bench.

The second run is the code path of a real Pico (test_hil.py) with a simulated chip at its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from installer.bench import controller
from link.chip import BOARD, Still
from tiers.benchseat import LIMIT_S, WIRING, BenchSeat, run_on_port
from tiers.bodies import a_release_opens_and_closes_its_gate_once, each_body
from tiers.seat import Seat
from vulkar.errors import VulkarError
from vulkar.firmware.install import install
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.link.transport import Transport
from vulkar.sim.bench import BenchController
from vulkar.sim.pty import RealtimeBoard

SLACK_MS = 2000  # of a machine that does other things too


class PtySeat(Seat):
    slack_ms = SLACK_MS

    def __init__(self, sim: RealtimeBoard, world: Still) -> None:
        super().__init__(world)
        self._sim = sim

    def open_port(self) -> Transport:
        return open_port(self._sim.path)

    def interrupt(self) -> None:
        self._sim.interrupt()

    async def pulse_us(self, servo: str) -> float | None:
        return self._sim.rig.pwm.pulse_us(self.board.servos[servo].pin)


@each_body
def test_in_real_time(body: Callable[[Seat], Awaitable[None]]) -> None:
    async def main() -> None:
        world = Still()
        async with asyncio.timeout(LIMIT_S), RealtimeBoard(WIRING, world, 1) as sim:
            seat = PtySeat(sim, world)
            await body(seat)
            await seat.finish()

    asyncio.run(main())


@each_body
def test_on_the_bench(body: Callable[[Seat], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(LIMIT_S), RealtimeBoard(WIRING, Still(), 1) as sim:
            seat = BenchSeat(sim.path, WIRING, sim.interrupt, SLACK_MS)
            await body(seat)
            await seat.finish()
            assert sim.runs == 1

    asyncio.run(main())


def test_the_bench_is_out_of_reach_in_play() -> None:
    async def main() -> None:
        async with asyncio.timeout(LIMIT_S), RealtimeBoard(WIRING, Still(), 1) as sim:
            game = Controller(open_port(sim.path), BOARD)
            await game.connect()
            await game.close()
            bench = BenchController(open_port(sim.path), BOARD)
            with pytest.raises(VulkarError, match="not possible in this state"):  # sealed by then
                await bench.connect()
            sim.power_cycle()
            bench = BenchController(open_port(sim.path), BOARD)
            await bench.connect()
            await bench.close()
            game = Controller(open_port(sim.path), BOARD)
            with pytest.raises(VulkarError) as caught:  # and is refused wherever it is on
                await game.connect()
            assert caught.value.code == "link.bench"

    asyncio.run(main())


def test_the_way_of_a_real_pico_from_installing_to_a_closed_loop(tmp_path: Path) -> None:
    with controller(tmp_path) as board:
        install(board.job(bench=True))
        assert (tmp_path / "vulkar_a" / "island" / "inject.mpy").is_file()
        for _ in range(2):  # each body begins with a restart of the chip
            run_on_port(board.port, a_release_opens_and_closes_its_gate_once, SLACK_MS)
        install(board.job())
        assert not (tmp_path / "vulkar_b" / "island" / "inject.mpy").exists()
        with pytest.raises(VulkarError, match="refuses 'inject'"):
            run_on_port(board.port, a_release_opens_and_closes_its_gate_once, SLACK_MS)
