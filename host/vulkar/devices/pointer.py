"""A servo that points somewhere: the idol's turret, and the plates at forks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from vulkar.devices.machine import Machined
from vulkar.devices.tables import POINTER


class ServoLink(Protocol):
    """What a pointer needs of the link."""

    async def servo(self, name: str, pulse_us: int, wait: bool = True) -> None: ...


class Pointer(Machined):
    """One servo by its name on the board. ``pulse_us`` is where it was last sent, 0 if unknown."""

    def __init__(
        self, link: ServoLink, name: str, on_state: Callable[[str, str], None] | None = None
    ) -> None:
        super().__init__(POINTER, on_state)
        self.name = name
        self.pulse_us = 0
        self._link = link

    async def move(self, pulse_us: int) -> None:
        """Moves there, and returns when the servo has arrived (and is about to be detached).

        It moves even if it is believed to be there: a detached servo can be turned by hand.
        """
        self.demand("sent")
        try:
            self.fire("sent")
            await self._link.servo(self.name, pulse_us, wait=True)
        except BaseException:
            self.pulse_us = 0
            self.fire("failed")
            raise
        self.pulse_us = pulse_us
        self.fire("arrived")

    def forget(self) -> None:
        """The controller restarted or the link is gone: where the servo is, nobody knows."""
        self.pulse_us = 0
        self.fire("lost")
