"""Spaces, caves, pits, water and the three ends of the way."""

from __future__ import annotations

import math
from collections.abc import Iterator

from vulkar.maps.drawing import palette as c
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Text, Xy
from vulkar.maps.model import IslandMap, Space


def ngon(at: Xy, radius: float, corners: int, turn_deg: float = 0.0) -> tuple[Xy, ...]:
    """Corners of a regular polygon."""
    return tuple(
        (
            at[0] + radius * math.cos(math.radians(turn_deg + 360 * k / corners)),
            at[1] + radius * math.sin(math.radians(turn_deg + 360 * k / corners)),
        )
        for k in range(corners)
    )


def star(at: Xy, outer: float, inner: float, points: int) -> tuple[Xy, ...]:
    """Corners of a star with one point up."""
    return tuple(
        (
            at[0] + (outer, inner)[k % 2] * math.sin(math.pi * k / points),
            at[1] + (outer, inner)[k % 2] * math.cos(math.pi * k / points),
        )
        for k in range(2 * points)
    )


def all_places(map: IslandMap, ids: bool) -> Iterator[Shape]:
    """Every space, in the file's order; ``ids`` writes their ids on them."""
    for s in map.spaces.values():
        yield from place(map, s, ids)


def place(map: IslandMap, s: Space, ids: bool = True) -> Iterator[Shape]:
    """One space with all its signs."""
    at = (s.x_mm, s.y_mm)
    radius = map.geometry.pad_mm / 2
    if s.id != map.start:
        beside = [spot for spot in s.spots if spot != at]
        yield from (Disc(spot, radius, c.LIGHT, c.INK, 0.7) for spot in beside)
    if s.id == map.start:
        yield from _start(map, s)
    elif s.kind == "cave":
        number = next((c.number for c in map.caves.values() if c.space == s.id), None)
        yield from cave(at, radius, str(number))
    elif s.kind == "pit":
        yield from pit(at, radius, next(z for z, p in map.pits.items() if p.space == s.id))
    elif s.kind == "water":
        yield from water(at, radius)
    elif s.id in (map.goal, map.jewel):
        yield Disc(at, radius + 3, c.LIGHT, c.INK, 1.6)
        if s.id == map.jewel:
            yield Polygon(star(at, radius + 1.5, radius * 0.55, 7), c.CHIP, c.INK, 0.6)
        else:
            yield from _anchor(at)
    else:
        yield from trail_space(at, radius, s, s.id if ids else "", _free_corner(map, s, radius))


def _free_corner(map: IslandMap, s: Space, radius: float) -> Xy:
    """The corner of a space's square that is farthest from all other spaces."""

    def room(corner: Xy) -> float:
        x, y = s.x_mm + corner[0] * radius, s.y_mm + corner[1] * radius
        return min(math.dist((x, y), (o.x_mm, o.y_mm)) for o in map.spaces.values() if o is not s)

    return max(((1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)), key=room)


def trail_space(
    at: Xy, radius: float, s: Space, label: str, corner: Xy = (1.0, 1.0)
) -> Iterator[Shape]:
    """A cell is round, a stone has corners; dark is dark with light letters; safe has a second,
    dotted rim; a Rock Chip is a triangle with the pit's letter."""
    fill, ink = (c.DARK, "#ffffff") if s.dark else (c.LIGHT, c.INK)
    if s.safe:
        yield Disc(at, radius + 2.3, "#e3f4ec", c.SAFE, 0.7)
        for x, y in ngon(at, radius + 2.3, 12):
            yield Disc((x, y), 1.0, c.SAFE)
    if s.kind == "stone":
        yield Polygon(ngon(at, radius + 0.6, 6, 15), fill, c.INK, 1.1)
    elif s.kind == "bridge":
        yield Polygon(ngon(at, radius * 1.3, 4, 45), "#dcb27c", c.INK, 1.1)
    else:
        yield Disc(at, radius, fill, c.INK, 1.1)
    if label:
        yield Text(at, label, 5.4 if len(label) > 3 else 6.2, ink, bold=True)
    if s.rock_chip:
        top = (at[0] + corner[0] * radius * 0.95, at[1] + corner[1] * radius * 0.95)
        yield Polygon(ngon(top, 8.4, 3, 90), c.CHIP, c.INK, 0.8)
        yield Text((top[0], top[1] - 0.6), s.rock_chip, 6.4, c.INK, bold=True)


def _start(map: IslandMap, s: Space) -> Iterator[Shape]:
    at = (s.x_mm, s.y_mm)
    yield Polygon(ngon(at, 40, 8, 22.5), "#e9dfc4", c.INK, 1.4)
    for t in s.slots:
        yield Disc((at[0] + t.dx_mm, at[1] + t.dy_mm), map.geometry.pad_mm / 2, c.LIGHT, c.INK, 0.7)
    yield Text(at, "START", 6.0, c.INK, bold=True)


def cave(at: Xy, radius: float, number: str) -> Iterator[Shape]:
    """A dark arch with its number."""
    x, y = at
    radius -= 1.0
    arch = [(x + radius, y - radius)]
    arch += [
        (x + radius * math.cos(math.pi * k / 12), y + (radius + 2) * math.sin(math.pi * k / 12))
        for k in range(13)
    ]
    arch += [(x - radius, y - radius)]
    yield Polygon(tuple(arch), "#241f1c", "#efe6d8", 1.6)
    yield Text((x, y + 0.5), number, 10, "#ffffff", bold=True)


def pit(at: Xy, radius: float, letter: str) -> Iterator[Shape]:
    """A burst with its zone's letter."""
    yield Polygon(star(at, radius + 5, radius + 0.5, 11), c.PIT, c.INK, 1.0)
    yield Disc(at, radius - 1.0, "#5a1d08", c.INK, 0.6)
    yield Text(at, letter, 9, "#ffd9a0", bold=True)


def water(at: Xy, radius: float) -> Iterator[Shape]:
    """Waves."""
    yield Disc(at, radius + 2, "#8fcbe6", c.WATER, 1.2)
    for dy in (-4.5, 0.0, 4.5):
        wave = tuple(
            (at[0] - 7.5 + k * 1.25, at[1] + dy + 1.4 * math.sin(k * math.pi / 3))
            for k in range(13)
        )
        yield Stroke(wave, c.WATER, 1.1)


def _anchor(at: Xy) -> Iterator[Shape]:
    x, y = at
    yield Disc((x, y + 6.0), 1.8, None, c.INK, 1.2)
    yield Stroke(((x, y + 4.2), (x, y - 6.5)), c.INK, 1.5)
    yield Stroke(((x - 3.4, y + 2.0), (x + 3.4, y + 2.0)), c.INK, 1.5)
    bow = tuple(
        (x + 6.2 * math.sin(math.radians(a)), y - 0.5 - 6.2 * math.cos(math.radians(a)))
        for a in range(-75, 76, 15)
    )
    yield Stroke(bow, c.INK, 1.5)
