"""What a seat, and what everybody, may know of a 1986 game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.classic.cards import KINDS, UNKNOWN
from vulkar.rules.classic.items.view import item_board, item_marks
from vulkar.rules.classic.state import FREE, LYING
from vulkar.rules.core import View

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def view_of(g: Game, seat: int | None) -> View:
    """``visible``: the board, the seat's own hand and its own open question, others' card counts.

    ``seat`` None: what lies open to everybody, and nothing of any one seat.

    ``known``: cards that the seat once saw go into another hand and that are still there.
    The view does not say whether some other seat is being asked: that would tell of its hand.
    """
    s, names = g.s, g.board.names
    n = len(g.seats)
    pieces = [
        {
            "seat": i,
            "pawn": pawn,
            "space": names[s.pos[i]],
            "posture": "lying" if s.out[i] == LYING else "up",
            "free": s.out[i] == FREE,
            "climbing": bool(s.climbing[i]),
            "cards": len(s.hands[i]),
            "token": ("none", "held", "returned")[s.token[i]],
            "bonus_turns": s.bonus[i],
            **item_marks(g, i),
            "team": g.team[i],
        }
        for i, pawn in enumerate(g.seats)
    ]
    visible: dict[str, Any] = {
        "preset": g.preset,
        "turn": s.turns,
        "active": s.active,
        "pieces": pieces,
        "jewel": {
            "owner": g.seats[s.owner] if s.owner >= 0 else None,
            "space": names[s.jewel_at] if s.owner < 0 else None,
        },
        "pile": sum(s.pile),
        "discard": {KINDS[k]: c for k, c in enumerate(s.discard) if c},
        "on_table": [KINDS[k] for k in s.table],
        "marbles": g.marbles(),
        "double": bool(s.double),
        "another_turn": bool(s.another),
        **item_board(g),
        "result": list(g.result.winners) if g.result else None,
    }
    if seat is None:
        return View(visible, {})
    visible |= {"seat": seat, "pawn": g.seats[seat]}
    visible["hand"] = [KINDS[k] for k in s.hands[seat] if k != UNKNOWN]
    if g.ask is not None and g.ask.asker == seat:
        visible["ask"] = {
            "kind": g.ask.kind,
            "pawn": g.ask.pawn,
            "legal": list(g.ask.legal),
            "data": dict(g.ask.data),
        }
    known = {
        g.seats[i]: [KINDS[k] for k in s.known[seat * n + i]]
        for i in range(n)
        if s.known[seat * n + i]
    }
    return View(visible, {"cards": known} if known else {})
