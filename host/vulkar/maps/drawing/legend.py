"""The key below the map: every sign with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.places import cave, ngon, pit, star, trail_space, water
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Text, Xy
from vulkar.maps.model import IslandMap, Kind, Space

ROWS = 6
ROW_MM = 26.0
COLUMN_MM = 196.0
SIZE = 9.5
FULL_MM = 800.0  # the sizes above are for a board this wide; other boards get a key in proportion


def height(map: IslandMap) -> float:
    """How far the key reaches below the board, in mm."""
    return ((ROWS + 1) * ROW_MM + 6.0) * map.width_mm / FULL_MM


def _space(kind: Kind, dark: bool = False, safe: bool = False, chip: str | None = None) -> Space:
    return Space("", "", kind, None, dark, safe, chip, 0, 0, 0, ())


def legend(map: IslandMap, extra: Sequence[tuple[str, Sequence[Shape]]] = ()) -> Iterator[Shape]:
    """Signs in columns under the board, from y = 0 downwards; ``extra`` come last."""
    radius = map.geometry.pad_mm / 2
    entries: list[tuple[str, Sequence[Shape]]] = []

    def add(text: str, shapes: Iterator[Shape] | Sequence[Shape]) -> None:
        entries.append((text, tuple(shapes)))

    o = (0.0, 0.0)
    add("trail space (round)", trail_space(o, radius, _space("cell"), ""))
    add("stepping stone (cornered)", trail_space(o, radius, _space("stone"), ""))
    add("dark space: draw a card", trail_space(o, radius, _space("cell", dark=True), ""))
    add("safe: dotted second rim", trail_space(o, radius, _space("cell", safe=True), ""))
    add("Rock Chip, with its pit", trail_space(o, radius, _space("cell", chip="A"), ""))
    add("bridge", trail_space(o, radius, _space("bridge"), ""))
    add("cave, with its number", cave(o, radius, "1"))
    add("smoulder pit of a zone", pit(o, radius, "A"))
    add("water under the bridges", water(o, radius))
    jewel = Polygon(star(o, radius + 1.5, radius * 0.55, 7), c.CHIP, c.INK, 0.6)
    add("where the jewel lies", [Disc(o, radius + 3, c.LIGHT, c.INK, 1.6), jewel])
    add("footpath: one step", [Stroke(((-12, 0), (12, 0)), c.INK, 4.6), _bar(c.FOOTPATH, 3.4)])
    add("marble channel", [_bar(c.CHANNEL_RIM, 15), _bar(c.CHANNEL, 12.5)])
    add(
        "tray where marbles rest",
        [Disc(o, 10, "#4a3025", c.CHANNEL_RIM, 1.5), Disc(o, 5, None, c.LAVA, 1.2)],
    )
    add(
        "station, and its two pushes",
        [
            Stroke(((-14, -4), (0, 0)), c.INK, 3.4),
            Stroke(((0, 0), (14, -4)), c.INK, 3.4),
            Polygon(ngon(o, 11, 4), c.LAVA, c.INK, 1.4),
        ],
    )
    wedge = ((-12.0, 0.0), (10.0, 6.0), (10.0, -6.0))
    add(
        "facing, and its tolerance",
        [Polygon(wedge, "#f2b28c", c.LAVA, 0.7), Stroke(((-12, 0), (12, 0)), c.INK, 1.6)],
    )
    add(
        "diverter at a fork",
        [Disc(o, 5, "#ffffff", c.INK, 1.0), Stroke(((-3.4, -3.4), (3.4, 3.4)), c.INK, 1.8)],
    )
    entries += extra
    for k, (text, shapes) in enumerate(entries):
        at = (24.0 + k // ROWS * COLUMN_MM, -20.0 - k % ROWS * ROW_MM)
        label = Text((25.0, 0.0), text, SIZE, c.INK, left=True)
        yield from (placed(s, at, k_of(map)) for s in (*shapes, label))
    places = sum(s.kind in ("cell", "stone", "bridge") for s in map.spaces.values())
    note = (
        f"{map.width_mm:g} x {map.depth_mm:g} mm, north is up; {places} trail spaces, "
        f"{len(map.sensored())} sensors, {len(map.routes)} routes; heights by shade, highest "
        f"{max(p[2] for r in map.routes.values() for p in r.polyline):.0f} mm"
    )
    words = Text((0.0, 0.0), note, SIZE, c.INK, left=True)
    yield placed(words, (14.0, -20.0 - ROWS * ROW_MM), k_of(map))
    yield from _scale(map)


def route_keys(map: IslandMap) -> Iterator[tuple[str, Sequence[Shape]]]:
    """How the lines of each source look."""
    line = ((-14.0, 0.0), (14.0, 0.0))
    for k, source in enumerate(map.sources):
        colour, dash = c.source_style(source, k)
        lines = [Stroke(line, c.INK, 2.4, dash), Stroke(line, colour, 1.6, dash)]
        yield f"route from {source}", [Stroke(line, c.CHANNEL, 10), *lines]


def _scale(map: IslandMap) -> Iterator[Shape]:
    """An arrow to the north and a bar of a round length, at the key's lower right."""
    k = k_of(map)
    long = 100.0 if map.width_mm >= 500 else 25.0
    x, y = map.width_mm - long - 14.0 * k, (-24.0 - ROWS * ROW_MM) * k
    for q in range(4):
        a, b = x + q * long / 4, x + (q + 1) * long / 4
        box = ((a, y), (b, y), (b, y + 5 * k), (a, y + 5 * k))
        yield Polygon(box, (c.INK, "#ffffff")[q % 2], c.INK, 0.7 * k)
    yield Text((x + long / 2, y + 13 * k), f"{long:g} mm", SIZE * k, c.INK)
    at = (map.width_mm / k - long / k - 40.0, y / k + 8.0)
    arrow = ((0.0, 10.0), (6.0, -10.0), (0.0, -5.5), (-6.0, -10.0))
    yield placed(Polygon(arrow, c.INK), at, k)
    yield placed(Text((0.0, 16.0), "N", SIZE, c.INK, bold=True), at, k)


def _bar(colour: str, width: float) -> Stroke:
    return Stroke(((-12, 0), (12, 0)), colour, width)


def k_of(map: IslandMap) -> float:
    """The key's size on this board, over its size on a board of 800 mm."""
    return map.width_mm / FULL_MM


def placed(shape: Shape, at: Xy, k: float) -> Shape:
    """The same shape with its origin at ``at``, all of it ``k`` times as large."""

    def to(p: Xy) -> Xy:
        return (p[0] + at[0]) * k, (p[1] + at[1]) * k

    if isinstance(shape, Disc):
        return replace(shape, at=to(shape.at), radius=shape.radius * k, width=shape.width * k)
    if isinstance(shape, Text):
        return replace(shape, at=to(shape.at), size=shape.size * k)
    points = tuple(to(p) for p in shape.points)
    if isinstance(shape, Polygon):
        return replace(shape, points=points, width=shape.width * k)
    dash = tuple(d * k for d in shape.dash)
    return replace(shape, points=points, width=shape.width * k, dash=dash)
