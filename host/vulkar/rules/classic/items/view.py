"""What everybody sees of the items, and what of them is hidden from a seat that imagines a game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from vulkar.rules.classic.items.flows import LOOK
from vulkar.rules.classic.items.kinds import ids

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def item_marks(g: Game, seat: int) -> dict[str, Any]:
    """What lies before a seat; nothing in a game without items."""
    inv = g.s.inv
    if inv is None:
        return {}
    return {"items": ids(inv.held[seat]), "haunted": bool(inv.haunted[seat])}


def item_board(g: Game) -> dict[str, Any]:
    """What lies on the board; nothing in a game without items."""
    inv, names = g.s.inv, g.board.names
    if inv is None:
        return {}
    dolls = [{"space": names[at], "left_by": g.seats[by]} for at, by in inv.dolls]
    return {"dolls": dolls, "anchor": bool(inv.anchor)}


def imagine_looks(g: Game, seat: int, rng: random.Random) -> None:
    """Cards that others have turned up with a Crystal are any cards of that hand to ``seat``."""
    for f in g.s.stack:
        if f.kind == LOOK and f.seat != seat and f.path:
            f.path = tuple(sorted(rng.sample(g.s.hands[f.pawn], len(f.path))))
