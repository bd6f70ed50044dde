"""What a game adds to the map: pawns, the jewel, a marble's track, who was touched, a title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.places import star
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Text, Xy
from vulkar.maps.model import IslandMap

TITLE_SHARE = 0.05  # height of the title band over the board's width


def keys() -> Iterator[tuple[str, Sequence[Shape]]]:
    """What a game's signs mean."""
    yield "the last marble's way", tuple(track_of(((-14.0, 0.0, 0.0), (10.0, 0.0, 0.0))))
    yield "touched here", [Polygon(star((0.0, 0.0), 12, 7, 9), c.TRACK, "#ffffff", 1.0)]
    yield "the jewel", tuple(gem((0.0, 0.0)))


def title(map: IslandMap, text: str) -> Iterator[Shape]:
    """One line above the board."""
    size = min(0.021 * map.width_mm, map.width_mm / (0.56 * max(1, len(text))))
    yield Text(
        (map.width_mm / 2, map.depth_mm + map.width_mm * TITLE_SHARE / 2),
        text,
        size,
        c.INK,
        bold=True,
    )


def track_of(track: Sequence[Sequence[float]]) -> Iterator[Shape]:
    """A marble's way. Rows end in x, y, z (mm), whatever comes before them."""
    line = tuple((float(p[-3]), float(p[-2])) for p in track)
    if len(line) < 2:
        return
    yield Stroke(line, "#ffffff", 8.0, opacity=0.75)
    yield Stroke(line, c.TRACK, 4.6)
    yield Stroke(line, "#ffe27a", 1.5)
    yield Disc(line[0], 4.5, "#ffffff", c.TRACK, 2.0)
    yield Disc(line[-1], 7.7, c.TRACK, "#ffffff", 1.6)
    yield Disc((line[-1][0] - 2.2, line[-1][1] + 2.4), 1.8, "#ffd9c8")


def _spots(map: IslandMap, pawns: Mapping[str, str]) -> Iterator[tuple[str, int, Xy]]:
    """Where each pawn is painted: its slot, or fanned out where one space holds several."""
    held: dict[str, list[str]] = defaultdict(list)
    for pawn, space in pawns.items():
        held[space].append(pawn)
    for number, (pawn, space) in enumerate(pawns.items()):
        s, mates = map.spaces[space], held[space]
        k = mates.index(pawn)
        slot = s.slots[k] if k < len(s.slots) else s.slots[0]
        spread = 13.0 if len(mates) > 1 and not (slot.dx_mm or slot.dy_mm) else 0.0
        x = s.x_mm + slot.dx_mm + spread * (k - (len(mates) - 1) / 2)
        yield pawn, number, (x, s.y_mm + slot.dy_mm)


def pieces(
    map: IslandMap, pawns: Mapping[str, str], jewel: str | None, touched: Mapping[str, str]
) -> Iterator[Shape]:
    """Pawns with the first letter of their name, a burst where one was touched, and the jewel:
    beside a pawn if ``jewel`` is one, else on that space."""
    for pawn, space in touched.items():
        x, y = map.spaces[space].x_mm, map.spaces[space].y_mm
        yield Polygon(star((x, y), 24, 15, 9), c.TRACK, "#ffffff", 1.4)
        yield Text((x, y - 29), f"{pawn} touched", 9, c.TRACK, bold=True, halo="#ffffff")
    for pawn, number, (x, y) in _spots(map, pawns):
        colour = c.pawn_colour(pawn, number)
        ink = c.INK if c.is_light(colour) else "#ffffff"
        yield Polygon(
            ((x - 9, y - 7), (x + 9, y - 7), (x + 4.5, y + 9), (x - 4.5, y + 9)),
            colour,
            "#ffffff",
            3.6,
        )
        yield Disc((x, y + 12), 8.2, colour, "#ffffff", 2.0)
        yield Polygon(
            ((x - 9, y - 7), (x + 9, y - 7), (x + 4.5, y + 9), (x - 4.5, y + 9)), colour, c.INK, 1.2
        )
        yield Disc((x, y + 12), 7.6, colour, c.INK, 1.2)
        yield Text((x, y + 12), pawn[:1].upper(), 10, ink, bold=True)
        if jewel == pawn:
            yield from gem((x + 13, y + 15))
    if jewel in map.spaces and jewel not in pawns:
        s = map.spaces[jewel]
        yield from gem((s.x_mm, s.y_mm))


def gem(at: Xy) -> Iterator[Shape]:
    """The jewel."""
    x, y = at
    outline = ((x - 7, y + 3), (x - 3.5, y + 7), (x + 3.5, y + 7), (x + 7, y + 3), (x, y - 7))
    yield Polygon(outline, "#e0115f", "#ffffff", 3.4)
    yield Polygon(outline, "#e0115f", c.INK, 1.0)
    yield Stroke(((x - 7, y + 3), (x + 7, y + 3)), "#ffd3e4", 0.9)
    yield Stroke(((x - 2, y + 3), (x, y - 6), (x + 2, y + 3)), "#ffd3e4", 0.9)
