"""Why a game stands still: the marshal holds it, an error keeps it from going on, or both.

The two end apart: the marshal's by the marshal, an error's by a retry. What may pass by itself is
tried again by itself a number of times; everything else waits for somebody's word.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from vulkar.service.messages import Fault
from vulkar.service.settling import Tell

MARSHAL: Final = "marshal"
ERROR: Final = "error"

# A board, its cable or the program of its people may come back. Full disks and broken files do
# not, and what a bug has done, it does again.
PASSING: Final = frozenset(
    {
        "link.lost",
        "link.restarted",
        "link.timeout",
        "people.connect",
        "people.lost",
        "port.failed",
        "port.missing",
        "port.none",
    }
)
FIRST_S: Final = 1.0
LONGEST_S: Final = 30.0
MOST_TRIES: Final = 12  # about four minutes, if each fails at once


@dataclass(frozen=True)
class Pause:
    """Why the game stands still. ``by``: "marshal", or "error" with its fault."""

    by: str
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        """As everybody may see it: parameters of an error can be paths, the marshal's only."""
        return {"by": self.by, "code": self.fault.code if self.fault is not None else None}


class Pausing:
    """``held``: by the marshal. ``changed`` hears whether the game stands still, at each change."""

    def __init__(self, held: bool, tell: Tell, changed: Callable[[bool], None]) -> None:
        self.held = held
        self._fault: Fault | None = None
        self._tell = tell
        self._changed = changed
        self._moved = asyncio.Event()
        self._tries = 0
        self._told: Pause | None = None
        changed(held)  # whatever the game before has left
        self._look()

    @property
    def now(self) -> Pause | None:
        """An error stands before the marshal's: it is the one that somebody has to do about."""
        if self._fault is not None:
            return Pause(ERROR, self._fault)
        return Pause(MARSHAL) if self.held else None

    def hold(self, held: bool) -> None:
        """The marshal's word: nothing new begins, what is under way comes to its end."""
        self.held = held
        self._look()

    def fail(self, fault: Fault) -> None:
        """An error has ended the game for now."""
        self._fault = fault
        self._look()

    def mended(self) -> None:
        """Somebody says that the error is gone, or the game plays again."""
        self._fault = None
        self._look()

    def sound(self) -> None:
        """The game has got on since the last error: the next one has all its tries."""
        self._tries = 0

    async def gate(self) -> None:
        """Returns once the game may go on. Whoever comes here plays: no error is left."""
        self.mended()
        while self.held:
            await self._move()

    async def until_retry(self) -> None:
        """After an error: returns when the game is to be taken up, by somebody's word or by itself.

        By itself it stays paused for everybody until it comes to :meth:`gate`.
        """
        try:
            async with asyncio.timeout(self._next_s()):
                while self._fault is not None:
                    await self._move()
        except TimeoutError:
            return
        self._tries = 0

    def _next_s(self) -> float | None:
        fault = self._fault
        if fault is None or fault.code not in PASSING or self._tries >= MOST_TRIES:
            return None
        after_s = min(FIRST_S * 2.0**self._tries, LONGEST_S)
        self._tries += 1
        self._tell("retry", {"number": self._tries, "most": MOST_TRIES, "after_s": round(after_s)})
        return after_s

    async def _move(self) -> None:
        self._moved.clear()
        await self._moved.wait()

    def _look(self) -> None:
        self._moved.set()
        if self.now != self._told:
            self._told = self.now
            self._changed(self.now is not None)
            self._tell("pause", {"paused": self.now.to_json() if self.now is not None else None})
