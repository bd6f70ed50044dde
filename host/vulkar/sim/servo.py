"""A hobby servo: finite speed, a deadband, and friction that holds it where no pulse comes."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class ServoKind:
    """What sort of servo it is. Positions are given as the pulse that would hold them.

    ``speed_us_per_s``: 60 degrees in 0.12 s is usual; with 10 us a degree that is 5000 us/s.
    Pulses outside ``low_us``..``high_us`` are not pulses to it.
    """

    speed_us_per_s: float = 5000.0
    deadband_us: float = 4.0
    low_us: float = 400.0
    high_us: float = 2700.0


class Servo:
    """One servo. ``at_us`` is the true position, as the pulse width that would hold it there."""

    def __init__(self, kind: ServoKind, at_us: float) -> None:
        self.kind = kind
        self.at_us = at_us
        self.stops_us = (-inf, inf)  # where the mechanics end, whatever the pulse says
        self._goal_us = at_us

    @property
    def moving(self) -> bool:
        """Whether it is on its way."""
        return self.at_us != self._goal_us

    def pulse(self, width_us: float | None) -> None:
        """The pulses that come from now on; None and widths out of range hold by friction."""
        if width_us is None or not self.kind.low_us <= width_us <= self.kind.high_us:
            self._goal_us = self.at_us
            return
        width_us = min(self.stops_us[1], max(self.stops_us[0], width_us))
        if self.moving and width_us == self._goal_us:
            pass  # on its way; the deadband only holds a servo that stands
        elif abs(width_us - self.at_us) > self.kind.deadband_us:
            self._goal_us = width_us
        else:
            self._goal_us = self.at_us

    def advance(self, span_us: int) -> None:
        """Moves for ``span_us`` microseconds."""
        if not self.moving:
            return
        reach = self.kind.speed_us_per_s * span_us / 1_000_000
        way = self._goal_us - self.at_us
        if abs(way) <= reach:
            self.at_us = self._goal_us
        else:
            self.at_us += reach if way > 0 else -reach
