"""Who is there: a seat whose session neither listens nor asks for a while is gone, and seen to be.

It waits for its people. Where the terms say so a bot plays for it meanwhile, until they are back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from vulkar.service.seats import Seat
from vulkar.service.terms import OPEN

GONE_S: Final = 10.0


class Presence:
    """Watches the seats of one table. ``listens``: whether a seat's session has it subscribed.

    ``changed`` hears of each seat whose state is another one.
    """

    def __init__(
        self,
        seats: list[Seat],
        bot_after_s: float,
        listens: Callable[[Seat], bool],
        changed: Callable[[Seat], None],
    ) -> None:
        self._seats = seats
        self._bot_after_s = bot_after_s
        self._listens = listens
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._seen_s = {seat.number: self._loop.time() for seat in seats}
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def start(self) -> None:
        """Begins to watch every seat of a person."""
        for seat in self._seats:
            self.seen(seat)

    def seen(self, seat: Seat) -> None:
        """The seat's session is there, or has just left."""
        if seat.kind != OPEN:
            return
        self._seen_s[seat.number] = self._loop.time()
        if seat.gone or (seat.stand_in and seat.session is not None):
            seat.gone = seat.stand_in = False
            self._changed(seat)
        self._look_again(seat, GONE_S)

    def stop(self) -> None:
        """Watches no more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _look_again(self, seat: Seat, after_s: float) -> None:
        timer = self._timers.pop(seat.number, None)
        if timer is not None:
            timer.cancel()
        self._timers[seat.number] = self._loop.call_later(after_s, self._look, seat)

    def _look(self, seat: Seat) -> None:
        there = seat.session is not None and self._listens(seat)
        if there:
            return  # until it is seen to leave
        away_s = self._loop.time() - self._seen_s[seat.number]
        gone = seat.session is not None and away_s >= GONE_S
        stand_in = self._bot_after_s > 0 and away_s >= max(self._bot_after_s, GONE_S)
        if (gone, stand_in) != (seat.gone, seat.stand_in):
            seat.gone, seat.stand_in = gone, stand_in
            self._changed(seat)
        if not stand_in and self._bot_after_s > 0:
            self._look_again(seat, max(self._bot_after_s - away_s, GONE_S - away_s, 0.001))
