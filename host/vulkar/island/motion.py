"""How a pawn moved, as far as its sensor can tell: rocked, moved, fallen, or unsure which.

The field of a pawn that was pushed far away and of one that fell overlap around nothing at all.
Only beyond that overlap is the one told from the other (docs/reference/detection.md).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

# Shares of the field before the roll. A pawn that lies reads -9 to +13 % of it, wherever on its
# space it stood; one that stands aside never less than -2.1 %. A neighbour adds 1.3 % at most.
UPRIGHT_SHARE: Final = 0.15
LYING_SHARE: Final = -0.036
SAME_SHARE: Final = 0.08
CHANGED_SHARE: Final = 0.25


class Motion(StrEnum):
    """What became of a pawn whose field changed."""

    ROCKED = "rocked"  # its field changed and came back
    MOVED = "moved"  # it stands somewhere else, or leans
    FALLEN = "fallen"  # it lies
    UNSURE = "unsure"  # moved or fallen, or too little to say


def motion(baseline_mt: float, min_mt: float, max_mt: float, last_mt: float) -> Motion | None:
    """The motion of a pawn that stood on a living sensor; ``None`` where nothing changed.

    Fields in mT, turned so that ``baseline_mt`` is over 0.
    """
    change = max(baseline_mt - min_mt, max_mt - baseline_mt) / baseline_mt
    rest = last_mt / baseline_mt
    if change < SAME_SHARE:
        return None
    if change < CHANGED_SHARE:
        return Motion.UNSURE
    if abs(1.0 - rest) < SAME_SHARE:
        return Motion.ROCKED
    if rest >= UPRIGHT_SHARE:
        return Motion.MOVED
    return Motion.FALLEN if rest <= LYING_SHARE else Motion.UNSURE
