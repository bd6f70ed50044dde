"""Names of routes, trails and ends, each put where it covers least."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.shapes import Shape, Text, Xy
from vulkar.maps.model import IslandMap
from vulkar.maps.shape import foot

Box = tuple[float, float, float, float]

TRAIL_SIZE = 9.0
ROUTE_SIZE = 6.6
LETTER = 0.56  # mean width of a letter over its size
ALONE_MM = 9.0  # a route's name stands where no other line is nearer


def names(map: IslandMap, routes: bool) -> Iterator[Shape]:
    """Trails of three spaces or more, start, jewel, goal, water, and (if asked) all routes."""
    boxes = list(_taken(map))
    if routes:
        yield from _routes(map, boxes)
    yield from _trails(map, boxes)


def _taken(map: IslandMap) -> Iterator[Box]:
    for s in map.spaces.values():
        yield _square(s.x_mm, s.y_mm, 42.0 if s.id == map.start else 12.0)
    for source in map.sources.values():
        yield _square(source.x_mm, source.y_mm, 16.0)
    for d in map.diverters.values():
        yield _square(d.x_mm, d.y_mm - 5, 12.0)
    yield _square(map.idol.x_mm, map.idol.y_mm, map.idol.mouth_radius_mm + 28)


def _square(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _box(at: Xy, text: str, size: float) -> Box:
    half = size * LETTER * len(text) / 2
    return at[0] - half, at[1] - size * 0.6, at[0] + half, at[1] + size * 0.6


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _routes(map: IslandMap, boxes: list[Box]) -> Iterator[Shape]:
    for r in map.routes.values():
        others = [o.polyline for o in map.routes.values() if o.id != r.id]
        best: tuple[float, Xy] | None = None
        for x, y, _ in r.polyline[3::2]:
            cost = sum(_overlap(_box((x, y), r.id, ROUTE_SIZE), b) for b in boxes) / 40
            if best is not None and cost >= best[0]:
                continue
            near = min((foot(o, x, y).gap_mm for o in others), default=ALONE_MM)
            cost += 3 * max(0.0, ALONE_MM - near) / ALONE_MM
            if best is None or cost < best[0]:
                best = (cost, (x, y))
        assert best is not None
        boxes.append(_box(best[1], r.id, ROUTE_SIZE))
        yield Text(best[1], r.id, ROUTE_SIZE, c.INK, bold=True, halo="#ffe9a8")


def _trails(map: IslandMap, boxes: list[Box]) -> Iterator[Shape]:
    lines = [p[:2] for r in map.routes.values() for p in r.polyline]
    for name, spots in _wanted(map):
        best: tuple[float, Xy] | None = None
        half = TRAIL_SIZE * LETTER * len(name) / 2
        for (sx, sy), far, k in itertools.product(spots, (20, 26, 34, 46), range(16)):
            a = 2 * math.pi * k / 16
            at = (sx + (far + half * 0.6) * math.cos(a), sy + far * math.sin(a))
            box = _box(at, name, TRAIL_SIZE)
            if min(box[0], box[1], map.width_mm - box[2], map.depth_mm - box[3]) < 4:
                continue
            cost = far / 10 + sum(_overlap(box, b) for b in boxes) / 8
            if best is not None and cost >= best[0]:
                continue
            cost += 0.5 * sum(box[0] < px < box[2] and box[1] < py < box[3] for px, py in lines)
            if best is None or cost < best[0]:
                best = (cost, at)
        if best is not None:
            boxes.append(_box(best[1], name, TRAIL_SIZE * 1.1))
            yield Text(best[1], name, TRAIL_SIZE, c.INK, bold=True, halo="#fbf3dc")


def _wanted(map: IslandMap) -> Iterator[tuple[str, list[Xy]]]:
    trails: dict[str, list[Xy]] = {}
    for s in map.spaces.values():
        stem = s.name.rstrip("0123456789").strip()
        if s.kind in ("cell", "stone", "bridge"):
            trails.setdefault(stem if s.kind != "bridge" else s.name, []).append((s.x_mm, s.y_mm))
    for id in dict.fromkeys((map.start, map.jewel, map.goal)):
        s = map.spaces[id]
        yield s.name, [(s.x_mm, s.y_mm - 22 if id == map.start else s.y_mm)]
    if map.water is not None:
        water = map.spaces[map.water.space]
        yield "Water", [(water.x_mm, water.y_mm)]
    for name, spots in sorted(trails.items(), key=lambda t: (len(t[1]), t[0])):
        if len(spots) >= 3 or name.startswith("Bridge") or name.endswith("Step"):
            third = len(spots) // 3
            yield name, spots[third : len(spots) - third] or spots
