"""The key below the map: every sign with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.places import cave, ngon, pit, star, trail_space, water
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Text, Xy
from vulkar.maps.model import IslandMap, Kind, Space

ROWS = 6
ROW_MM = 26.0
COLUMN_MM = 196.0
SIZE = 9.5
HEIGHT_MM = (ROWS + 1) * ROW_MM + 6.0


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
        yield from (moved(s, at) for s in shapes)
        yield Text((at[0] + 25, at[1]), text, SIZE, c.INK, left=True)
    places = sum(s.kind in ("cell", "stone", "bridge") for s in map.spaces.values())
    note = (
        f"{map.width_mm:g} x {map.depth_mm:g} mm, north is up; {places} trail spaces, "
        f"{len(map.sensored())} sensors, {len(map.routes)} routes; heights by shade, highest "
        f"{max(p[2] for r in map.routes.values() for p in r.polyline):.0f} mm"
    )
    yield Text((14.0, -20.0 - ROWS * ROW_MM), note, SIZE, c.INK, left=True)


def route_keys(map: IslandMap) -> Iterator[tuple[str, Sequence[Shape]]]:
    """How the lines of each source look."""
    line = ((-14.0, 0.0), (14.0, 0.0))
    for k, source in enumerate(map.sources):
        colour, dash = c.source_style(source, k)
        lines = [Stroke(line, c.INK, 2.4, dash), Stroke(line, colour, 1.6, dash)]
        yield f"route from {source}", [Stroke(line, c.CHANNEL, 10), *lines]


def scale(map: IslandMap) -> Iterator[Shape]:
    """An arrow to the north and a bar of 100 mm, in the sea."""
    x, y = map.width_mm - 130.0, 26.0
    for k in range(4):
        box = ((k * 25, 0), (k * 25 + 25, 0), (k * 25 + 25, 5), (k * 25, 5))
        fill = (c.INK, "#ffffff")[k % 2]
        yield moved(Polygon(tuple((float(p), float(q)) for p, q in box), fill, c.INK, 0.7), (x, y))
    yield Text((x + 50, y + 13), "100 mm", SIZE, c.INK)
    north = (x - 30, y + 4)
    yield Polygon(
        tuple((north[0] + p, north[1] + q) for p, q in ((0, 18), (7, -10), (0, -4), (-7, -10))),
        c.INK,
    )
    yield Text((north[0], north[1] + 25), "N", SIZE * 1.2, c.INK, bold=True)


def _bar(colour: str, width: float) -> Stroke:
    return Stroke(((-12, 0), (12, 0)), colour, width)


def moved(shape: Shape, by: Xy) -> Shape:
    """The same shape elsewhere."""

    def to(p: Xy) -> Xy:
        return p[0] + by[0], p[1] + by[1]

    if isinstance(shape, Disc):
        return Disc(to(shape.at), shape.radius, shape.fill, shape.line, shape.width)
    if isinstance(shape, Text):
        return Text(
            to(shape.at), shape.text, shape.size, shape.colour, shape.bold, shape.left, shape.halo
        )
    points = tuple(to(p) for p in shape.points)
    if isinstance(shape, Polygon):
        return Polygon(points, shape.fill, shape.line, shape.width)
    return Stroke(points, shape.colour, shape.width, shape.dash, shape.opacity)
