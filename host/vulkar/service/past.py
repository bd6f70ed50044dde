"""What a game of this house was: its export and its numbers, worked out once for each change.

It is read from the journal off the table's loop, and holds what everybody heard and no more: see
``vulkar.table.told``.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vulkar.maps import IslandMap
from vulkar.service.sitting import State
from vulkar.table.export import lines_of
from vulkar.table.games import load_map, map_sha
from vulkar.table.journal import Journal, Setup
from vulkar.table.told import Told, told, whole

if TYPE_CHECKING:
    from vulkar.service.house import House

KEPT: Final = 4  # whole exports that are held in memory
KEPT_NUMBERS: Final = 200  # statistics of games


When: TypeAlias = tuple[int, int, int]  # ns of the journal and of its log; what has been told
ALL: Final = -1  # a game that is over has been told whole
Line: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Past:
    """A game as its journal was at ``when``; a running one may be further than what was told."""

    when: tuple[int, int, bool]  # as ``When``, but whether it was over
    setup: Setup
    known: Told

    def lines(self, count: int) -> tuple[Line, ...]:
        """Its public export, the last line of which has the numbers."""
        known = self.known if count == ALL else self.known.first(count)
        return tuple(lines_of(self.setup, known))


class Pasts:
    """The games of a house. One is read at a time, however many ask."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reading = asyncio.Lock()
        self._read: OrderedDict[int, Past] = OrderedDict()
        self._kept: OrderedDict[int, tuple[When, tuple[Line, ...]]] = OrderedDict()
        self._ends: OrderedDict[int, tuple[When, Line]] = OrderedDict()

    async def of(self, number: int) -> tuple[Line, ...]:
        """Game ``number`` as far as it has been told. Raises ``VulkarError`` (journal.*)."""
        async with self._reading:
            path, when = self._journal(number)
            kept = self._kept.get(number)
            if kept is None or kept[0] != when:
                here, was = self._house.place.map, self._read.get(number)
                if was is None or was.when != _mark(when):
                    was = await self._house.think(lambda: read(path, when, here))
                    _keep(self._read, number, was, KEPT)
                kept = when, was.lines(when[2])
                _keep(self._kept, number, kept, KEPT)
                _keep(self._ends, number, (when, kept[1][-1]), KEPT_NUMBERS)
            return kept[1]

    async def end(self, number: int) -> Line:
        """The last line of its export: its numbers, and whether it came to an end."""
        known = self._ends.get(number)
        if known is not None and known[0] == self._journal(number)[1]:
            return known[1]
        return (await self.of(number))[-1]

    def _journal(self, number: int) -> tuple[Path, When]:
        path = self._house.data / "games" / f"{number:04}.journal"
        sitting, count = self._house.sitting, ALL
        if sitting is not None and (sitting.number, sitting.state) == (number, State.RUNNING):
            count = sitting.running.heard if sitting.running is not None else 0
        parts = (path, Path(f"{path}-wal"))
        first, second = (part.stat().st_mtime_ns if part.exists() else 0 for part in parts)
        return path, (first, second, count)


def read(path: Path, when: When, here: IslandMap) -> Past:
    """Reads a journal, also that of the running game. ``here``: the map that is at hand."""
    journal = Journal.read(path)
    try:
        island_map = map_at_hand(journal.setup, here)
        known = told(journal, island_map) if when[2] == ALL else whole(journal, island_map)
        return Past(_mark(when), journal.setup, known)
    finally:
        journal.close()


def map_at_hand(setup: Setup, here: IslandMap) -> IslandMap:
    """A game's map: ``here`` where it is the same. Raises ``VulkarError("journal.differs")``."""
    same = setup.map_id == here.id and setup.map_sha == map_sha(here)
    return here if same else load_map(setup)


def _mark(when: When) -> tuple[int, int, bool]:
    return when[0], when[1], when[2] == ALL


def _keep(kept: OrderedDict[int, Any], number: int, value: Any, most: int) -> None:
    kept[number] = value
    kept.move_to_end(number)
    if len(kept) > most:
        kept.popitem(last=False)
