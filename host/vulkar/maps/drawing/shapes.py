"""The primitives that both pictures are made of: millimetres, x east, y north, painted in order."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Xy: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle with an optional rim."""

    at: Xy
    radius: float
    fill: str | None
    line: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape."""

    points: tuple[Xy, ...]
    fill: str | None
    line: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round joints and ends; ``dash`` are lengths of line and gap, in mm."""

    points: tuple[Xy, ...]
    colour: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words; ``size`` is the height of the letters' box; ``halo`` paints a rim behind them."""

    at: Xy  # the middle of the text, or its left end
    text: str
    size: float
    colour: str
    bold: bool = False
    left: bool = False
    halo: str | None = None


Shape: TypeAlias = Disc | Polygon | Stroke | Text


@dataclass(frozen=True, slots=True)
class Picture:
    """All shapes of one drawing and the part of the plane that it shows."""

    left: float
    bottom: float
    right: float
    top: float
    background: str
    title: str
    shapes: tuple[Shape, ...]


def dashed(points: Sequence[Xy], dash: tuple[float, ...]) -> list[tuple[Xy, ...]]:
    """A line cut into the pieces that a dash pattern leaves."""
    if not dash:
        return [tuple(points)]
    out: list[tuple[Xy, ...]] = []
    k, left, on = 0, dash[0], True
    piece: list[Xy] = [points[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        done = 0.0
        while long - done > left:
            done += left
            t = done / long
            at = (ax + (bx - ax) * t, ay + (by - ay) * t)
            if on:
                out.append((*piece, at))
            piece = [at]
            k = (k + 1) % len(dash)
            left, on = dash[k], not on
        left -= long - done
        if on:
            piece.append((bx, by))
    if on and len(piece) > 1:
        out.append(tuple(piece))
    return out
