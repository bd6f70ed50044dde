"""Authoring, step one: the surveyed places, scaled and pushed apart as little as needed.

Deterministic and free of numpy: pairs closer than the clearance are parted along their line, each
going half the way, until none is left.
"""

from __future__ import annotations

import itertools
import math

from vulkar.errors import VulkarError

Point = tuple[float, float]


def respace(places: dict[str, Point], pinned: set[str], clearance_mm: float) -> dict[str, Point]:
    """``places`` in mm with every pair at least ``clearance_mm`` apart; ``pinned`` do not move.

    Raises ``VulkarError("map.crowded")`` where pinned places leave no room.
    """
    at = {k: (float(x), float(y)) for k, (x, y) in places.items()}
    pairs = list(itertools.combinations(sorted(at), 2))
    for _ in range(2000):
        worst = 0.0
        for a, b in pairs:
            (ax, ay), (bx, by) = at[a], at[b]
            gap = math.hypot(bx - ax, by - ay)
            short = clearance_mm - gap
            if short <= 1e-6 or (a in pinned and b in pinned):
                continue
            worst = max(worst, short)
            ux, uy = ((bx - ax) / gap, (by - ay) / gap) if gap else (1.0, 0.0)
            share_a = 0.0 if a in pinned else 1.0 if b in pinned else 0.5
            at[a] = (ax - ux * short * share_a, ay - uy * short * share_a)
            at[b] = (bx + ux * short * (1 - share_a), by + uy * short * (1 - share_a))
        if worst < 1e-3:
            break
    for a, b in pairs:
        if math.dist(at[a], at[b]) < clearance_mm - 0.01:
            raise VulkarError("map.crowded", a=a, b=b, clearance=clearance_mm)
    return at
