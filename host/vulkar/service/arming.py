"""Whether anything on the board may move: armed by a person there, until nobody acts there. Pure.

A marshal on the local network arms, or the key of a panel. Ten minutes without anybody doing
anything at the board, and it is over. An emergency stop ends it as well.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from vulkar.errors import VulkarError

LAPSE_MS: Final = 600_000


class Unarmed(StrEnum):
    """Why the board is not armed. Each has its entry in the catalogue of errors."""

    START = "arming.start"  # nobody has armed it since the table started
    LAPSED = "arming.lapsed"
    DISARMED = "arming.disarmed"
    KEY = "arming.key"  # the key of its panel is off
    STOPPED = "arming.stopped"


class Arming:
    """Times in ms of any clock that does not go back."""

    def __init__(self, lapse_ms: int = LAPSE_MS) -> None:
        self._lapse_ms = lapse_ms
        self._until_ms: int | None = None
        self._why = Unarmed.START
        self._key: bool | None = None  # None: the board has no key
        self.moves = True  # False: nothing on this board moves by itself, so it is always armed

    def arm(self, now_ms: int) -> None:
        """Raises ``VulkarError("arming.key")`` while the board's key is off."""
        if self._key is False:
            raise VulkarError("arming.key")
        self._until_ms = now_ms + self._lapse_ms

    def disarm(self, why: Unarmed = Unarmed.DISARMED) -> None:
        """A person's order, or an emergency stop."""
        if self._key is not False:
            self._why = why
        self._until_ms = None

    def see_key(self, on: bool) -> None:
        """There is a key, and it stands like this: what is on already arms nothing."""
        self._key = on
        if not on:
            self._why, self._until_ms = Unarmed.KEY, None
        elif self._why is Unarmed.KEY:
            self._why = Unarmed.START

    def key(self, on: bool, now_ms: int) -> None:
        """The panel's key was turned."""
        self.see_key(on)
        if on:
            self.arm(now_ms)

    def act(self, now_ms: int) -> None:
        """Somebody at the board did something: what is armed stays so as long again."""
        if self.is_armed(now_ms):
            self._until_ms = now_ms + self._lapse_ms

    def is_armed(self, now_ms: int) -> bool:
        """Whether anything may move now."""
        if self._until_ms is not None and now_ms >= self._until_ms:
            self._until_ms = None
            self._why = Unarmed.LAPSED
        return self._until_ms is not None or not self.moves

    def until_ms(self, now_ms: int) -> int | None:
        """When it lapses; None where nothing is armed, or it never does."""
        return self._until_ms if self.is_armed(now_ms) else None

    def why(self, now_ms: int) -> VulkarError | None:
        """Why nothing may move; None where it may."""
        return None if self.is_armed(now_ms) else VulkarError(self._why)
