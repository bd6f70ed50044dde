"""What moves: the idol with its facings, stations and diverters."""

from __future__ import annotations

import math
from collections.abc import Iterator

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.places import ngon
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Text, Xy
from vulkar.maps.model import IDOL, IslandMap


def _ray(at: Xy, compass_deg: float, far: float) -> Xy:
    a = math.radians(compass_deg)
    return at[0] + far * math.sin(a), at[1] + far * math.cos(a)


def idol(map: IslandMap) -> Iterator[Shape]:
    """The idol, and an arrow with a name for each facing; the wedge is the tolerance."""
    at = (map.idol.x_mm, map.idol.y_mm)
    radius = map.idol.mouth_radius_mm
    yield Disc(at, radius + 4, "#6b5b53", c.INK, 1.6)
    for f in map.idol.facings.values():
        edge = [
            _ray(at, f.compass_deg + f.tolerance_deg * k / 4, radius + 13) for k in range(-4, 5)
        ]
        yield Polygon((at, *edge), "#f2b28c", c.LAVA, 0.7)
    yield Disc(at, radius - 6, "#86756b", c.INK, 1.2)
    x, y = at
    for side in (-1, 1):
        yield Disc((x + side * 8, y + 6), 4.2, c.LIGHT, c.INK, 1.0)
        yield Disc((x + side * 8, y + 5.4), 1.8, c.LAVA)
    yield Polygon(
        ((x - 11, y - 5), (x + 11, y - 5), (x + 8, y - 13), (x - 8, y - 13)), "#2b1a14", c.INK, 1.0
    )
    yield Disc((x, y - 8.6), 4.0, c.LAVA, c.INK, 0.6)
    for f in map.idol.facings.values():
        tip, foot = _ray(at, f.compass_deg, radius + 17), _ray(at, f.compass_deg, radius - 3)
        yield Stroke((foot, tip), c.INK, 1.6)
        yield Polygon(ngon(tip, 4.2, 3, 90 - f.compass_deg), c.LAVA, c.INK, 0.7)
        beside = max(
            (_ray(at, f.compass_deg + s * (f.tolerance_deg + 9), radius + 14) for s in (1, -1)),
            key=lambda p: min(20.0, *(math.dist(p, (q.x_mm, q.y_mm)) for q in map.spaces.values())),
        )
        yield Text(beside, f.id, 8.0, c.INK, bold=True, halo="#ffe9a8")


def stations(map: IslandMap) -> Iterator[Shape]:
    """A diamond with the letter; beside it a short arrow for each push."""
    for s in map.sources.values():
        if s.id == IDOL:
            continue
        at = (s.x_mm, s.y_mm)
        for r in map.routes.values():
            if r.source == s.id:
                far = next((p for p in r.polyline if math.dist(p[:2], at) > 17), r.polyline[-1])
                yield Stroke((at, (far[0], far[1])), c.INK, 3.0)
                yield Disc((far[0], far[1]), 2.4, c.INK)
        yield Polygon(ngon(at, 11, 4, 0), c.LAVA, c.INK, 1.4)
        yield Text(at, s.id, 9, "#ffffff", bold=True)


def diverters(map: IslandMap, ids: bool = True) -> Iterator[Shape]:
    """A small round plate with a bar; its id hangs below, if asked for."""
    for d in map.diverters.values():
        at = (d.x_mm, d.y_mm)
        yield Disc(at, 4.4, "#ffffff", c.INK, 1.0)
        yield Stroke(((at[0] - 3.2, at[1] - 3.2), (at[0] + 3.2, at[1] + 3.2)), c.INK, 1.8)
        if ids:
            yield Text((at[0], at[1] - 9.5), d.id, 6.0, c.INK, bold=True, halo="#ffffff")
