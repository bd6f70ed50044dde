"""The board as people last laid it out, and how it becomes as the rules have it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field

from vulkar.island.port import Island, Marble, RollOrder, RollReport, Task
from vulkar.maps import IslandMap
from vulkar.rules import Game
from vulkar.table.tasks import marble_tasks, pawn_tasks


@dataclass
class Layout:
    """What is believed to stand and lie on the board. ``known``: it has been laid out at all.

    Whoever changes it takes turns: a board waits for its people, and they do one thing at a time.
    """

    placed: dict[str, tuple[str, bool]] = field(default_factory=dict)  # pawn -> (space, lying)
    cradles: dict[str, bool] = field(default_factory=dict)  # source -> whether it holds a marble
    known: bool = False
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def standing(self) -> dict[str, str]:
        """Pawn -> space id, of those that stand."""
        return {pawn: space for pawn, (space, lying) in self.placed.items() if not lying}

    def is_behind(self, game: Game) -> bool:
        """Whether people are at work on the board, or have to be before a marble may roll."""
        return self._one.locked() or bool(self._tasks(game))

    async def set_up(self, island: Island, game: Game) -> None:
        """Has everything laid out, whatever was believed before."""
        for source in game.marbles():
            self.cradles[source] = await island.marble_home(source)
        self.placed.clear()
        await self.follow(island, game, setting=True)
        self.known = True

    async def follow(self, island: Island, game: Game, setting: bool = False) -> None:
        """Has people bring every pawn and marble to where the rules have it in ``game``."""
        async with self._one:
            await self._follow(island, game, setting)

    async def put_back(self, island: Island, game: Game, pawns: Collection[str]) -> None:
        """The board was disturbed: has these pawns set back, and whatever sensors miss."""
        async with self._one:
            for pawn in pawns:
                self.placed.pop(pawn, None)
            if not await self._follow(island, game):
                await island.expect((), self.standing)

    def stands(self, pawn: str, space: str) -> None:
        """A person says so, whatever was believed: what belongs elsewhere is to be moved."""
        self.placed[pawn] = (space, False)

    def rolled(self, order: RollOrder, report: RollReport, island_map: IslandMap) -> None:
        """A fireball has rolled. Whoever was touched, or perhaps was, may stand askew."""
        for touch in report.touches:
            if touch.doubtful:
                self.placed.pop(touch.pawn, None)
        source = island_map.routes[order.route].source
        if report.marble is not Marble.JAMMED:
            self.cradles |= {source: False, (order.home or source): True}

    async def _follow(self, island: Island, game: Game, setting: bool = False) -> bool:
        tasks, wanted = self._tasks(game, setting), _wanted(game)
        if not tasks:
            return False
        await island.expect(tuple(tasks), {p: s for p, (s, lies) in wanted.items() if not lies})
        self.placed = wanted
        self.cradles = {source: count > 0 for source, count in game.marbles().items()}
        return True

    def _tasks(self, game: Game, setting: bool = False) -> list[Task]:
        marbles = marble_tasks(game.marbles(), self.cradles, setting)
        return marbles + pawn_tasks(_wanted(game), self.placed)


def _wanted(game: Game) -> dict[str, tuple[str, bool]]:
    """Pawn -> where the rules have it, and whether it lies there."""
    lying = game.lying()
    return {pawn: (space, pawn in lying) for pawn, space in game.standing().items()}
