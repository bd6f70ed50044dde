"""Why somebody may not speak now, although nobody asked them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import BACK, CAVE, MOVE, ROLL, WINDOW, WINDOW_NAMES
from vulkar.rules.core import Answer, Ask, Refused

if TYPE_CHECKING:
    from vulkar.rules.classic import Game


def explain_unasked(g: Game, who: str, value: Answer) -> Refused | None:
    """The rule that keeps ``who`` from saying ``value`` now; None if it is no play of a card.

    The engine asks nobody who has nothing to answer, so the question is asked here as the
    window that is open, or as the one after the roll while a move is under way.
    """
    if who not in g.seats or value[0] not in ("play", "use"):
        return None
    window = None
    for frame in reversed(g.s.stack):
        if frame.kind == WINDOW:
            window = WINDOW_NAMES[frame.mode]
        elif frame.kind == ROLL and not frame.at and not frame.n:
            break  # announced, but not thrown
        elif frame.kind in (ROLL, CAVE) or (frame.kind == MOVE and frame.mode != BACK):
            window = "after_roll"
        if window is not None:
            break
    seat = g.seats.index(who)
    if window is None and seat == g.s.active:
        return g.explain(Ask(0, seat, "act", None, (), {"phase": "before_roll"}), value)
    return g.explain(Ask(0, seat, "respond", None, (), {"window": window or "before_cards"}), value)
