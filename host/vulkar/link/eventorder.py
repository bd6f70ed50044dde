"""The controller's events as they come in: each once, in order, on a clock that does not wrap."""

from __future__ import annotations

from vulkar.link import wire
from vulkar.link.signals import Happened


class EventOrder:
    """``expected`` is the number of the next event; None until a snapshot says where they stand."""

    def __init__(self) -> None:
        self.expected: int | None = None
        self.repeated = 0
        self._base_us = 0
        self._last_us = -1  # -1: no stamp yet

    @property
    def newest_taken(self) -> int | None:
        """The number to acknowledge; None before the first snapshot."""
        return None if self.expected is None else (self.expected - 1) & 0xFFFF

    def unwrap(self, t_us: int) -> int:
        """A stamp of the controller, up to 8 minutes old or new, on a scale that does not wrap."""
        if self._last_us < 0:
            return t_us
        ahead = (t_us - self._last_us + wire.TICKS // 2) % wire.TICKS - wire.TICKS // 2
        return self._base_us + ahead

    def clock(self, t_us: int) -> None:
        """The controller's time now: however long no event comes, no wrap is missed."""
        self._base_us = self.unwrap(t_us)
        self._last_us = t_us

    def synchronise(self, next_event: int) -> bool:
        """A snapshot holds every event before ``next_event``; true if it was the first one.

        Later on, events that are still on their way must not be skipped.
        """
        if self.expected is not None:
            return False
        self.expected = next_event
        return True

    def skip_to(self, oldest: int) -> int:
        """The controller keeps nothing older; returns how many events were lost."""
        if self.expected is None:
            return 0
        missing = (oldest - self.expected) & 0xFFFF
        if not 0 < missing < 0x8000:
            return 0
        self.expected = oldest
        return missing

    def take(self, payload: bytes) -> tuple[Happened | None, bool]:
        """The event, if its turn has come, and whether an acknowledgement is due."""
        fields = wire.unpack(wire.F_EVENT, payload)
        if fields is None or self.expected is None:
            return None, False
        number, t_us, kind, index, value = fields
        if number != self.expected:
            self.repeated += 1
            return None, (self.expected - number) & 0xFFFF < 0x8000
        self.expected = (number + 1) & 0xFFFF
        stamp_us = self.unwrap(t_us)
        if self._last_us < 0:
            self.clock(t_us)
        return Happened(number, stamp_us, kind, index, value), True
