"""Response windows of a served table: told to all its people alike, and thought of by its bots."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from vulkar import bots
from vulkar.rules import Answer, Refused
from vulkar.rules.classic import Game
from vulkar.service.announced import AnnouncedIntents
from vulkar.service.seated import asked_if_others_pass
from vulkar.service.seats import Seat
from vulkar.service.streams import Streams
from vulkar.service.terms import OPEN, Terms
from vulkar.table.players import BotPlayer

STAND_IN: Final = "simple"  # the bot that plays for somebody who is gone or late

Think = Callable[[Callable[[], Answer]], Awaitable[Answer]]


def bot_of(seat: Seat, seed: int, decided: int) -> BotPlayer:
    """The bot of a seat; for a person's seat the one that stands in."""
    kind = STAND_IN if seat.kind == OPEN else seat.kind
    return BotPlayer(functools.partial(bots.make, kind), seat.number, seed, decided)


class Windowing:
    """The windows of one table as it is played. ``game``: it as it stands now."""

    def __init__(
        self,
        terms: Terms,
        seats: Sequence[Seat],
        streams: Streams,
        think: Think,
        game: Callable[[], Game],
        seed: int,
    ) -> None:
        self.intents = AnnouncedIntents(streams.stream, self._opened, self._closed)
        self._terms = terms
        self._seats = seats
        self._streams = streams
        self._think = think
        self._game = game
        self._seed = seed
        self._ends_s = 0.0
        self._thoughts: set[asyncio.Task[None]] = set()

    @property
    def left_ms(self) -> int:
        """How long the open window stays open."""
        return max(0, round((self._ends_s - asyncio.get_running_loop().time()) * 1000))

    def stop(self) -> None:
        """Nobody thinks any more."""
        for task in self._thoughts:
            task.cancel()

    def _opened(self) -> None:
        self._ends_s = asyncio.get_running_loop().time() + self._terms.window_s
        length_ms = round(self._terms.window_s * 1000)
        data = {"window": self.intents.name, "length_ms": length_ms}
        self._streams.tell("window", data, audience=self._terms.people)
        for seat in self._seats:
            is_bot = seat.kind != OPEN or seat.stand_in
            if is_bot and len(self.intents.offers(seat.number)) > 1:
                self._think_ahead(seat)

    def _closed(self) -> None:
        self._streams.tell("window", {"window": None}, audience=self._terms.people)

    def _think_ahead(self, seat: Seat) -> None:
        """A bot says beforehand what it would play, as people do, while the window is open."""
        found = asked_if_others_pass(self._game(), seat.number)
        if found is None:
            return
        game, ask = found
        window, bot = self.intents.window, bot_of(seat, self._seed, ask.number)

        async def think() -> None:
            value = await self._think(lambda: bot.think(game, ask))
            with suppress(Refused):  # it thought for longer than the window was open
                self.intents.say(seat.number, window, value)

        task = asyncio.get_running_loop().create_task(think())
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
