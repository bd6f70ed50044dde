"""What firing is joined to: whoever tells events, and the controller's link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from vulkar.link.events import Event
from vulkar.texts import Text

# The events that are told; each has its text.
KINDS: Final = (
    "arming_wanted",
    "board_armed",
    "board_disarmed",
    "trigger_announced",
    "trigger_live",
    "trigger_pulled",
    "trigger_taken_back",
    "trigger_vetoed",
    "trigger_withdrawn",
)


class Tell(Protocol):
    """Tells everybody of an event."""

    def __call__(self, kind: str, data: dict[str, Any], text: Text) -> None: ...


class FiringLink(Protocol):
    """What firing needs of the controller's link."""

    @property
    def state(self) -> str: ...

    async def disarm(self) -> None: ...

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]: ...
