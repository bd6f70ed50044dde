"""What sensors say of the board, and whether it shows that a pawn went where its task says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from vulkar.island.detect import sensored, watched
from vulkar.island.port import Task, TaskKind
from vulkar.maps import IslandMap


class Senses(Protocol):
    """What sensors say by now, debounced; ``lifts`` and ``places`` count a space's changes."""

    @property
    def occupied(self) -> Mapping[str, int]:
        """Space id -> how many of its slots are seen full, for spaces with sensors."""
        ...

    @property
    def distrusted(self) -> Collection[str]:
        """Spaces whose sensor people have overruled and that has not changed since."""
        ...

    def lifts(self, space: str) -> int: ...
    def places(self, space: str) -> int: ...
    def distrust(self, space: str) -> None: ...
    def marble_home(self, source: str) -> bool: ...
    def trust_people_marble(self, source: str) -> None: ...
    async def changed(self, timeout_s: float) -> bool: ...


MARBLES = frozenset({TaskKind.MARBLE_HOME, TaskKind.MARBLE_OUT})  # shown by a beam


@dataclass(slots=True)
class Proof:
    """Whether sensors have shown that a pawn went where its task says.

    ``leaving`` pawns are to leave its old space, ``coming`` ones to come to its new one, where
    ``there`` pawns stand afterwards: sensors count pawns, they do not know them.
    """

    task: Task
    old: str | None
    old_lifts: int
    new_places: int
    leaving: int
    coming: int
    there: int

    def shown(self, island: IslandMap, senses: Senses) -> bool:
        """Changes of the right sensors, or an old space that is empty while the new one is full."""
        if self.task.kind in MARBLES:
            return True
        left = self._left(island, senses)
        if self.task.kind is TaskKind.REMOVE:
            return left
        new = self.task.space
        if self.task.kind is TaskKind.LAY or not watched(island, new) or new in senses.distrusted:
            return False
        if senses.places(new) - self.new_places >= self.coming:
            return True
        return (new == self.old or left) and senses.occupied[new] >= self.there

    def may_show(self, island: IslandMap, senses: Senses) -> bool:
        """Whether the pawn may be on its way to a sensor: one is free where not every slot has one.

        Where every slot has one, an empty sensor is a wrong and no doubt.
        """
        new = self.task.space
        if self.task.kind is not TaskKind.PLACE or sensored(island, new):
            return False
        free = sum(slot.sensor for slot in island.spaces[new].slots) - senses.occupied.get(new, 0)
        return free > 0 and new not in senses.distrusted

    def _left(self, island: IslandMap, senses: Senses) -> bool:
        old = self.old
        if old is None or not watched(island, old) or old in senses.distrusted:
            return False
        emptied = sensored(island, old) and not senses.occupied[old]
        return emptied or senses.lifts(old) - self.old_lifts >= self.leaving
