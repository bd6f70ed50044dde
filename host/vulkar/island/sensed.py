"""The island as one board senses it: a map's slots have a sensor only where the board has one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from vulkar.devices.board import Board
from vulkar.errors import VulkarError
from vulkar.maps import IslandMap


def check_sources(island: IslandMap, board: Board) -> None:
    """Raises ``VulkarError("board.source")`` where a source of the map has no marble sensor."""
    for source in island.sources:
        if source not in board.beams:
            raise VulkarError("board.source", path=board.path, source=source)


def sensed(island: IslandMap, sensors: Collection[tuple[str, int]]) -> IslandMap:
    """``sensors`` are (space id, slot). Where a board has fewer than its map, people are asked."""
    if set(sensors) >= set(island.sensored()):
        return island
    spaces = {
        space.id: replace(
            space,
            slots=tuple(
                replace(slot, sensor=slot.sensor and (space.id, number) in sensors)
                for number, slot in enumerate(space.slots)
            ),
        )
        for space in island.spaces.values()
    }
    narrowed = replace(island, spaces=spaces)
    return replace(narrowed, sensors=len(narrowed.sensored()))
