"""A quick world of cradles, gates and one pawn: it knows how often each marble was let go.

What a rig and hands need of a world, without rigid bodies: a marble leaves its cradle a little
after its gate stood open, and lies on the ground until a hand carries it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from vulkar.maps import IslandMap
from vulkar.sim.world.marbles import Loose
from vulkar.sim.world.truth import Truth

OPEN: Final = 0.9  # of the gate's way
CLOSED: Final = 0.5
LEAVE_US: Final = 60_000  # from open to out of the beam
PAWN_MT: Final = 34.0
_MISSED: Final = Truth("missed", -1, 0.0, 0.0, 0.0, "")


class Cradles:
    """``left`` counts, for each source, how often its marble left; ``empty`` how often its gate
    opened with no marble to let go; ``spilled`` how often a hand laid it before a gate that a reset
    had left open. ``sticks`` openings of a source let nothing go (a jam)."""

    def __init__(self, island: IslandMap) -> None:
        self.turret_deg = 0.0
        self.left = dict.fromkeys(island.sources, 0)
        self.empty = dict.fromkeys(island.sources, 0)
        self.spilled = dict.fromkeys(island.sources, 0)
        self.sticks = dict.fromkeys(island.sources, 0)
        self._island = island
        self._home = dict.fromkeys(island.sources, True)
        self._open = dict.fromkeys(island.sources, False)
        self._leaves_us: dict[str, int] = {}
        self._now_us = 0
        self._pawns: dict[str, str] = {}
        order = island.sensored()
        self._sensors = {space: at for at, (space, _) in reversed(list(enumerate(order)))}
        self._count = len(order)

    def ways(self, source: str) -> tuple[str, ...]:
        """The pushes of a station, or the idol's one way out."""
        pushes = (r.push for r in self._island.routes.values() if r.source == source)
        return tuple(push for push in pushes if push is not None) or ("out",)

    # --- what the rig needs -------------------------------------------------------------------
    @property
    def asleep(self) -> bool:
        """Nothing is about to leave."""
        return not self._leaves_us

    def advance(self, until_us: int) -> None:
        """Marbles whose time has come leave."""
        self._now_us = until_us
        for source, at_us in list(self._leaves_us.items()):
            if at_us <= until_us:
                del self._leaves_us[source]
                self._home[source] = False
                self.left[source] += 1

    def set_gate(self, source: str, opening: float) -> None:
        """-1 to 1, 0 closed. A gate that closes again in time holds its marble."""
        if abs(opening) < CLOSED:
            self._open[source] = False
            self._leaves_us.pop(source, None)
        elif abs(opening) > OPEN and not self._open[source]:
            self._open[source] = True
            if not self._home[source]:
                self.empty[source] += 1
            elif self.sticks[source]:
                self.sticks[source] -= 1
            else:
                self._leaves_us[source] = self._now_us + LEAVE_US

    def set_diverter(self, diverter: str, position: float) -> None:
        """Marbles take no way here."""

    def field_mt(self) -> npt.NDArray[np.float64]:
        """The field at every sensor, in the order of the map."""
        field = np.zeros(self._count)
        for space in self._pawns.values():
            field[self._sensors[space]] = PAWN_MT
        return field

    # --- what hands can do and see ------------------------------------------------------------
    def place(
        self, pawn: str, space: str, dx_mm: float = 0.0, dy_mm: float = 0.0, yaw: float = 0.0
    ) -> None:
        """Sets a pawn on a space that has a sensor."""
        self._pawns[pawn] = space

    def lift(self, pawn: str) -> None:
        """Takes a pawn off the board."""
        self._pawns.pop(pawn, None)

    def lay(self, pawn: str, pit: str) -> None:
        """A pawn in a pit is off the sensors."""
        self._pawns.pop(pawn, None)

    def pose(self, pawn: str) -> tuple[float, float, float, float] | None:
        """x and y in mm, yaw, tilt in degrees; None off the board."""
        if pawn not in self._pawns:
            return None
        at = self._island.spaces[self._pawns[pawn]]
        slot = at.slots[0]
        return at.x_mm + slot.dx_mm, at.y_mm + slot.dy_mm, 0.0, 0.0

    def take_marble(self, marble: str, beside: str | None = None) -> None:
        """A hand holds the marble, which is named for its source and goes back to no other."""
        self._home[marble] = False

    def load_marble(self, source: str, marble: str | None = None) -> None:
        """A hand lays the marble into its cradle; through a gate that stands open it rolls out."""
        if self._open[source]:
            self.spilled[source] += 1
        else:
            self._home[source] = True

    def marble_home(self, source: str) -> bool:
        """Whether the marble lies in its cradle."""
        return self._home[source]

    def marble_in(self, source: str) -> str | None:
        """The marble in a cradle."""
        return source if self._home[source] else None

    def loose_marbles(self) -> Mapping[str, Loose]:
        """The marbles in no cradle."""
        return {source: Loose(source, False) for source, home in self._home.items() if not home}

    def truth(self) -> Mapping[str, Truth]:
        """No marble touches anything here."""
        return dict.fromkeys(self._pawns, _MISSED)
