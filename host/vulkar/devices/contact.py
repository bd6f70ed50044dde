"""One switch or button: what its level means once it has been steady. Pure; times in seconds."""

from __future__ import annotations


class Contact:
    """``active`` is the settled state. However edges come, or are lost, a look after the settle
    time makes it what the level is: nothing is swallowed.

    ``at_once`` lets it become active at the first look, for an emergency stop; it still has to be
    steady to become inactive.
    """

    def __init__(self, settle_s: float, *, at_once: bool = False) -> None:
        self.active = False
        self._settle_s = settle_s
        self._at_once = at_once
        self._seen = False
        self._since_s = 0.0

    def look(self, active: bool, now_s: float) -> bool:
        """The level now; true if the settled state has changed."""
        if active != self._seen:
            self._seen = active
            self._since_s = now_s
        if self._seen == self.active:
            return False
        if not (self._seen and self._at_once) and now_s < self._since_s + self._settle_s:
            return False
        self.active = self._seen
        return True

    def due_s(self) -> float | None:
        """When the next look is due; None while nothing is unsettled."""
        return None if self._seen == self.active else self._since_s + self._settle_s
