"""What a game of this house was: its export and its numbers, worked out once for each change.

It is read from the journal off the table's loop, and holds what everybody heard and no more: see
``vulkar.table.told``.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vulkar.table.export import public_lines
from vulkar.table.games import load_map
from vulkar.table.journal import Journal

if TYPE_CHECKING:
    from vulkar.service.house import House

KEPT: Final = 4  # whole exports that are held in memory
KEPT_NUMBERS: Final = 200  # statistics of games


@dataclass(frozen=True, slots=True)
class Past:
    """A game up to a moment: ``lines`` of its public export, the last of which has the numbers."""

    changed: tuple[int, int]  # of the files that it was read from
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
        self._ends: OrderedDict[int, tuple[tuple[int, int], dict[str, object]]] = OrderedDict()

    async def of(self, number: int) -> Past:
        """Game ``number`` as far as it has been told. Raises ``VulkarError`` (journal.*)."""
        path = self._path(number)
        async with self._reading:
            kept = self._kept.get(number)
            if kept is None or kept.changed != changed(path):
                kept = await self._house.think(lambda: read(path))
                _keep(self._kept, number, kept, KEPT)
                _keep(self._ends, number, (kept.changed, kept.end), KEPT_NUMBERS)
            return kept

    async def end(self, number: int) -> dict[str, object]:
        """The last line of its export: its numbers, and whether it came to an end."""
        known = self._ends.get(number)
        if known is not None and known[0] == changed(self._path(number)):
            return known[1]
        return (await self.of(number)).end

    def _path(self, number: int) -> Path:
        return self._house.data / "games" / f"{number:04}.journal"


def read(path: Path) -> Past:
    """Reads a journal, also that of the running game."""
    when = changed(path)
    journal = Journal.read(path)
    try:
        return Past(when, tuple(public_lines(journal, load_map(journal.setup))))
    finally:
        journal.close()


def changed(path: Path) -> tuple[int, int]:
    """Another value whenever the journal, or the log beside it, has been written; ns."""
    parts = (path, Path(f"{path}-wal"))
    first, second = (part.stat().st_mtime_ns if part.exists() else 0 for part in parts)
    return first, second


def _keep(kept: OrderedDict[int, Any], number: int, value: Any, most: int) -> None:
    kept[number] = value
    kept.move_to_end(number)
    if len(kept) > most:
        kept.popitem(last=False)
