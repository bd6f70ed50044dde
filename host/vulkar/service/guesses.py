"""How many wrong PINs many addresses together may try. Pure; the time comes in."""

from __future__ import annotations


class Guesses:
    """``burst`` at once, then one each ``each_ms``."""

    def __init__(self, burst: int, each_ms: int) -> None:
        self._burst, self._each_ms = burst, each_ms
        self._paid_ms = 0  # until when what was tried is paid for

    def full(self, now_ms: int) -> bool:
        """Whether one more would be too many."""
        return self._paid_ms - now_ms > (self._burst - 1) * self._each_ms

    def miss(self, now_ms: int) -> None:
        """One more; it counts from before it is compared."""
        self._paid_ms = max(self._paid_ms, now_ms) + self._each_ms

    def hit(self) -> None:
        """The last one was none."""
        self._paid_ms -= self._each_ms
