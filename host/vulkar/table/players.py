"""Who decides for a seat: a program, or a person at this terminal."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from vulkar.bots import Bot
from vulkar.rules import Answer, Ask, describe_choice
from vulkar.rules.classic import Game
from vulkar.table.intents import Intents


class Player(Protocol):
    """Decides for one seat. Sees only what that seat may know."""

    async def choose(self, game: Game, ask: Ask) -> Answer:
        """Returns one of ``ask.legal``."""


class BotPlayer:
    """A bot at a seat. Each decision has a generator of its own, so that a resumed game goes on
    exactly as an uninterrupted one would."""

    def __init__(self, make: Callable[[random.Random], Bot], seat: int, seed: int) -> None:
        self._make = make
        self._seat = seat
        self._seed = seed

    async def choose(self, game: Game, ask: Ask) -> Answer:
        rng = random.Random(f"{self._seed}/{self._seat}/{ask.number}")
        return self._make(rng).choose(game.imagine(self._seat, rng), ask, self._seat)


class StandingPlayer:
    """A seat away from the table: in windows its standing intent speaks for it, else ``inner``.

    The intent was collected while the window was open for all seats at the same time.
    """

    def __init__(self, intents: Intents, inner: Player) -> None:
        self._intents = intents
        self._inner = inner

    async def choose(self, game: Game, ask: Ask) -> Answer:
        if ask.kind == "respond":
            return self._intents.answer(ask)
        return await self._inner.choose(game, ask)


class TerminalPlayer:
    """A person at this terminal: the seat's own view, then its legal choices as a numbered list.

    ``read`` returns one line without its newline, or raises ``VulkarError("input.ended")``.
    """

    def __init__(
        self,
        seat: int,
        show: Callable[[str], None],
        read: Callable[[str], Awaitable[str]],
        summary: Callable[[Game, int], str],
        names: Mapping[str, str],
    ) -> None:
        self._seat = seat
        self._show = show
        self._read = read
        self._summary = summary
        self._names = names

    async def choose(self, game: Game, ask: Ask) -> Answer:
        self._show(self._summary(game, self._seat))
        for index, choice in enumerate(ask.legal, 1):
            self._show(f"  {index:2d}  {describe_choice(ask, choice, self._names)}")
        while True:
            line = (await self._read(f"Choose 1-{len(ask.legal)}: ")).strip()
            if line.isascii() and line.isdigit() and 1 <= int(line) <= len(ask.legal):
                return ask.legal[int(line) - 1]
            self._show(f"{line!r} is not a number from 1 to {len(ask.legal)}.")
