"""What simulated hands reach and see of a world, and how fast they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from vulkar.sim.world.marbles import Loose
from vulkar.sim.world.truth import Truth


class HandsWorld(Protocol):
    """The part of the world that hands can reach and eyes can see. In mm; yaw in radians."""

    def place(
        self, pawn: str, space: str, dx_mm: float = 0.0, dy_mm: float = 0.0, yaw: float = 0.0
    ) -> None: ...
    def lift(self, pawn: str) -> None: ...
    def lay(self, pawn: str, pit: str) -> None: ...
    def pose(self, pawn: str) -> tuple[float, float, float, float] | None: ...
    def loose_marbles(self) -> Mapping[str, Loose]: ...
    def take_marble(self, marble: str, beside: str | None = None) -> None: ...

    turret_deg: float

    @property
    def asleep(self) -> bool: ...
    def set_diverter(self, diverter: str, position: float) -> None: ...
    def set_gate(self, source: str, opening: float) -> None: ...
    def ways(self, source: str) -> tuple[str, ...]: ...
    def load_marble(self, source: str, marble: str | None = None) -> None: ...
    def marble_home(self, source: str) -> bool: ...
    def marble_in(self, source: str) -> str | None: ...
    def truth(self) -> Mapping[str, Truth]: ...


@dataclass(frozen=True, slots=True)
class Pace:
    """How people move, in seconds and mm. Ranges are drawn from evenly."""

    notice_s: tuple[float, float] = (0.3, 0.8)
    lift_s: float = 0.4
    carry_s: tuple[float, float] = (0.8, 1.8)
    place_s: tuple[float, float] = (0.3, 0.8)
    marble_s: tuple[float, float] = (1.5, 3.0)
    answer_s: tuple[float, float] = (0.8, 1.6)
    wait_s: float = 2.0  # before looking again at a space that somebody else stands on
    patience: int = 5  # looks at an occupied space before a task is dropped
    aim_deg: float = 1.0  # standard deviation of a facing
    open_s: float = 0.6  # how long they hold a gate open
    watch_s: float = 15.0  # the longest that they watch a marble
    clears: int = 20  # latches that they open; somebody who has to so often gives up
    scatter_mm: float = 0.7  # standard deviation of where a pawn is set down, each way
    scatter_max_mm: float = 1.0  # each way: a socket guides the hand
