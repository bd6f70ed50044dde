"""The host dies at any moment of a roll: the game goes on in the same turn, one marble is let go.

The whole chain runs in lockstep; the crash drops the host's loop without any clean-up, chip and
world go on. Releases are counted by the world's marbles, from neither end's book-keeping.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from rich.console import Console

from vulkar.cli.session import Session
from vulkar.devices.board import load_board
from vulkar.maps import load
from vulkar.rules import WORLD
from vulkar.sim.lockstep import HostCrash, Sim, session
from vulkar.sim.people import Hands
from vulkar.table.games import map_sha
from vulkar.table.journal import Journal, Setup
from vulkar.table.keeper import InlineKeeper

SEED = 21  # the first roll is ordered in turn 1, at question 7
T = TypeVar("T")
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


class StoppingKeeper(InlineKeeper):
    """Stands still for ever before or after a write: the host dies there."""

    def __init__(self, stop_before: int = -1, stop_after: int = -1) -> None:
        self.reached = asyncio.Event()
        self._stops = (stop_before, stop_after)
        self._writes = 0

    async def run(self, write: Callable[[], T]) -> T:
        before, after = self._stops
        if self._writes == before:
            await self._stop()
        result = write()
        if self._writes == after:
            await self._stop()
        self._writes += 1
        return result

    async def _stop(self) -> None:
        self.reached.set()
        await asyncio.Event().wait()


async def play_on(sim: Sim, journal: Journal, people: Hands, keeper: InlineKeeper) -> None:
    game = Session(journal, MAP, BOARD, Console(quiet=True), json_lines=False)
    await game.play(sim.finder(), 99, people, keeper, lambda: sim.clock.now_us, None)


async def play_until(sim: Sim, journal: Journal, people: Hands, questions: int) -> None:
    """Plays until ``questions`` answers are in the journal."""
    play = asyncio.ensure_future(play_on(sim, journal, people, InlineKeeper()))
    try:
        while len(journal.answers()) < questions:
            await asyncio.sleep(0.05)
            if play.done():
                play.result()
    finally:
        play.cancel()


def crash_and_go_on(
    path: Path, crash: Callable[[Sim, Journal, Hands], Coroutine[Any, Any, None]]
) -> None:
    """Plays until ``crash`` returns, drops the host, goes on; checks marbles against orders."""
    people: list[Hands] = []

    async def first(sim: Sim) -> None:
        people.append(Hands(sim.world, MAP, random.Random(1)))
        await crash(sim, Journal.create(path, SETUP), people[0])
        raise HostCrash

    async def second(sim: Sim) -> None:
        journal = Journal.open(path)
        before = journal.answers()
        hands = Hands(sim.world, MAP, random.Random(2))
        hands.remember(people[0])
        await play_until(sim, journal, hands, len(before) + 2)
        assert journal.answers()[: len(before)] == before

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
    assert len({row.number for row in rolls}) == len(rolls), "one question, one order"
    source = MAP.routes[str(rolls[0].order["route"])].source
    ordered = [row for row in rolls if MAP.routes[str(row.order["route"])].source == source]
    assert world.left[source] == len(ordered)


@pytest.mark.parametrize("delay_s", [0.0, 0.4, 1.2, 2.0, 2.6, 4.0, 7.0, 10.0])
def test_host_dies_in_mid_roll(tmp_path: Path, delay_s: float) -> None:
    async def crash(sim: Sim, journal: Journal, people: Hands) -> None:
        game = asyncio.ensure_future(play_on(sim, journal, people, InlineKeeper()))
        while journal.pending_roll() is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(delay_s)
        assert not game.done()

    crash_and_go_on(tmp_path / "a.journal", crash)


WRITES = range(5, 9)  # answers to questions 6 and before, the order, its outcome, the next answer


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("side", ["stop_before", "stop_after"])
def test_host_dies_at_a_write(tmp_path: Path, write: int, side: str) -> None:
    async def crash(sim: Sim, journal: Journal, people: Hands) -> None:
        keeper = StoppingKeeper(**{side: write})
        game = asyncio.ensure_future(play_on(sim, journal, people, keeper))
        await keeper.reached.wait()
        assert not game.done()

    crash_and_go_on(tmp_path / "a.journal", crash)
