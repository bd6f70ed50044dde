"""What firing is joined to: whoever tells events, and the controller's link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from vulkar.link.events import Event
from vulkar.texts import Text


class Tell(Protocol):
    """Tells everybody of an event."""

    def __call__(self, kind: str, data: dict[str, Any], text: Text) -> None: ...


class FiringLink(Protocol):
    """What firing needs of the controller's link."""

    @property
    def state(self) -> str: ...

    async def disarm(self) -> None: ...

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]: ...
