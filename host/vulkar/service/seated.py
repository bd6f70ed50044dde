"""Players of a served table: people and programs away from it, and bots among them."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from vulkar.rules import Answer, Ask, Game
from vulkar.service.desk import Question, SeatDesk
from vulkar.table.intents import PASS
from vulkar.table.players import BotPlayer, Player

Run: TypeAlias = Callable[[Callable[[], Answer]], Awaitable[Answer]]

BOT_S: Final = 1.0  # a bot among people takes this for each choice, whether it has one or not


class ThoughtPlayer:
    """A bot whose thinking ``run`` does where it holds up nobody; see :class:`BotPlayer`."""

    def __init__(self, bot: BotPlayer, run: Run) -> None:
        self._bot = bot
        self._run = run

    async def choose(self, game: Game, ask: Ask) -> Answer:
        return await self._run(lambda: self._bot.think(game, ask))

    async def go_on(self, game: Game, choice: str) -> None:
        """At once."""


class PacedPlayer:
    """A bot at a table with people: neither a choice nor its lack shows in how long it takes.

    Should it ever need more, it takes as many seconds more from then on, for everything.
    """

    def __init__(self, inner: Player) -> None:
        self._inner = inner
        self._pace_s = BOT_S

    async def choose(self, game: Game, ask: Ask) -> Answer:
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        value = await self._inner.choose(game, ask)
        took_s = loop.time() - began_s
        self._pace_s = max(self._pace_s, math.ceil(took_s / BOT_S) * BOT_S)
        await asyncio.sleep(began_s + self._pace_s - loop.time())
        return value

    async def go_on(self, game: Game, choice: str) -> None:
        del game, choice
        await asyncio.sleep(self._pace_s)


class RemotePlayer:
    """A seat whose answers come from its desk; ``stand_in`` decides for one that is gone or late.

    ``posed`` hears each question as it opens, and None once it is over.
    """

    def __init__(
        self,
        desk: SeatDesk,
        pawn: str,
        stand_in: Player,
        posed: Callable[[Question | None], None],
    ) -> None:
        self._desk = desk
        self._pawn = pawn
        self._stand_in = stand_in
        self._posed = posed

    async def choose(self, game: Game, ask: Ask) -> Answer:
        question = self._desk.pose(game, ask, ask.pawn)
        said = await self._wait(question)
        if said is None:
            return await self._stand_in.choose(game, ask)
        value, self._desk.said = said
        return value

    async def go_on(self, game: Game, choice: str) -> None:
        if await self._wait(self._desk.pose(game, None, self._pawn)) is None:
            await self._stand_in.go_on(game, choice)

    async def _wait(self, question: Question) -> Answer:
        self._posed(question)
        try:
            return await question.answer
        finally:
            self._desk.close()
            self._posed(None)


def asked_if_others_pass(game: Game, seat: int) -> tuple[Game, Ask] | None:
    """The question that ``seat`` gets in the window that waits, if all before it pass.

    None: it gets none. Whoever decides beforehand for a window decides for this question.
    """
    then = game.copy()
    for _ in game.seats:
        ask = then.ask
        if ask is None or ask.kind != "respond":
            return None
        if ask.asker == seat:
            return then, ask
        then.answer(ask.number, PASS)
    return None
