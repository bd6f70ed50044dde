"""What holds between any two answers of a game, whatever is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import WORLD
from vulkar.rules.ship.cards import CENTRE, ON_ISLAND, ROUNDS, TREASURES, bits

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


def broken(g: Game) -> str | None:
    """The first invariant that does not hold, in words; None where all hold."""
    return _island(g) or _round(g) or _stack(g) or _question(g)


def _island(g: Game) -> str | None:
    s = g.s
    laid = [s.cards[p] for p in ON_ISLAND if s.cards[p] >= 0]
    if len(set(laid)) < len(laid):
        return "a location lies twice"
    if s.cards[CENTRE] >= 0:
        return "a location lies in the centre"
    if s.round and len(laid) != len(ON_ISLAND):
        return "a location is missing"
    return None


def _round(g: Game) -> str | None:
    s = g.s
    if any(s.open & ~known for known in s.known):
        return "a seat does not know what lies open"
    if (s.open | s.known[0]) & ~bits(ON_ISLAND):
        return "a place that is none lies open"
    if bool(s.open) != (s.last >= 0) or (s.last >= 0 and not s.open >> s.last & 1):
        return "the last location does not lie open"
    sides = [side for side in s.sides if side >= 0]
    if len(set(sides)) < len(sides):
        return "two seats looked at one side"
    return None


def _stack(g: Game) -> str | None:
    s = g.s
    held = [birds for birds in s.volcano if birds]
    if len(set(held)) < len(held) or not set(held) <= set(s.volcanoes):
        return "a volcano is not there, or twice"
    if s.round and len(s.volcanoes) != len(g.seats) - 1:
        return "the volcanoes are not one fewer than the players"
    if not s.round - 1 <= len(s.winners) <= min(max(s.round, 0), ROUNDS) and s.round:
        return "not one treasure a round was won"
    if g.result is not None and sorted(s.values) != sorted(TREASURES):
        return "the treasures are not whole"
    return None


def _question(g: Game) -> str | None:
    ask = g.ask
    if ask is None:
        return None if g.result is not None else "no question is open, and nobody has won"
    if g.result is not None:
        return "a question is open after the end"
    if ask.asker == WORLD:
        return None
    if len(ask.legal) < 2 or len(ask.legal) != len(ask.codes):
        return f"a forced question: {ask.kind}"
    if ask.asker >= 0 and g.s.volcano[ask.asker]:
        return f"a seat with a volcano is asked: {ask.kind}"
    return None
