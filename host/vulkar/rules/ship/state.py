"""The state of a memory game: small integers in one slots class, with its own copy."""

from __future__ import annotations

from typing import Any

from vulkar.rules.flow import Frame
from vulkar.rules.ship.cards import SIZE

NOWHERE = -1


class ShipState:
    """Everything that changes in a game. Seats, places and locations are numbers."""

    __slots__ = (
        "active",  # seat whose turn it is
        "cards",  # location that lies on each place, NOWHERE where none was laid
        "draws",  # cards asked so far: ordinal of the stream
        "known",  # bits of the places that each seat has seen
        "last",  # place that was opened last in this round, NOWHERE before the first
        "marbles",  # marbles asked of the world so far
        "number",  # number of the last question
        "open",  # bits of the places that lie open
        "picks",  # picks asked so far: ordinal of the stream
        "round",  # rounds begun
        "sides",  # side that each seat has looked at, NOWHERE before
        "stack",  # frames
        "start",  # seat that begins the round
        "turns",  # turns begun
        "values",  # rubies of the treasures that are turned over, in the order they were won
        "volcano",  # birds on the volcano before each seat, 0 where there is none
        "volcanoes",  # birds on the volcanoes in play, few to many
        "when",  # turn in which each place was opened last, 0 if never
        "winners",  # seat that won each treasure so far
    )

    def __init__(self, seats: int) -> None:
        self.stack: list[Frame] = []
        self.number = self.turns = self.round = 0
        self.draws = self.picks = self.marbles = 0
        self.active = self.start = 0
        self.open = 0
        self.last = NOWHERE
        self.cards = [NOWHERE] * (SIZE * SIZE)
        self.when = [0] * (SIZE * SIZE)
        self.known = [0] * seats
        self.sides = [NOWHERE] * seats
        self.volcano = [0] * seats
        self.volcanoes: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()
        self.values: tuple[int, ...] = ()

    def copy(self) -> ShipState:
        """An independent state with equal content; a few microseconds."""
        new: ShipState = object.__new__(ShipState)
        new.stack = [f.copy() for f in self.stack]
        new.number = self.number
        new.turns = self.turns
        new.round = self.round
        new.draws = self.draws
        new.picks = self.picks
        new.marbles = self.marbles
        new.active = self.active
        new.start = self.start
        new.open = self.open
        new.last = self.last
        new.cards = self.cards[:]
        new.when = self.when[:]
        new.known = self.known[:]
        new.sides = self.sides[:]
        new.volcano = self.volcano[:]
        new.volcanoes = self.volcanoes
        new.winners = self.winners
        new.values = self.values
        return new

    def key(self) -> tuple[Any, ...]:
        """All content as one comparable value."""
        return tuple(
            tuple(f.key() for f in self.stack)
            if name == "stack"
            else tuple(v)
            if isinstance(v := getattr(self, name), list)
            else v
            for name in self.__slots__
        )
