"""A game of this house step by step, for whoever looks at it once it is not played any more."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vulkar.errors import VulkarError
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_journal import PAGE_BYTES, number_of
from vulkar.service.past import map_at_hand
from vulkar.service.sitting import State
from vulkar.table.journal import Journal
from vulkar.table.steps import Step, steps

if TYPE_CHECKING:
    from vulkar.service.house import House

ENDED: Final = (State.OVER, State.ABANDONED)
KEPT: Final = 2  # whole games that are held in memory


class Replays:
    """The games of a house as steps. One is read at a time, however many ask."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reading = asyncio.Lock()
        self._kept: OrderedDict[int, tuple[str, tuple[Step, ...]]] = OrderedDict()

    async def of(self, number: int) -> tuple[str, tuple[Step, ...]]:
        """The id of the game's map, and its steps. Raises ``VulkarError``: journal.*, table.state.

        A game that still may go on has none: how far it is would tell of hands.
        """
        house, sitting = self._house, self._house.sitting
        if sitting is not None and sitting.number == number and sitting.state not in ENDED:
            raise VulkarError("table.state", state=sitting.state)
        async with self._reading:
            if number not in self._kept:
                path = house.data / "games" / f"{number:04}.journal"
                self._kept[number] = await house.think(lambda: self._read(path))
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(number)
            return self._kept[number]

    def _read(self, path: Path) -> tuple[str, tuple[Step, ...]]:
        journal = Journal.read(path)
        try:
            island_map = map_at_hand(journal.setup, self._house.place.map)
            return island_map.id, steps(journal, island_map, self._house.names)
        finally:
            journal.close()


async def replayed(call: Call) -> dict[str, Any]:
    """The steps of a game from step ``since`` on; ``next`` asks for more."""
    number, since = number_of(call), call.args.whole("since", 0, 10**9, default=0)
    map_id, every = await call.house.part(Replays).of(number)
    page: list[Step] = []
    size = 0
    for step in every[since:]:
        size += len(json.dumps(step).encode())
        if page and size > PAGE_BYTES:
            break
        page.append(step)
    more = since + len(page)
    there_is = more < len(every)
    return {
        "game": number,
        "map": map_id,
        "steps": page,
        "total": len(every),
        "next": more if there_is else None,
    }


OPS: Final[Ops] = {"steps": (Role.SPECTATOR, replayed)}
