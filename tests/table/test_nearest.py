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
from tests.table.quick import Recorder
from tests.table.test_crash import SETUP, StoppingKeeper
from vulkar.cli.session import Session
from vulkar.island.people_text import source_name
from vulkar.island.port import Task
from vulkar.rules import Answer, Ask
from vulkar.rules.classic import Game
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal, RollRow
from vulkar.table.table import Table
from vulkar.texts import render


class Firing:
    """Plays each Fireball along the next of ``routes``; looks at the cradles at every choice."""

    def __init__(self, sim: Sim, routes: list[str]) -> None:
        self._sim = sim
        self._routes = routes

    async def choose(self, game: Game, ask: Ask) -> Answer:
        check_cradles(self._sim, game)
        if ask.kind == "route":
            return ["route", self._routes.pop(0)]
        return next((choice for choice in ask.legal if "fireball" in choice), ask.legal[-1])

    async def go_on(self, game: Game, choice: str) -> None: ...


def check_cradles(sim: Sim, game: Game) -> None:
    """A source whose marbles the rules count has one in its cradle, the others off the island."""
    homes = {source: sim.world.marble_home(source) for source in MAP.sources}
    assert homes == {source: count > 0 for source, count in game.marbles().items()}
    assert all(loose.held for loose in sim.world.loose_marbles().values())


def test_marbles_go_to_the_cradle_that_the_rules_name(tmp_path: Path) -> None:
    """Beside a full cradle, into an empty one, and from beside a cradle into it."""
    cards = {"red": ["fireball", "fireball"]}
    game = Position({"red": "WS", "blue": "CP1"}, hands=cards, marble_return="nearest").g

    async def play(sim: Sim, table: Table, hands: Hands) -> None:
        table.players = [Firing(sim, ["B_N", "D_BE"]) for _ in table.players]
        told: list[Task] = []
        tell = hands.tell
        hands.tell = lambda task: (told.append(task), tell(task))[1]  # type: ignore[method-assign]
        seen: list[str] = []
        assert isinstance(table.watcher, Recorder)
        table.watcher.then = lambda event: seen.append(event.kind)
        await until(asyncio.ensure_future(table.play()), lambda: "moved" in seen)
        assert [(t.kind.value, t.source, t.origin) for t in told if t.source] == [
            ("marble_beside", "D", "B"),
            ("marble_home", "B", "D"),
            ("marble_home", "D", "D"),
        ]
        assert [row.order["beside"] for row in rolled(table.journal)] == [True, False]

    on_island(game, tmp_path / "a.journal", 1, play)


def test_a_game_taken_up_again_has_each_cradle_as_the_rules_have_it(tmp_path: Path) -> None:
    """The board that the game goes on with has a marble in every cradle: one is taken out."""
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
            assert sorted(sitting.game.marbles().values()) == [0, 1, 1, 1, 2]
            check_cradles(sim, sitting.game)

        run(main, MAP, BOARD, 1)

    sit_down(8)  # six answers, the order of a roll, its outcome
    (home,) = (row.order["home"] for row in rolled(Journal.open(path)))
    assert said == []
    sit_down(0)
    assert said == [f"2 marbles belong to {render(source_name(home))}: one in the cradle."]


def rolled(journal: Journal) -> list[RollRow]:
    return [row for row in journal.rolls() if row.report]


async def until(playing: asyncio.Future[None], done: Callable[[], bool]) -> None:
    try:
        while not done():
            await asyncio.sleep(0.25)
            if playing.done():
                playing.result()
    finally:
        playing.cancel()
