"""Starts of the controller that nobody asked for: dips of its supply, of which it knows nothing."""

from __future__ import annotations

from collections import deque
from typing import Final, Protocol

POWER_ON: Final = 1  # a Pico says the same of a first start, a pulled plug and a brown-out
KEPT: Final = 2  # the second one within the board's window is a fault
OLDEST_MS: Final = 3_600_000  # no board has a longer window


class Start(Protocol):
    """What counts of a HELLO."""

    @property
    def boot(self) -> int: ...
    @property
    def reset_cause(self) -> int: ...


class Sags:
    """Remembers them over connections. A first start counts for nothing."""

    def __init__(self) -> None:
        self._boot: int | None = None
        self._at_s: deque[float] = deque(maxlen=KEPT)

    def came(self, hello: Start, now_s: float) -> list[int]:
        """How long ago the dips were, in ms, oldest first: what a new start has to be told."""
        before, self._boot = self._boot, hello.boot
        if before is None or before == hello.boot:
            return []
        if hello.reset_cause == POWER_ON:
            self._at_s.append(now_s)
        ages = [round((now_s - at_s) * 1000) for at_s in self._at_s]
        return [age for age in ages if age <= OLDEST_MS]
