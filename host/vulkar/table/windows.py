"""Tells what happened, and holds whatever seats may decide so that no pause tells of a hand.

The rules go on by themselves where nobody can act. So one answer can bring a chain of events with
windows and own choices in it that nobody is asked in. They are told one by one, each with the board
and the seats as they were then: a window takes its fixed time whoever could act, and a seat's own
choice takes until that seat says so, whether it has a choice or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from vulkar.rules import Event, Game
from vulkar.table.intents import Intents

OPENING: Final = frozenset({"window_opened", "window_again"})
HELD: Final = OPENING | {"choice_opened"}


# Waits while a window is open: for so many seconds, or until all seats that it may ask have spoken.
Wait: TypeAlias = Callable[[float, Collection[int]], Awaitable[None]]


async def whole_time(length_s: float, asked: Collection[int]) -> None:
    """A window lasts its time, whoever speaks."""
    del asked
    await asyncio.sleep(length_s)


def window_s(wanted_s: float, remote: Collection[int]) -> float:
    """How long every window stays open: 0 where no seat decides away from the table's terminal."""
    return wanted_s if remote else 0.0


def waiting_at(events: Sequence[Event]) -> int:
    """The index of the event that opened the window or choice which still waits, -1 if none does.

    What opened and closed within one answer's events had nobody who could act in it.
    """
    depth = 0
    for index in range(len(events) - 1, -1, -1):
        kind = events[index].kind
        if kind in ("window_closed", "choice_closed"):
            depth += 1
        elif kind in HELD:
            if depth == 0:
                return index
            if kind != "window_again":
                depth -= 1
    return -1


@dataclass
class Heard:
    """The events of one answer, and the game as it stood when each window or choice opened."""

    game: Game
    held: bool  # whether anything is held at this table
    events: list[Event] = field(default_factory=list)
    stood: dict[int, Game] = field(default_factory=dict)

    def __call__(self, event: Event) -> None:
        if self.held and event.kind in HELD:
            self.stood[len(self.events)] = self.game.copy()
        self.events.append(event)


@dataclass
class Windows:
    """Holds windows and choices at a table with seats away from it.

    ``shown`` is the game as everybody has heard of it: what a seat is shown comes from there. The
    game itself may be further on, and that alone would tell that nobody could act.
    """

    length_s: float
    intents: Intents
    tell: Callable[[int, Sequence[Event]], None]  # by the answer to question number ...
    set_board: Callable[[Game], Awaitable[None]]  # has the pieces placed as in that game
    go_on: Callable[[int, Game, str], Awaitable[None]]  # waits for a seat: see Player.go_on
    shown: Game
    wait: Wait = whole_time

    def listen(self, game: Game) -> Heard:
        """Before an answer is given: what hears its events. Nobody is shown more until then."""
        if self.length_s:
            self.shown = game.copy()
        return Heard(game, bool(self.length_s))

    async def publish(self, number: int, heard: Heard) -> None:
        """Tells the events; returns when all that is told of is over, but for what still waits."""
        game, events = heard.game, heard.events
        waits_at = waiting_at(events) if game.ask is not None and game.ask.asker >= 0 else -1
        told = 0
        for index, then in heard.stood.items():
            self.shown = then
            self.tell(number, events[told : index + 1])
            told = index + 1
            await self.set_board(then)
            if events[index].kind in OPENING:
                about = events[index].data
                asked = then.asked_in(about["window"], about["seat"])
                await self.hold(game if index == waits_at else None, asked)
            elif index != waits_at:
                data = events[index].data
                await self.go_on(data["seat"], then, data["choice"])
        self.shown = game
        self.tell(number, events[told:])

    async def hold(self, game: Game | None, asked: Collection[int]) -> None:
        """One window. ``game``: it waits in it; None: nobody can act, which none may tell.

        ``asked``: the seats that may be asked in it, as far as everybody knows.
        """
        seats = range(len(game.seats)) if game is not None else ()
        if game is not None:
            self.intents.objection = game.objection
        self.intents.open({seat: game.offers(seat) for seat in seats if game is not None})
        await self.wait(self.length_s, asked)
        self.intents.close()
