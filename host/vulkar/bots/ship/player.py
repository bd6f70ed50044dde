"""A player of the memory game: opens what it remembers to fit, else looks for what may fit."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from vulkar.bots.ship.memory import Memory
from vulkar.rules.core import Answer, Ask
from vulkar.rules.ship.cards import CARDS, connected

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game

FORGETS: Final = 0.04  # share of what is remembered that goes in a turn; a person's, at a guess


class Player:
    """Remembers with a forgetting ``rate`` a turn; the rest of what it knows it takes as unseen."""

    def __init__(self, rng: random.Random, rate: float = 0.0) -> None:
        self.rng = rng
        self.memory = Memory(rng, rate)

    def choose(self, game: Game, ask: Ask, seat: int) -> Answer:
        """A place whose location fits; among several one that leaves others the least."""
        remembered = self.memory.look(game, seat)
        if ask.kind != "open":
            return self.rng.choice(ask.legal)
        s = game.s
        last = s.cards[s.last] if s.last >= 0 else None
        gone = {card for place, card in remembered.items() if s.open >> place & 1}
        mine = {place: remembered[place] for place in ask.codes if place in remembered}
        fitting = [p for p, card in mine.items() if last is None or connected(card, last)]
        if fitting:
            return self._best(ask, {p: _left(mine[p], gone) for p in fitting})
        unseen = [place for place in ask.codes if place not in remembered]
        if unseen:
            return ask.legal[ask.codes.index(self.rng.choice(unseen))]
        return self.rng.choice(ask.legal)  # it knows that nothing fits

    def _best(self, ask: Ask, left: dict[int, int]) -> Answer:
        least = min(left.values())
        place = self.rng.choice([p for p, count in left.items() if count == least])
        return ask.legal[ask.codes.index(place)]


def _left(card: int, gone: set[int]) -> int:
    """How many locations that do not lie open would fit after this one."""
    return sum(connected(card, c) for c in range(len(CARDS)) if c != card and c not in gone)


def perfect(rng: random.Random) -> Player:
    """A player that forgets nothing."""
    return Player(rng)


def forgetful(rng: random.Random) -> Player:
    """A player that forgets as people do."""
    return Player(rng, FORGETS)
