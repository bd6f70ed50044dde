"""What play and replay share."""

from __future__ import annotations

from dataclasses import dataclass

from vulkar.maps import IslandMap, load
from vulkar.table.games import map_sha


@dataclass(frozen=True)
class Grid:
    cell_mm: float


def test_a_map_is_the_same_map_whatever_was_made_of_it() -> None:
    def cells(_: IslandMap, grid: Grid) -> dict[Grid, float]:
        return {grid: grid.cell_mm}

    island_map = load("classic")
    before = map_sha(island_map)
    island_map.once(cells, Grid(2.0))
    assert map_sha(island_map) == before
