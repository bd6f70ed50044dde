"""The host dies at any moment of a roll: the game goes on in the same turn, one marble is let go.

The whole chain runs in lockstep; the crash drops the host's loop without any clean-up, chip and
world go on. Releases are counted by the world's marbles, from neither end's book-keeping.
"""

from __future__ import annotations

import asyncio
import gc
import random
from pathlib import Path

import pytest
from rich.console import Console

from vulkar.cli.game import map_sha
from vulkar.cli.session import Session
from vulkar.devices.board import load_board
from vulkar.maps import load
from vulkar.rules import WORLD
from vulkar.sim.lockstep import HostCrash, Sim, session
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal, Setup
from vulkar.table.keeper import InlineKeeper

SEED = 21  # the first roll is ordered in turn 1, at question 7
BOARD = load_board("classic")
MAP = load("classic")
SETUP = Setup(
    ruleset="classic",
    preset="anniversary",
    map_id="classic",
    map_sha=map_sha(MAP),
    board_id="classic",
    seed=SEED,
    seats=("simple", "simple"),
    pawns=("red", "blue"),
    options={},
)


class World:
    """Counts how often each source's marble left its cradle, by looking at the world."""

    def __init__(self, sim: Sim) -> None:
        self.left = dict.fromkeys(MAP.sources, 0)
        self._home = dict.fromkeys(MAP.sources, True)
        self._sim = sim
        advance = sim.world.advance

        def watched(until_us: int) -> None:
            self.look()
            advance(until_us)
            self.look()

        sim.world.advance = watched  # type: ignore[method-assign]

    def look(self) -> None:
        for source in self.left:
            home = self._sim.world.marble_home(source)
            self.left[source] += self._home[source] and not home
            self._home[source] = home


async def play_until(sim: Sim, journal: Journal, done: asyncio.Event, questions: int) -> None:
    """Plays until ``questions`` answers are in the journal, or until ``done``."""
    game = Session(journal, MAP, BOARD, Console(quiet=True), json_lines=False)
    people = Hands(sim.world, MAP, random.Random(1))
    play = asyncio.ensure_future(
        game.play(sim.transport, 99, people, InlineKeeper(), lambda: sim.clock.now_us, None)
    )
    try:
        while not done.is_set() and len(journal.answers()) < questions:
            await asyncio.sleep(0.05)
            if play.done():
                play.result()
    finally:
        play.cancel()


# The dead host's coroutines are collected in the end, and complain that their loop is gone.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("delay_s", [0.0, 0.4, 1.2, 2.0, 2.6, 4.0, 7.0, 10.0])
def test_host_dies_in_mid_roll(tmp_path: Path, delay_s: float) -> None:
    path = tmp_path / "a.journal"

    async def first(sim: Sim) -> None:
        journal = Journal.create(path, SETUP)
        over = asyncio.Event()
        game = asyncio.ensure_future(play_until(sim, journal, over, 10**6))
        while journal.pending_roll() is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(delay_s)
        assert not game.done()
        raise HostCrash

    async def second(sim: Sim) -> None:
        sim.open_port()
        journal = Journal.open(path)
        before = [row.number for row in journal.answers()]
        await play_until(sim, journal, asyncio.Event(), len(before) + 2)
        assert [row.number for row in journal.answers()][: len(before)] == before

    with session(MAP, BOARD, SEED) as simulation:
        world = World(simulation.sim)
        with pytest.raises(HostCrash):
            simulation.run(first)
        simulation.run(second)
        world.look()

    journal = Journal.open(path)
    rolls = journal.rolls()
    assert rolls[0].report is not None
    assert next(row for row in journal.answers() if row.asker == WORLD).number == rolls[0].number
    source = MAP.routes[str(rolls[0].order["route"])].source
    ordered = [row for row in rolls if MAP.routes[str(row.order["route"])].source == source]
    assert world.left[source] == len(ordered)
    del simulation, world
    gc.collect()  # within the filter above
