"""The controller behind a lasting island, whichever connection it is on at the moment."""

from __future__ import annotations

from collections.abc import Callable

from vulkar.devices.board_model import Board
from vulkar.errors import VulkarError
from vulkar.island.onlooker import Onlooker
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind


class LastingLink:
    """What a panel needs of a controller. Subscriptions last; commands go to the one of now.

    ``state`` is the controller's, or "lost". Commands raise link.lost while it is gone. After each
    new connection subscribers are told its state.
    """

    def __init__(self) -> None:
        self.interventions = 0  # how often a person has stopped or disarmed
        self.onlooker: Onlooker | None = None  # of the connection of now; None while it is gone
        self._now: Controller | None = None
        self._subscribers: list[Callable[[Event], None]] = []

    @property
    def state(self) -> str:
        return self._now.state if self._now is not None else "lost"

    async def arm(self) -> None:
        await self._controller.arm()

    async def disarm(self) -> None:
        self.interventions += 1
        await self._controller.disarm()

    async def estop(self) -> None:
        self.interventions += 1
        await self._controller.estop()

    async def clear(self) -> None:
        await self._controller.clear()

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Calls back for every event of every connection; returns the way to stop that."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    def take(self, controller: Controller, board: Board) -> None:
        """A new connection has been made."""
        self._now, self.onlooker = controller, Onlooker(controller, board)
        controller.subscribe(self._tell)
        self._tell(Event(EventKind.STATE, text=controller.state))

    def lose(self) -> None:
        """The connection is gone."""
        self._now = self.onlooker = None
        self._tell(Event(EventKind.LOST))

    def _tell(self, event: Event) -> None:
        for callback in tuple(self._subscribers):
            callback(event)

    @property
    def _controller(self) -> Controller:
        if self._now is None:
            raise VulkarError("link.lost", port="its port", reason="it is looked for")
        return self._now
