"""The open questions of a table's people: told, timed, and decided by a stand-in where need be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from vulkar.service.desk import Question, SeatDesk
from vulkar.service.seats import Seat
from vulkar.service.streams import Streams
from vulkar.service.terms import Terms


class Choosing:
    """``paused``: whether the game stands still; no time passes for a choice meanwhile."""

    def __init__(
        self, terms: Terms, seats: Sequence[Seat], streams: Streams, paused: Callable[[], bool]
    ) -> None:
        self.desks = [SeatDesk(seat.number) for seat in seats]
        self._terms = terms
        self._seats = seats
        self._streams = streams
        self._paused = paused
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def posed(self, seat: int, question: Question | None) -> None:
        """A seat's question has opened; None: it is over."""
        timer = self._timers.pop(seat, None)
        if timer is not None:
            timer.cancel()
        if question is None:
            return
        if self._seats[seat].stand_in:
            self.stand_in(seat)
            return
        if self._terms.choice_time != "off":
            self._time(seat, question)
        data = {"question": question.name, "kind": question.kind, "pawn": question.pawn}
        self._streams.tell("asked", data, audience=(seat,))

    def stand_in(self, seat: int) -> None:
        """The seat's stand-in decides what is open; what is on a real card it cannot."""
        question = self.desks[seat].open
        if question is not None and not question.answer.done() and not question.needs_person:
            question.answer.set_result(None)

    def stop(self) -> None:
        """No time runs any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _time(self, seat: int, question: Question) -> None:
        loop, left_s = asyncio.get_running_loop(), self._terms.choice_s
        if self._terms.choice_time == "strict":
            question.deadline_s = loop.time() + left_s
        self._timers[seat] = loop.call_later(left_s, self._late, seat, question)

    def _late(self, seat: int, question: Question) -> None:
        if self._paused():  # nobody could answer: the time begins anew
            self._time(seat, question)
            return
        strict = self._terms.choice_time == "strict"
        self._streams.tell("late", {"seat": seat, "strict": strict})
        if strict:
            self.stand_in(seat)
