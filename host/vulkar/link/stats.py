"""The counters of a link, the host's own and those that the controller tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vulkar.link import names, wire

_WRAP: Final = 1 << 16


@dataclass(slots=True)
class LinkStats:
    """Counters since the link was opened. The ``chip_`` ones are the controller's own words."""

    frames_in: int = 0
    frames_out: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    discarded: dict[str, int] | None = None  # by reason
    retries: int = 0
    stale: int = 0  # answers that nobody waited for
    repeated_events: int = 0
    gaps: int = 0
    console_lines: int = 0
    round_trip_us: int = -1  # of the last command
    slowest_us: int = -1  # of the running second
    chip_frames_in: int = 0
    chip_frames_out: int = 0
    chip_discarded: dict[str, int] | None = None  # by reason
    chip_stale: int = 0  # commands that were too old to be carried out
    chip_repeated: int = 0  # commands that were answered again
    chip_resent: int = 0  # events that were sent again
    chip_lost_lines: int = 0
    chip_lost_events: int = 0
    chip_longest_pass_us: int = 0  # since the report before
    chip_scan_us: int = 0
    chip_supply_mv: int = 0  # 0: not read
    chip_free_bytes: int = -1
    quiet_ms: int = 0  # how long no sensor has moved in the running watch
    _told: dict[str, int] = field(default_factory=dict)  # the controller's counts, as last heard

    def took(self, round_trip_us: int) -> None:
        """A command was answered at its first try."""
        self.round_trip_us = round_trip_us
        self.slowest_us = max(self.slowest_us, round_trip_us)

    def of_chip(self, payload: bytes) -> None:
        """Takes a STATS frame; one of another size or part is left alone."""
        counts = wire.unpack(wire.F_STATS0, payload)
        if counts is not None and counts[0] == 0:
            _, heard, short, wrong, long, stale, repeated, out, again, lines = counts
            self.chip_frames_in += self._more("in", heard)
            self.chip_frames_out += self._more("out", out)
            self.chip_stale += self._more("stale", stale)
            self.chip_repeated += self._more("repeated", repeated)
            self.chip_resent += self._more("again", again)
            self.chip_lost_lines += self._more("lines", lines)
            bad = dict(self.chip_discarded or {})
            for reason, count in zip(names.REASONS, (short, wrong, long), strict=True):
                more = self._more(reason, count)
                if more:
                    bad[reason] = bad.get(reason, 0) + more
            self.chip_discarded = bad
        work = wire.unpack(wire.F_STATS1, payload)
        if work is not None and work[0] == 1:
            _, self.chip_longest_pass_us, self.chip_scan_us, free, lost, mv = work
            self.chip_supply_mv = mv
            self.chip_free_bytes = free * 16
            self.chip_lost_events += self._more("lost", lost)

    def _more(self, name: str, count: int) -> int:
        """What was added to a count since it was last told; it counts from its start modulo 2^16,
        and what it had before this link was opened is not this link's."""
        before = self._told.get(name, count)
        self._told[name] = count
        return (count - before) % _WRAP
