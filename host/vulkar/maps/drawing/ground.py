"""Land, relief, channels, trays and footpaths: all that lies under the places."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Xy
from vulkar.maps.model import IDOL, IslandMap, Route

RIMS_MM = (116.0, 98.0, 78.0)  # shallows, beach, and the grass inside of it
RELIEF_MM = 86.0
ARROW_EVERY_MM = 62.0


def land(map: IslandMap) -> Iterator[Shape]:
    """Shallows, beach and a relief that darkens with height."""
    lines: list[tuple[float, tuple[Xy, ...]]] = []
    for a, b in map.links:
        p, q = map.spaces[a], map.spaces[b]
        lines.append(((p.z_mm + q.z_mm) / 2, ((p.x_mm, p.y_mm), (q.x_mm, q.y_mm))))
    for r in map.routes.values():
        for k in range(0, len(r.polyline) - 1, 3):
            part = r.polyline[k : k + 4]
            lines.append((sum(p[2] for p in part) / len(part), tuple(p[:2] for p in part)))
    shore = hull([p for _, points in lines for p in points])
    for colour, wide in zip((c.SHALLOWS, c.RELIEF[0], c.RELIEF[1]), RIMS_MM, strict=True):
        yield Polygon(shore, colour)
        yield Stroke((*shore, shore[0]), colour, wide)
    top = max(z for z, _ in lines) or 1.0
    for z, points in sorted(lines):
        shade = c.RELIEF[min(len(c.RELIEF) - 1, int(z / top * len(c.RELIEF)))]
        yield Stroke(points, shade, RELIEF_MM)


def hull(points: Iterable[Xy]) -> tuple[Xy, ...]:
    """The convex hull of points, counter-clockwise."""
    ordered = sorted(set(points))

    def half(side: Iterable[Xy]) -> list[Xy]:
        out: list[Xy] = []
        for p in side:
            while len(out) > 1 and _left_turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return (*half(ordered), *half(reversed(ordered)))


def _left_turn(a: Xy, b: Xy, p: Xy) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def channels(map: IslandMap) -> Iterator[Shape]:
    """Where marbles roll, as wide as it is, and the trays at the ends."""
    wide = map.geometry.trough_mm
    lines = [tuple(p[:2] for p in r.polyline) for r in map.routes.values()]
    yield from (Stroke(line, c.CHANNEL_RIM, wide + 2.5) for line in lines)
    yield from (Stroke(line, c.CHANNEL, wide) for line in lines)
    for x, y in dict.fromkeys((r.rest[0], r.rest[1]) for r in map.routes.values()):
        yield Disc((x, y), map.geometry.tray_radius_mm, "#4a3025", c.CHANNEL_RIM, 1.5)
        yield Disc((x, y), map.geometry.marble_mm / 2, None, c.LAVA, 1.2)


def footpaths(map: IslandMap) -> Iterator[Shape]:
    """The links, pale over the channels; bridges as planks between their two ends."""
    for a, b in map.links:
        p, q = map.spaces[a], map.spaces[b]
        ends = ((p.x_mm, p.y_mm), (q.x_mm, q.y_mm))
        if "bridge" in (p.kind, q.kind):
            yield Stroke(ends, c.INK, 15.0)
            yield Stroke(ends, c.WOOD, 13.0)
            yield from _planks(*ends)
        else:
            yield Stroke(ends, c.INK, 4.6, opacity=0.5)
            yield Stroke(ends, c.FOOTPATH, 3.4)


def _planks(a: Xy, b: Xy) -> Iterator[Shape]:
    long = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    for k in range(1, int(long / 5.0)):
        x, y = a[0] + ux * k * 5.0, a[1] + uy * k * 5.0
        yield Stroke(((x - uy * 6, y + ux * 6), (x + uy * 6, y - ux * 6)), c.INK, 0.8, opacity=0.6)


def route_lines(map: IslandMap) -> Iterator[Shape]:
    """One line for each route, side by side where they share a channel, with arrows downhill."""
    numbers = {s: k for k, s in enumerate(map.sources)}
    offsets = lanes(map)
    for r in map.routes.values():
        colour, dash = c.source_style(r.source, numbers[r.source])
        line = beside(r, offsets[r.id])
        yield Stroke(line, c.INK, 2.0, dash, opacity=0.55)
        yield Stroke(line, colour, 1.3, dash)
        yield from _arrows(line, colour)


def lanes(map: IslandMap) -> dict[str, float]:
    """An offset for every route, so that lines in one channel stay apart."""
    order = sorted(map.routes.values(), key=lambda r: (r.source != IDOL, r.source, r.id))
    return {r.id: ((k * 2) % 7 - 3) * 1.5 for k, r in enumerate(order)}


def beside(r: Route, offset: float) -> tuple[Xy, ...]:
    """A route's line, shifted sideways; its ends stay."""
    out: list[Xy] = []
    line = r.polyline
    for k, (x, y, _) in enumerate(line):
        a, b = line[max(0, k - 1)], line[min(len(line) - 1, k + 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = math.hypot(dx, dy) or 1.0
        fade = min(1.0, k / 3, (len(line) - 1 - k) / 3)
        out.append((x - dy / long * offset * fade, y + dx / long * offset * fade))
    return tuple(out)


def _arrows(line: tuple[Xy, ...], colour: str) -> Iterator[Shape]:
    run = ARROW_EVERY_MM / 2
    for a, b in itertools.pairwise(line):
        long = math.dist(a, b)
        run += long
        if run >= ARROW_EVERY_MM and long:
            run = 0.0
            ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
            tip = (b[0] + ux * 3.4, b[1] + uy * 3.4)
            back = [(b[0] - ux * 2 + s * uy * 2.6, b[1] - uy * 2 - s * ux * 2.6) for s in (1, -1)]
            yield Polygon((tip, back[0], back[1]), colour, c.INK, 0.5)
