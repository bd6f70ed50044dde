"""What a seat, and what everybody, may know of a memory game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.core import View
from vulkar.rules.ship.cards import CARDS, ON_ISLAND, PLACES, ROUNDS, SIDE_NAMES
from vulkar.rules.ship.score import value_of
from vulkar.rules.ship.state import NOWHERE

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


def view_of(g: Game, seat: int | None) -> View:
    """``visible``: what lies open, and what a seat is asked. ``known``: all it ever saw.

    What was seen and is covered again is for the memory of people: only ``known`` holds it, and
    pages do not show that. Nobody knows the rubies of a covered treasure, its owner neither, but
    where the stack is ordered.
    """
    s = g.s
    visible: dict[str, Any] = {
        "preset": g.preset,
        "turn": s.turns,
        "active": s.active,
        "round": s.round,
        "start": s.start,
        "open": _locations(g, s.open),
        "covered": [PLACES[p] for p in ON_ISLAND if s.cards[p] >= 0 and not s.open >> p & 1],
        "last": PLACES[s.last] if s.last >= 0 else None,
        "players": [_player(g, i) for i in range(len(g.seats))],
        "stack": {
            "volcanoes": len(s.volcanoes) - sum(birds > 0 for birds in s.volcano),
            "treasures": ROUNDS - len(s.winners),
        },
        "volcanoes": list(s.volcanoes) if len(s.volcanoes) == len(g.seats) - 1 else [],
        "result": list(g.result.winners) if g.result else None,
    }
    if seat is None:
        return View(visible, {})
    visible |= {"seat": seat, "pawn": g.seats[seat]}
    if g.ask is not None and g.ask.asker == seat:
        visible["ask"] = {
            "kind": g.ask.kind,
            "pawn": g.ask.pawn,
            "legal": list(g.ask.legal),
            "data": dict(g.ask.data),
        }
    known = _locations(g, s.known[seat])
    return View(visible, {"locations": known} if known else {})


def _locations(g: Game, places: int) -> dict[str, str]:
    """Place -> location, of a set of places as bits."""
    return {PLACES[p]: CARDS[g.s.cards[p]] for p in ON_ISLAND if places >> p & 1}


def _player(g: Game, seat: int) -> dict[str, Any]:
    s = g.s
    won = [i for i, winner in enumerate(s.winners) if winner == seat]
    side = s.sides[seat]
    return {
        "seat": seat,
        "pawn": g.seats[seat],
        "side": SIDE_NAMES[side] if side != NOWHERE else None,
        "volcano": s.volcano[seat],
        "treasures": [value_of(g, i) for i in won],
    }
