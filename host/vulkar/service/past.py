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
from vulkar.table.export import public_lines
from vulkar.table.games import load_map, map_sha
from vulkar.table.journal import Journal

if TYPE_CHECKING:
    from vulkar.service.house import House

KEPT: Final = 4  # whole exports that are held in memory
KEPT_NUMBERS: Final = 200  # statistics of games


When: TypeAlias = tuple[int, int, bool]  # ns of the journal and of its log; see ``told``


@dataclass(frozen=True, slots=True)
class Past:
    """A game up to a moment: ``lines`` of its public export, the last of which has the numbers."""

    when: When  # of what it was read from
    lines: tuple[dict[str, object], ...]

    @property
    def end(self) -> dict[str, object]:
        return self.lines[-1]


class Pasts:
    """The games of a house. One is read at a time, however many ask."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reading = asyncio.Lock()
        self._kept: OrderedDict[int, Past] = OrderedDict()
        self._ends: OrderedDict[int, tuple[When, dict[str, object]]] = OrderedDict()

    async def of(self, number: int) -> Past:
        """Game ``number`` as far as it has been told. Raises ``VulkarError`` (journal.*)."""
        async with self._reading:
            path, when = self._journal(number)
            kept = self._kept.get(number)
            if kept is None or kept.when != when:
                here = self._house.place.map
                kept = await self._house.think(lambda: read(path, when, here))
                _keep(self._kept, number, kept, KEPT)
                _keep(self._ends, number, (when, kept.end), KEPT_NUMBERS)
            return kept

    async def end(self, number: int) -> dict[str, object]:
        """The last line of its export: its numbers, and whether it came to an end."""
        known = self._ends.get(number)
        if known is not None and known[0] == self._journal(number)[1]:
            return known[1]
        return (await self.of(number)).end

    def _journal(self, number: int) -> tuple[Path, When]:
        path = self._house.data / "games" / f"{number:04}.journal"
        sitting = self._house.sitting
        telling = sitting is not None and (sitting.number, sitting.state) == (number, State.RUNNING)
        parts = (path, Path(f"{path}-wal"))
        first, second = (part.stat().st_mtime_ns if part.exists() else 0 for part in parts)
        return path, (first, second, telling)


def read(path: Path, when: When, here: IslandMap) -> Past:
    """Reads a journal, also that of the running game. ``here``: the map that is at hand."""
    journal = Journal.read(path)
    try:
        same = journal.setup.map_id == here.id and journal.setup.map_sha == map_sha(here)
        island_map = here if same else load_map(journal.setup)
        return Past(when, tuple(public_lines(journal, island_map, telling=when[2])))
    finally:
        journal.close()


def _keep(kept: OrderedDict[int, Any], number: int, value: Any, most: int) -> None:
    kept[number] = value
    kept.move_to_end(number)
    if len(kept) > most:
        kept.popitem(last=False)
