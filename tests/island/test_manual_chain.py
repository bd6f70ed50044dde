"""Rolls by hand in the simulated world: people see what really happened, no servo ever moves."""

from __future__ import annotations

import random

from tests.island.chain import BOARD, ISLAND
from vulkar.facts import Hit
from vulkar.island.manual import ManualIsland
from vulkar.island.port import Marble, RollOrder, Task, TaskKind
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands


def test_hands_aim_roll_and_tell_the_truth() -> None:
    async def main(sim: Sim) -> None:
        hands = Hands(sim.world, ISLAND, random.Random(2))
        island = ManualIsland(ISLAND, hands)
        await island.open()
        standing = {"red": "BR6", "blue": "TA1", "yellow": "FC4"}
        places = tuple(Task(TaskKind.PLACE, pawn, space) for pawn, space in standing.items())
        await island.expect(places, standing)
        assert (hands.asked[-1][0].kind, hands.asked[-1][1]) == ("all_done", True)
        for number, (route, hit, source) in enumerate(
            (("I_S", "red", "idol"), ("B_N", "blue", "B"))
        ):
            report = await island.roll(RollOrder(number + 1, route, None, standing))
            assert sim.world.last_rolled == source and report.marble is Marble.RETURNED
            assert report.facts == (Hit(hit),)
            truth = sim.world.truth()
            assert {pawn for pawn, seen in truth.items() if seen.touched} == {hit}
        assert not sim.rig.outputs.rail and sim.world.marble_home("B")

    run(main, ISLAND, BOARD, 11)
