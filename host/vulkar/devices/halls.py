"""The hall field: which spaces are occupied, what changed, and the watch of a roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vulkar.devices.changes import Changes
from vulkar.devices.machine import Machined
from vulkar.devices.tables import HALLS


class HallField(Machined):
    """Debounced occupancy of every space with sensors, from snapshots and events.

    ``spaces`` is the space of each sensor, in the order that numbers the sensors. ``changes`` is
    told whenever a sensor changes.
    """

    def __init__(
        self,
        spaces: Sequence[str],
        changes: Changes,
        on_state: Callable[[str, str], None] | None = None,
    ) -> None:
        super().__init__(HALLS, on_state)
        self.spaces = tuple(spaces)
        self.sensors: dict[str, list[int]] = {}
        for sensor, space in enumerate(self.spaces):
            self.sensors.setdefault(space, []).append(sensor)
        self.distrusted: set[str] = set()
        self._changes = changes
        self._present = [False] * len(self.spaces)
        self._lifts = [0] * len(self.spaces)
        self._places = [0] * len(self.spaces)

    @property
    def occupied(self) -> dict[str, int]:
        """Space id -> how many of its sensors see a pawn."""
        return {
            space: sum(self._present[sensor] for sensor in sensors)
            for space, sensors in self.sensors.items()
        }

    def lifts(self, space: str) -> int:
        """How often a sensor of the space has been seen to empty."""
        return sum(self._lifts[sensor] for sensor in self.sensors[space])

    def places(self, space: str) -> int:
        """How often a sensor of the space has been seen to fill."""
        return sum(self._places[sensor] for sensor in self.sensors[space])

    def distrust(self, space: str) -> None:
        """People have overruled the space's sensor; it is believed again once it changes."""
        self.distrusted.add(space)

    def saw(self, sensor: int, present: bool) -> None:
        """An event of the controller."""
        if self._present[sensor] == present:
            return
        self._present[sensor] = present
        (self._places if present else self._lifts)[sensor] += 1
        self.distrusted.discard(self.spaces[sensor])
        self._changes.note()

    def take(self, present: Mapping[int, bool]) -> None:
        """The whole field at once: at the start, and after any gap in the events."""
        for sensor in range(len(self.spaces)):
            self.saw(sensor, present.get(sensor, False))
        self.fire("snapshot")
