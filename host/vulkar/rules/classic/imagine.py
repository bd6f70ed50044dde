"""A game that one seat cannot tell from the real one, for bots."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.items.view import imagine_looks

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def imagine(g: Game, seat: int, rng: random.Random) -> Game:
    """A copy in which all that ``seat`` cannot see is dealt anew.

    The open question stays if it is the seat's own; any other is posed anew, because whether and
    what another seat may answer depends on cards that this seat does not know.
    """
    new = g.copy()
    deal_anew(new, seat, rng)
    if new.ask is not None and new.ask.asker != seat:
        new.ask = None
        new.resume()
    return new


def deal_anew(new: Game, seat: int, rng: random.Random) -> None:
    """Deals other hands and the pile of a game anew, to agree with what ``seat`` knows of them."""
    s = new.s
    n = len(new.seats)
    unseen = list(COUNTS)
    for kind in (*s.hands[seat], *s.table):
        unseen[kind] -= 1
    for kind, count in enumerate(s.discard):
        unseen[kind] -= count
    for other in range(n):
        for kind in s.known[seat * n + other]:
            unseen[kind] -= 1
    rest = [kind for kind, count in enumerate(unseen) for _ in range(count)]
    rng.shuffle(rest)
    for other in range(n):
        if other == seat:
            continue
        known = s.known[seat * n + other]
        more = len(s.hands[other]) - len(known)
        s.hands[other] = tuple(sorted((*known, *rest[:more])))
        del rest[:more]
        for third in range(n):  # what others know of each other is not for this seat to see
            if third not in (seat, other):
                s.known[third * n + other] = ()
    s.pile = [0] * len(KINDS)
    for kind in rest:
        s.pile[kind] += 1
    if s.inv is not None:
        imagine_looks(new, seat, rng)
