"""The map in characters: one for each place of a pawn, where the map file has it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from rich.text import Text

from vulkar.maps import IslandMap

Mark: TypeAlias = tuple[str, str]  # character, style
ASPECT: Final = 2.0  # a character is about twice as high as wide
ARROWS: Final = "↑↗→↘↓↙←↖"  # compass, clockwise from north
RINGS: Final = 3  # how far from its place a mark may be moved where two fall together


def arrow(compass_deg: float) -> str:
    """The arrow nearest to a direction."""
    return ARROWS[round(compass_deg / 45) % 8]


def text_map(
    island_map: IslandMap,
    slots: Mapping[tuple[str, int], Mark],
    sources: Mapping[str, Mark],
    idol: Mark,
    columns: int,
) -> Text:
    """Marks of places (space, slot), of marble sources, and of the idol, ``columns`` wide.

    Where two marks fall together the later one moves to the nearest free character.
    """
    step_mm = island_map.width_mm / columns
    rows = max(1, round(island_map.depth_mm / step_mm / ASPECT))
    cells: dict[tuple[int, int], Mark] = {}
    for x_mm, y_mm, mark in _places(island_map, slots, sources, idol):
        column = min(columns - 1, max(0, int(x_mm / step_mm)))
        row = min(rows - 1, max(0, rows - 1 - int(y_mm / step_mm / ASPECT)))
        cells[_free(cells, column, row, columns, rows)] = mark
    out = Text(no_wrap=True)
    for row in range(rows):
        for column in range(columns):
            char, style = cells.get((column, row), (" ", ""))
            out.append(char, style or None)
        out.append("\n")
    out.right_crop(1)
    return out


def _places(
    island_map: IslandMap,
    slots: Mapping[tuple[str, int], Mark],
    sources: Mapping[str, Mark],
    idol: Mark,
) -> list[tuple[float, float, Mark]]:
    """x, y from the south-west corner, and mark; the idol first, then what carries news."""
    half_x, half_y = island_map.width_mm / 2, island_map.depth_mm / 2
    corner = min(space.x_mm for space in island_map.spaces.values()) < 0
    dx, dy = (half_x, half_y) if corner else (0.0, 0.0)
    out = [(island_map.idol.x_mm + dx, island_map.idol.y_mm + dy, idol)]
    for name, mark in sources.items():
        source = island_map.sources[name]
        out.append((source.x_mm + dx, source.y_mm + dy, mark))
    for (name, number), mark in sorted(slots.items(), key=lambda item: item[1][1] == ""):
        space = island_map.spaces[name]
        slot = space.slots[number]
        out.append((space.x_mm + slot.dx_mm + dx, space.y_mm + slot.dy_mm + dy, mark))
    return out


def _free(
    cells: Mapping[tuple[int, int], Mark], column: int, row: int, columns: int, rows: int
) -> tuple[int, int]:
    """The free character nearest to one; that one itself where all around it are taken."""
    around = [
        (column + i, row + j)
        for j in range(-RINGS, RINGS + 1)
        for i in range(-RINGS, RINGS + 1)
        if 0 <= column + i < columns and 0 <= row + j < rows
    ]
    around.sort(key=lambda at: (at[0] - column) ** 2 + (ASPECT * (at[1] - row)) ** 2)
    return next((at for at in around if at not in cells), (column, row))
