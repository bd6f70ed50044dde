"""A game that one seat cannot tell from the real one, for bots."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vulkar.rules.ship.cards import CARDS, ON_ISLAND

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


def imagine(g: Game, seat: int, rng: random.Random) -> Game:
    """A copy in which the locations that ``seat`` has not seen are laid anew, the removed included.

    The stack needs nothing: chance says what lies there only when it is turned up.
    """
    new = g.copy()
    s = new.s
    hidden = [p for p in ON_ISLAND if s.cards[p] >= 0 and not s.known[seat] >> p & 1]
    seen = {s.cards[p] for p in ON_ISLAND if s.known[seat] >> p & 1}
    rest = [card for card in range(len(CARDS)) if card not in seen]
    rng.shuffle(rest)
    for place, card in zip(hidden, rest, strict=False):
        s.cards[place] = card
    if new.ask is not None and new.ask.asker != seat:
        new.ask = None
        new.resume()
    return new
