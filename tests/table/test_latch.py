"""A fault latched in the middle of a game: people's word, yes or no, or a host that dies first."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.table.test_crash import BOARD, MAP, SEED, SETUP, World, crash_and_go_on, play_on
from vulkar.errors import VulkarError
from vulkar.island.port import Question
from vulkar.sim.lockstep import Sim, session
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal
from vulkar.table.keeper import InlineKeeper


class Asked(Hands):
    """People who are asked about a latch, and answer as ``word`` says; never, while it is None."""

    def __init__(self, sim: Sim, word: bool | None = None) -> None:
        super().__init__(sim.world, MAP, random.Random(1))
        self.word = word
        self.reached = asyncio.Event()

    async def ask(self, question: Question) -> bool:
        if question.kind != "clear":
            return await super().ask(question)
        self.reached.set()
        if self.word is None:
            await asyncio.Event().wait()
        self.asked.append((question, bool(self.word)))
        return bool(self.word)


async def struck(sim: Sim, journal: Journal, people: Hands) -> asyncio.Task[None]:
    """A game that is interrupted by a byte 0x03 while its first marble is let go."""
    game = asyncio.ensure_future(play_on(sim, journal, people, InlineKeeper()))
    while journal.pending_roll() is None:
        await asyncio.sleep(0.01)
    while not any(sim.rig.outputs.pulse_us(g.servo.output) for g in BOARD.gates.values()):
        await asyncio.sleep(0.01)
    sim.transport.write(b"\x03")
    return game


def test_a_host_dies_while_people_are_asked_and_they_are_asked_again(tmp_path: Path) -> None:
    async def crash(sim: Sim, journal: Journal, people: Hands) -> None:
        asked = Asked(sim)
        await struck(sim, journal, asked)
        await asked.reached.wait()
        people.remember(asked)

    crash_and_go_on(tmp_path / "a.journal", crash)


def test_no_ends_the_game_and_yes_goes_on_in_the_same_turn(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"

    async def refused(sim: Sim) -> None:
        game = await struck(sim, Journal.create(path, SETUP), Asked(sim, word=False))
        with pytest.raises(VulkarError) as ended:
            await game
        assert ended.value.code == "latch.interrupt"
        assert not sim.rig.outputs.rail

    async def agreed(sim: Sim) -> None:
        journal, people = Journal.open(path), Asked(sim, word=True)
        before = len(journal.answers())
        game = asyncio.ensure_future(play_on(sim, journal, people, InlineKeeper()))
        while len(journal.answers()) < before + 2:
            await asyncio.sleep(0.05)
            assert not game.done()
        game.cancel()
        assert [q.kind for q, _ in people.asked].count("clear") == 1

    with session(MAP, BOARD, SEED) as simulation:
        world = World(simulation.sim)
        simulation.run(refused)
        simulation.run(agreed)
        world.look()
    rolls = Journal.open(path).rolls()
    assert rolls[0].report is not None
    source = MAP.routes[str(rolls[0].order["route"])].source
    assert world.left[source] == sum(
        MAP.routes[str(row.order["route"])].source == source for row in rolls
    )
