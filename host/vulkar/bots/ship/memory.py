"""What a player of the memory game still remembers of what it once saw."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vulkar.rules.ship.cards import ON_ISLAND

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


class Memory:
    """Forgets each covered location with probability ``rate`` in every turn that goes by.

    A location that lies open again is fresh again. A rate of 0 forgets nothing.
    """

    def __init__(self, rng: random.Random, rate: float) -> None:
        if not 0 <= rate <= 1:
            raise ValueError(f"a forgetting rate is a probability, not {rate}")
        self.rng = rng
        self.rate = rate
        self.locations: dict[int, int] = {}  # place -> location
        self.met: dict[int, int] = {}  # place -> turn in which it was last seen, forgotten or not
        self.turn = 0

    def look(self, game: Game, seat: int) -> dict[int, int]:
        """Takes in what ``seat`` has seen since the last look; returns place -> location."""
        s = game.s
        for place in ON_ISLAND:
            if not s.known[seat] >> place & 1:
                continue
            if place not in self.met or s.when[place] > self.met[place]:
                self.met[place] = s.when[place]
                self.locations[place] = s.cards[place]
        for place in tuple(self.locations):
            if s.open >> place & 1:
                continue  # it lies before everybody's eyes
            past = s.turns - max(self.turn, self.met[place])
            if past > 0 and self.rng.random() >= (1 - self.rate) ** past:
                del self.locations[place]
        self.turn = s.turns
        return self.locations
