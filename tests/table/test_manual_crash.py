"""The host of a game without electronics dies between the word and the report.

People are asked whether the marble went, and it is never rolled twice without their word. Marbles
are counted by the world.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from rich.console import Console

from tests.table.test_crash import BOARD, MAP, SEED, SETUP, StoppingKeeper, World
from vulkar.cli.session import Session
from vulkar.island.port import TaskKind
from vulkar.sim.lockstep import HostCrash, Sim, session
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal
from vulkar.table.keeper import InlineKeeper


class Told(Hands):
    """Hands that count how often they were told to roll."""

    rolls = 0

    def tell(self, task) -> None:
        self.rolls += task.kind is TaskKind.ROLL
        super().tell(task)


async def play_on(sim: Sim, journal: Journal, people: Hands, keeper: InlineKeeper) -> None:
    game = Session(journal, MAP, BOARD, Console(quiet=True), json_lines=False)
    await game.play_manual(people, keeper, lambda: sim.clock.now_us, None)


# just told; the marble on its way; at rest, asked about; the report told and not yet written
MOMENTS = ("ordered", "rolling", "asked", "reported")


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_host_dies_between_the_word_and_the_report(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "a.journal"
    people: list[Told] = []

    async def first(sim: Sim) -> None:
        hands = Told(sim.world, MAP, random.Random(1))
        people.append(hands)
        journal = Journal.create(path, SETUP)
        keeper = StoppingKeeper(stop_before=7) if moment == "reported" else InlineKeeper()
        game = asyncio.ensure_future(play_on(sim, journal, hands, keeper))
        while journal.pending_roll() is None:
            await asyncio.sleep(0.01)
        source = MAP.routes[str(journal.rolls()[0].order["route"])].source
        if isinstance(keeper, StoppingKeeper):
            await keeper.reached.wait()
        while moment == "rolling" and sim.world.marble_home(source):
            await asyncio.sleep(0.01)
        while moment == "asked" and hands.asked[-1][0].kind != "rolled":
            await asyncio.sleep(0.1)
        assert not game.done() and journal.rolls()[0].report is None
        raise HostCrash

    async def second(sim: Sim) -> None:
        journal = Journal.open(path)
        hands = Told(sim.world, MAP, random.Random(2))
        hands.remember(people[0])
        game = asyncio.ensure_future(play_on(sim, journal, hands, InlineKeeper()))
        while journal.rolls()[0].report is None:
            await asyncio.sleep(0.05)
        game.cancel()
        went = [answer for question, answer in hands.asked if question.kind == "marble_left"]
        assert went == [moment != "ordered"], "asked once, before anything else of the roll"
        assert hands.rolls == (0 if went[0] else 1)

    with session(MAP, BOARD, SEED) as simulation:
        world = World(simulation.sim)
        with pytest.raises(HostCrash):
            simulation.run(first)
        simulation.run(second)
        world.look()
    rolls = Journal.open(path).rolls()
    source = MAP.routes[str(rolls[0].order["route"])].source
    assert len(rolls) == 1 and world.left[source] == 1
