"""The longest pass of the controller's loop at full load, in virtual time, chip costs charged."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.sim.lockstep import Sim, session

if TYPE_CHECKING:
    from vulkar.devices.board import Board
    from vulkar.maps import IslandMap


@dataclass(frozen=True, slots=True)
class LoopFigures:
    """Modelled times in us. ``share`` is the scan's part of the longest pass."""

    longest_pass_us: int
    scan_us: int
    share: float
    sensors: int
    supply_mv: int


def loop_figures(map: IslandMap, board: Board, span_s: float = 8.0) -> LoopFigures:
    """Armed, scanning at the fast rate with a watch on: every servo that is no gate's moves, a
    gate opens, pawns come and go, lamps change and the host asks, all the time."""

    async def main(sim: Sim) -> LoopFigures:
        controller = Controller(sim.transport, board)
        await controller.connect()
        await asyncio.sleep(1.5)  # the seal itself is no part of the loop's work
        await controller.arm()
        await controller.watch_start()
        longest = scan = 0
        tasks = [
            asyncio.create_task(work)
            for work in (_move(controller, board), _light(controller, board), _ask(controller))
        ]
        source, gate = next(iter(board.gates.items()))
        await controller.release(source, next(iter(gate.ways)), 1)
        pads = [space for space, slot in board.halls.sensors if slot == 0]
        for turn in range(round(span_s / 0.5)):
            for pawn in range(4):
                sim.world.place(("red", "blue", "green", "yellow")[pawn], pads[4 * turn + pawn])
            await asyncio.sleep(0.5)
            longest = max(longest, controller.stats.chip_longest_pass_us)
            scan = max(scan, controller.stats.chip_scan_us)
        supply_mv = controller.stats.chip_supply_mv
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await controller.close()
        return LoopFigures(
            longest, scan, round(scan / longest, 3), len(board.halls.sensors), supply_mv
        )

    with session(map, board, 1) as simulation:
        return simulation.run(main)


async def _move(controller: Controller, board: Board) -> None:
    held = {gate.servo.name for gate in board.gates.values()}
    for turn in count():
        for servo in board.servos.values():
            if servo.name not in held:
                with suppress(VulkarError):  # hot: the duty budget is spent
                    pulse_us = (servo.min_us, servo.max_us)[turn % 2]
                    await controller.servo(servo.name, pulse_us, wait=False)
        await asyncio.sleep(0.7)


async def _light(controller: Controller, board: Board) -> None:
    if board.lamps is None:
        return
    for turn in count():
        await controller.light(turn % board.lamps.count, 1, (turn % 256, 255, 255))
        await asyncio.sleep(0.03)


async def _ask(controller: Controller) -> None:
    while True:
        await controller.raw()
        await controller.ping(b"0123456789abcdef")
