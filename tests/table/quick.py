"""A table whose time jumps and whose island answers at once, for tests of the table itself.

The same table on the simulated board is tested by tests/cli/test_play.py.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from vulkar.bots import RandomWorld
from vulkar.facts import from_row
from vulkar.island.port import Marble, RollOrder, RollReport, Task
from vulkar.maps import IslandMap
from vulkar.rules import WORLD, Ask, Event
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.table.journal import Journal, Setup
from vulkar.table.keeper import InlineKeeper
from vulkar.table.players import Player
from vulkar.table.table import Table


class _Jumping(selectors.SelectSelector):
    """Nothing ever arrives, so a wait is over at once and its time has passed."""

    now_s = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.now_s += timeout or 0.0
        return super().select(0)


class JumpLoop(asyncio.SelectorEventLoop):
    """An event loop whose time moves only when it would wait."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now_s


def run(main: Coroutine[Any, Any, None]) -> None:
    loop = JumpLoop()
    try:
        loop.run_until_complete(main)
    finally:
        loop.close()


class QuickIsland:
    """An island whose marbles touch at random and whose people are never wrong."""

    def __init__(self, island_map: IslandMap, seed: int) -> None:
        self.then: Callable[[tuple[Task, ...]], None] = lambda tasks: None  # hears tasks given
        self._world = RandomWorld(island_map, random.Random(seed))

    async def open(self) -> None: ...

    async def roll(self, order: RollOrder) -> RollReport:
        data = {"route": order.route, "standing": order.standing}
        rows = self._world.answer(Ask(0, WORLD, "roll", None, (), data))
        facts = tuple(from_row(row) for row in rows)
        return RollReport(order.release_id, facts, (), Marble.RETURNED, False, 0, 0)

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        self.then(tasks)

    async def observe(self) -> dict[str, bool]:
        return {}

    async def marble_home(self, source: str) -> bool:
        return True

    async def went(self, order: RollOrder) -> bool:
        return False

    memory = None

    async def close(self) -> None: ...


class Recorder:
    """A watcher that keeps each event with the time it was told at; ``then`` hears it too."""

    def __init__(self) -> None:
        self.told: list[tuple[float, Event]] = []
        self.then = lambda event: None

    def event(self, number: int, event: Event, past: bool) -> None:
        try:
            now_s = asyncio.get_running_loop().time()
        except RuntimeError:  # a game that is restored before it is played
            now_s = 0.0
        self.told.append((now_s, event))
        self.then(event)

    def resumed(self, turn: int, number: int) -> None: ...

    def rolled(self, order: RollOrder, report: RollReport) -> None: ...


class Quiet:
    """People who are never asked anything."""

    def tell(self, task: Task) -> None: ...

    def say(self, saying: object) -> None: ...

    async def ask(self, question: object) -> bool:
        raise AssertionError(question)


def table_of(
    game: Game,
    opening: list[Event],
    path: Path,
    window_s: float,
    seed: int = 1,
) -> Table:
    """A table for ``game``; its players are still to be given."""
    setup = Setup(
        ruleset="classic",
        preset=game.preset,
        map_id="classic",
        map_sha="0" * 64,
        board_id="classic",
        options={},
        seats=("random",) * len(game.seats),
        pawns=game.seats,
        seed=seed,
    )
    players: list[Player] = []
    return Table(
        game=game,
        opening=opening,
        map=game.board.source_map,
        island=QuickIsland(game.board.source_map, seed),
        people=Quiet(),
        players=players,
        chance=Chance(seed),
        journal=Journal.create(path, setup),
        keeper=InlineKeeper(),
        clock_us=lambda: 0,
        watcher=Recorder(),
        window_s=window_s,
    )
