"""Who decides for a seat: a program, or a person at this terminal."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from vulkar.bots import Bot
from vulkar.rules import Answer, Ask, Game, rulesets
from vulkar.table.intents import Intents
from vulkar.texts import Text, render


class Player(Protocol):
    """Decides for one seat. Sees only what that seat may know."""

    async def choose(self, game: Game, ask: Ask) -> Answer:
        """Returns one of ``ask.legal``."""

    async def go_on(self, game: Game, choice: str) -> None:
        """The seat is at an own choice with one legal answer; returns when the seat goes on.

        ``choice``: ``before_roll``, ``after_move`` or ``discard``, at a real deck also ``draw``,
        ``take`` or ``look``; ``game``: as it stands there.
        """


class BotPlayer:
    """A bot at a seat. Each decision has a generator of its own, so that a resumed game goes on
    exactly as an uninterrupted one would.

    It is seeded by the seat's own count of decisions: the number of a question counts others'
    questions too, and those depend on their hands. ``decided``: how many are in the journal.
    """

    def __init__(
        self, make: Callable[[random.Random], Bot], seat: int, seed: int, decided: int = 0
    ) -> None:
        self._make = make
        self._seat = seat
        self._seed = seed
        self._decided = decided

    async def choose(self, game: Game, ask: Ask) -> Answer:
        return self.think(game, ask)

    def think(self, game: Game, ask: Ask) -> Answer:
        """The same where nobody waits for it: it takes as long as the bot thinks.

        In place of somebody with real cards it shows none: it cannot know them.
        """
        ask = game.without_cards(ask)
        self._decided += 1
        rng = random.Random(f"{self._seed}/{self._seat}/{self._decided}")
        return self._make(rng).choose(game.imagine(self._seat, rng), ask, self._seat)

    async def go_on(self, game: Game, choice: str) -> None:
        """At once."""


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

    async def go_on(self, game: Game, choice: str) -> None:
        await self._inner.go_on(game, choice)


class ToldPlayer:
    """A program at a table with a real deck: it decides, but a person says which cards it gets."""

    def __init__(self, program: Player, person: Player) -> None:
        self._program = program
        self._person = person

    async def choose(self, game: Game, ask: Ask) -> Answer:
        who = self._person if ask.kind in rulesets.of(game).told else self._program
        return await who.choose(game, ask)

    async def go_on(self, game: Game, choice: str) -> None:
        await self._program.go_on(game, choice)


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
        names: Mapping[str, Text],
    ) -> None:
        self._seat = seat
        self._show = show
        self._read = read
        self._summary = summary
        self._names = names

    async def choose(self, game: Game, ask: Ask) -> Answer:
        self._show(self._summary(game, self._seat))
        say = rulesets.of(game).describe_choice
        for index, choice in enumerate(ask.legal, 1):
            self._show(f"  {index:2d}  {render(say(ask, choice, self._names))}")
        while True:
            line = (await self._read(f"Choose 1-{len(ask.legal)}: ")).strip()
            if line.isascii() and line.isdigit() and 1 <= int(line) <= len(ask.legal):
                value = ask.legal[int(line) - 1]
                no = game.objection(ask.asker, value)
                if no is None:
                    return value
                self._show(no.why)
            else:
                self._show(f"{line!r} is not a number from 1 to {len(ask.legal)}.")

    async def go_on(self, game: Game, choice: str) -> None:
        self._show(self._summary(game, self._seat))
        await self._read(f"No choice {choice.replace('_', ' ')}; Enter goes on: ")
