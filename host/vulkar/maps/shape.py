"""Plane geometry that checks and drawings share: distances to a line, places along it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Xy = tuple[float, float]


class Foot(NamedTuple):
    """The point of a line nearest to some point."""

    gap_mm: float
    arc_mm: float
    at: tuple[float, float, float]


def foot(line: Sequence[tuple[float, float, float]], x: float, y: float) -> Foot:
    """The nearest point of a polyline, seen from above; z is interpolated."""
    best = Foot(math.inf, 0.0, line[0])
    arc = 0.0
    for a, b in itertools.pairwise(line):
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = math.hypot(dx, dy)
        t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (long * long))) if long else 0.0
        px, py = a[0] + dx * t, a[1] + dy * t
        gap = math.hypot(x - px, y - py)
        if gap < best.gap_mm:
            best = Foot(gap, arc + long * t, (px, py, a[2] + (b[2] - a[2]) * t))
        arc += long
    return best


def compass(dx: float, dy: float) -> float:
    """Degrees clockwise from north, 0..360."""
    return math.degrees(math.atan2(dx, dy)) % 360.0


def turn(a: float, b: float) -> float:
    """Smallest angle between two compass directions, 0..180."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


def bounds(points: Iterable[Xy]) -> tuple[float, float, float, float]:
    """x least, y least, x most, y most."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
