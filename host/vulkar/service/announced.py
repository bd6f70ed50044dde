"""Response windows as seats see them: each has a name, an end, and what the seat could play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vulkar.rules import Answer
from vulkar.table.intents import Intents
from vulkar.table.journal import Said


class AnnouncedIntents(Intents):
    """Says when a window opens and closes, and keeps which message each intent came with.

    Windows are named by the start of the table and a count, so that no word for a window of before
    a restart counts in another one.
    """

    def __init__(
        self,
        stream: str,
        opened: Callable[[], None],
        closed: Callable[[], None],
        spoke: Callable[[int], None],
    ) -> None:
        super().__init__()
        self._stream = stream
        self._opened = opened
        self._closed = closed
        self._spoke = spoke
        self._messages: dict[int, Said] = {}

    @property
    def name(self) -> str | None:
        """The open window's name; None while none is open."""
        return f"{self._stream[:8]}.{self.window}" if self._open else None

    def open(self, offers: Mapping[int, Sequence[Answer]]) -> int:
        number = super().open(offers)
        self._messages.clear()
        self._opened()
        return number

    def close(self) -> None:
        super().close()
        self._closed()

    def say(self, seat: int, window: int, intent: Answer) -> None:
        super().say(seat, window, intent)
        self._spoke(seat)

    def hear(self, seat: int, said: Said, intent: Answer) -> None:
        """As ``say``, for a window's name."""
        self.say(seat, self.window if said.question == self.name else -1, intent)
        self._messages[seat] = said

    def message(self, seat: int) -> Said | None:
        """Which message the seat's intent in the last window came with, once."""
        return self._messages.pop(seat, None)
