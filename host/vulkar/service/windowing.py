"""Response windows of a served table: told to all its people alike, and thought of by its bots."""

from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

from vulkar import bots
from vulkar.rules import Answer, Game, Refused
from vulkar.service.announced import AnnouncedIntents
from vulkar.service.seated import BOT_S, asked_if_others_pass
from vulkar.service.seats import Seat
from vulkar.service.streams import Streams
from vulkar.service.terms import OPEN, Terms
from vulkar.table.players import BotPlayer

Think = Callable[[Callable[[], Answer]], Awaitable[Answer]]


def bot_of(seat: Seat, ruleset: str, seed: int, decided: int) -> BotPlayer:
    """The bot of a seat; for a person's seat the one that stands in."""
    kind = bots.bots_of(ruleset).stand_in if seat.kind == OPEN else seat.kind
    make = functools.partial(bots.make, kind, ruleset=ruleset)
    return BotPlayer(make, seat.number, seed, decided)


class Windowing:
    """The windows of one table as it is played. ``game``: it as it stands now.

    A window ends before its time once all who may be asked in it have spoken, each of their own
    accord. Whoever says nothing keeps it open, so nobody need show how fast they decide; and it
    never ends sooner than any bot of this game has ever decided, whether one had to or not.
    """

    def __init__(
        self,
        terms: Terms,
        seats: Sequence[Seat],
        streams: Streams,
        think: Think,
        game: Callable[[], Game],
        seed: int,
    ) -> None:
        self.asked: Collection[int] = ()  # the seats that the open window may ask
        self.intents = AnnouncedIntents(streams.stream, self._opened, self._closed, self._spoke)
        self._terms = terms
        self._seats = seats
        self._streams = streams
        self._think = think
        self._game = game
        self._seed = seed
        self._ends_s = 0.0
        self._thoughts: set[asyncio.Task[None]] = set()
        self._least_s = BOT_S
        self._spoken: set[int] = set()
        self._word = asyncio.Event()

    @property
    def left_ms(self) -> int:
        """How long the open window stays open."""
        return max(0, round((self._ends_s - asyncio.get_running_loop().time()) * 1000))

    async def wait(self, length_s: float, asked: Collection[int]) -> None:
        """Returns when the open window's time is over, or all of ``asked`` have spoken."""
        self.asked = asked
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        with suppress(TimeoutError):
            async with asyncio.timeout(length_s):
                while any(self._is_person(seat) and seat not in self._spoken for seat in asked):
                    self._word.clear()
                    await self._word.wait()
                if self._thoughts:
                    await asyncio.wait(self._thoughts)
                await asyncio.sleep(began_s + self._least_s - loop.time())

    def _is_person(self, seat: int) -> bool:
        return self._seats[seat].kind == OPEN and not self._seats[seat].stand_in

    def _spoke(self, seat: int) -> None:
        self._spoken.add(seat)
        self._word.set()

    def stop(self) -> None:
        """Nobody thinks any more."""
        for task in self._thoughts:
            task.cancel()

    def _opened(self) -> None:
        self._spoken.clear()
        self._ends_s = asyncio.get_running_loop().time() + self._terms.window_s
        length_ms = round(self._terms.window_s * 1000)
        data = {"window": self.intents.name, "length_ms": length_ms}
        self._streams.tell("window", data, audience=self._terms.people)
        for seat in self._seats:
            if not self._is_person(seat.number) and len(self.intents.offers(seat.number)) > 1:
                self._think_ahead(seat)

    def _closed(self) -> None:
        self._streams.tell("window", {"window": None}, audience=self._terms.people)

    def _think_ahead(self, seat: Seat) -> None:
        """A bot says beforehand what it would play, as people do, while the window is open."""
        found = asked_if_others_pass(self._game(), seat.number)
        if found is None:
            return
        game, ask = found
        window, bot = self.intents.window, bot_of(seat, self._terms.ruleset, self._seed, ask.number)

        async def think() -> None:
            loop = asyncio.get_running_loop()
            began_s = loop.time()
            value = await self._think(lambda: bot.think(game, ask))
            took_s = math.ceil((loop.time() - began_s) / BOT_S) * BOT_S
            self._least_s = max(self._least_s, took_s)
            with suppress(Refused):  # it thought for longer than the window was open
                self.intents.say(seat.number, window, value)

        task = asyncio.get_running_loop().create_task(think())
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
