"""``marble_return=nearest`` on the simulated board: empty cradles, and several marbles at a source.

What lies in the cradles is compared with what the rules say.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Console

from tests.rules.arrange import Table as Position
from tests.table.island_game import BOARD, MAP, on_island
from tests.table.test_crash import SETUP, StoppingKeeper
from vulkar.cli.session import Session
from vulkar.island.port import Task
from vulkar.rules import Answer, Ask
from vulkar.rules.classic import Game
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal, RollRow
from vulkar.table.players import Player
from vulkar.table.table import Table


class Looking:
    """A player who looks at the cradles before each choice."""

    def __init__(self, sim: Sim, inner: Player) -> None:
        self._sim = sim
        self._inner = inner

    async def choose(self, game: Game, ask: Ask) -> Answer:
        check_cradles(self._sim, game)
        return await self._inner.choose(game, ask)


def check_cradles(sim: Sim, game: Game) -> None:
    """A source whose marbles the rules count has one in its cradle, the others off the island."""
    homes = {source: sim.world.marble_home(source) for source in MAP.sources}
    assert homes == {source: count > 0 for source, count in game.marbles().items()}
    assert all(loose.held for loose in sim.world.loose_marbles().values())


def test_marbles_go_to_the_cradle_that_the_rules_name(tmp_path: Path) -> None:
    """Beside a full cradle, into an empty one, and from beside a cradle into it."""
    cards = {"red": ["fireball", "fireball"], "blue": ["fireball", "fireball"]}
    game = Position({"red": "WT7", "blue": "TA5"}, hands=cards, marble_return="nearest").g

    async def play(sim: Sim, table: Table, hands: Hands) -> None:
        table.players = [Looking(sim, player) for player in table.players]
        told: list[Task] = []
        tell = hands.tell
        hands.tell = lambda task: (told.append(task), tell(task))[1]  # type: ignore[method-assign]
        await play_until(table, lambda: len(rolled(table.journal)) == 5)
        carried = [(t.kind.value, t.source, t.origin) for t in told if t.source]
        assert carried == [
            ("marble_beside", "D", "B"),
            ("marble_beside", "C", "idol"),
            ("marble_home", "C", ""),
            ("marble_home", "B", "D"),
            ("marble_home", "D", "D"),
            ("marble_beside", "A", "B"),
        ]
        assert game.marbles() == {"idol": 0, "A": 2, "B": 0, "C": 2, "D": 1}

    on_island(game, tmp_path / "a.journal", 99, play)


def test_a_game_taken_up_again_has_each_cradle_as_the_rules_have_it(tmp_path: Path) -> None:
    """The board that the game goes on with has one marble in every cradle: B's is taken out."""
    path = tmp_path / "a.journal"
    setup = replace(SETUP, options={"marble_return": "nearest"})
    said: list[str] = []

    def sit_down(writes: int) -> None:
        """Plays until so many writes are in the journal, and looks before the next."""
        journal = Journal.open(path) if path.exists() else Journal.create(path, setup)
        keeper = StoppingKeeper(stop_before=writes)

        async def main(sim: Sim) -> None:
            hands = Hands(sim.world, MAP, random.Random(1), heard=said.append)
            sitting = Session(journal, MAP, BOARD, Console(quiet=True), json_lines=False)
            now = partial(getattr, sim.clock, "now_us")
            play = sitting.play(sim.finder(), 99, hands, keeper, now, None)
            await until(asyncio.ensure_future(play), keeper.reached.is_set)
            assert sitting.game.marbles() == {"idol": 1, "A": 2, "B": 0, "C": 1, "D": 1}
            check_cradles(sim, sitting.game)

        run(main, MAP, BOARD, 1)

    sit_down(8)  # six answers, the order of a roll, its outcome
    assert [row.order["home"] for row in rolled(Journal.open(path))] == ["A"]
    assert said == []
    sit_down(0)
    assert said == ["2 marbles belong to A: one in the cradle."]


def rolled(journal: Journal) -> list[RollRow]:
    return [row for row in journal.rolls() if row.report]


async def play_until(table: Table, done: Callable[[], bool]) -> None:
    await until(asyncio.ensure_future(table.play()), done)


async def until(playing: asyncio.Future[None], done: Callable[[], bool]) -> None:
    try:
        while not done():
            await asyncio.sleep(0.25)
            if playing.done():
                playing.result()
    finally:
        playing.cancel()
