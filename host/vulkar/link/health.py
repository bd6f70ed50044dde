"""How a cable does, second by second: warns while lost frames are still made good by repeats."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from vulkar.link.stats import LinkStats

KEPT_S: Final = 60
WINDOW_S: Final = 30
BAD_SHARE: Final = 0.01  # of all frames; at 22 bytes a frame a bit error rate of 6e-5
LEAST: Final = 3  # damaged frames: fewer are a knock on the plug
QUIET_S: Final = 60.0  # between two warnings, unless it has become twice as bad


@dataclass(frozen=True, slots=True)
class Second:
    """What one second brought. Counts of both ends, times in us on the host's clock."""

    at_s: float
    frames_out: int
    frames_in: int
    resent: int  # commands by the host, events by the controller
    discarded: int  # damaged frames, at both ends
    slowest_us: int  # longest round trip of a command that needed no repeat; -1 none


class Health:
    """Fed with the running counters once a second; ``tick`` returns a warning when one is due."""

    def __init__(self) -> None:
        self.seconds: deque[Second] = deque(maxlen=KEPT_S)
        self.due_s: float | None = None
        self._before = (0, 0, 0, 0)
        self._warned_s = float("-inf")
        self._warned_share = 0.0

    def begin(self, stats: LinkStats) -> None:
        """What was counted until now says nothing of the cable."""
        self._before = _totals(stats)
        self.seconds.clear()

    def tick(self, now: float, stats: LinkStats) -> str | None:
        """Takes a sample; call it when ``due_s`` has come."""
        self.due_s = now + 1.0
        totals = _totals(stats)
        out, heard, resent, bad = (a - b for a, b in zip(totals, self._before, strict=True))
        self._before = totals
        self.seconds.append(Second(now, out, heard, resent, bad, stats.slowest_us))
        stats.slowest_us = -1
        return self._warning(now)

    @property
    def share(self) -> float:
        """Share of the frames of the last :data:`WINDOW_S` that were damaged or sent again."""
        recent = list(self.seconds)[-WINDOW_S:]
        frames = sum(second.frames_out + second.frames_in for second in recent)
        return self._bad / frames if frames else 0.0

    @property
    def _bad(self) -> int:
        """A lost frame shows as damaged at one end, as repeated at the other, or as both."""
        recent = list(self.seconds)[-WINDOW_S:]
        return max(sum(s.resent for s in recent), sum(s.discarded for s in recent))

    def _warning(self, now: float) -> str | None:
        share = self.share
        if self._bad < LEAST or share < BAD_SHARE:
            return None
        if now < self._warned_s + QUIET_S and share < 2 * self._warned_share:
            return None
        self._warned_s, self._warned_share = now, share
        return (
            f"{share:.1%} of the frames on the cable are damaged or sent twice; nothing is lost"
            " yet. Check plug, cable and the supply of the servos."
        )


def _totals(stats: LinkStats) -> tuple[int, int, int, int]:
    """Frames out and in, sent again, damaged: since the connection was opened, of both ends."""
    return (
        stats.frames_out,
        stats.frames_in,
        stats.retries + stats.chip_resent,
        sum((stats.discarded or {}).values()) + sum((stats.chip_discarded or {}).values()),
    )
