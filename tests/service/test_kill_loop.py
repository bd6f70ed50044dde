"""kill -9 at random moments, ten times: the game goes on, no hand is lost, no second marble rolls.

Two hundred times: ``python -m tests.evidence kill_loop``.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.service.kill_board import QUICK, Cradles
from tests.service.kill_loop import BOTS, PEOPLE, campaign
from vulkar.devices.board import load_board
from vulkar.island.port import Task, TaskKind
from vulkar.maps import load
from vulkar.sim import lockstep
from vulkar.sim.lockstep import Sim
from vulkar.sim.people import Hands
from vulkar.sim.world import World


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kill")


def test_killed_while_marbles_roll(folder: Path) -> None:
    outcome = asyncio.run(campaign(folder, seed=2, runs=6, kinds=BOTS, web_every=3))
    assert outcome.problems == []
    assert (outcome.kills["table"], outcome.kills["web"]) == (4, 2)
    assert outcome.resumed == 4
    assert outcome.rolls == outcome.marbles > 0
    assert outcome.second_marbles == 0


def test_killed_while_people_answer(folder: Path) -> None:
    outcome = asyncio.run(campaign(folder, seed=3, runs=4, kinds=PEOPLE))
    assert outcome.problems == []
    assert outcome.resumed == outcome.kills["table"] == 4
    assert outcome.repeated > 0
    assert outcome.shown == 8


def test_the_count_sees_each_marble_that_leaves() -> None:
    island_map = load("classic")
    world = World(island_map, 1)
    world.load_marble("B")
    cradles = Cradles(world, island_map)
    now_us = 0
    for left in (1, 2):
        world.set_gate("B", 1.0)
        for _ in range(100):
            now_us += 20_000
            world.advance(now_us)
        assert cradles.left["B"] == left
        world.set_gate("B", 0.0)
        world.load_marble("B", "B")
    assert sum(cradles.left.values()) == 2


def test_hands_that_hurry_wait_until_the_marble_rests() -> None:
    taken: list[bool] = []

    async def main(sim: Sim) -> None:
        world = sim.world
        take = world.take_marble

        def watched(marble: str, beside: str | None = None) -> None:
            taken.append(world.asleep)
            take(marble, beside)

        world.take_marble = watched  # type: ignore[method-assign]
        hands = Hands(world, load("classic"), random.Random(1), QUICK)
        world.load_marble("B")
        world.set_gate("B", 1.0)
        await asyncio.sleep(0.3)
        assert not world.marble_home("B") and not world.asleep
        hands.tell(Task(TaskKind.MARBLE_HOME, source="B", number=1))  # of somebody who is dead
        await asyncio.sleep(0.4)
        world.set_gate("B", 0.0)
        await asyncio.sleep(20.0)
        assert world.marble_home("B")
        await hands.close()

    lockstep.run(main, load("classic"), load_board("classic"), 1)
    assert taken == [True]
