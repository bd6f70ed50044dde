"""A board with fewer sensors than its map, as the one without microcontroller: people are asked."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.island.chain import BOARD, ISLAND
from vulkar.island.port import Marble, RollOrder, Task, TaskKind
from vulkar.island.sensed import sensed
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands

FEW = BOARD.halls.sensors[:2]  # wired as on the whole board, whose chain goes on


def test_a_map_whose_sensors_are_all_there_stays_as_it_is() -> None:
    assert sensed(ISLAND, BOARD.halls.sensors) is ISLAND


def test_only_the_board_s_sensors_are_left() -> None:
    narrowed = sensed(ISLAND, FEW)
    assert set(narrowed.sensored()) == set(FEW) and narrowed.sensors == 2
    assert narrowed.routes == ISLAND.routes


def test_a_roll_past_a_pawn_without_a_sensor_is_settled_by_people() -> None:
    board = replace(BOARD, halls=replace(BOARD.halls, sensors=FEW))
    route = next(r for r in ISLAND.routes.values() if r.facing)
    space = route.spaces[2]

    async def main(sim: Sim) -> None:
        hands = Hands(sim.world, ISLAND, random.Random(3))
        link = Controller(sim.transport, board, epoch=1)
        island = SerialIsland(link, sensed(ISLAND, FEW), board, hands)
        await island.open()
        try:
            await island.expect((Task(TaskKind.PLACE, "red", space),), {"red": space})
            report = await island.roll(RollOrder(1, route.id, "red", {"red": space}))
        finally:
            await island.close()
        asked = [question.kind for question, _ in hands.asked]
        assert "done" in asked and "touched" in asked
        assert report.marble is Marble.RETURNED
        (touch,) = report.touches
        assert touch.pawn == "red" and touch.certainty == "seen"

    run(main, ISLAND, BOARD, 5)
