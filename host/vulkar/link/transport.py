"""What a session needs of a cable: a serial port, a simulated one, a pair in a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Transport(Protocol):
    """A two-way stream of bytes on the running event loop."""

    name: str

    def write(self, data: bytes) -> None:
        """Queues bytes; never blocks. What cannot be written in time ends in ``on_lost``."""

    def start(
        self,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Exception | None], None],
    ) -> None:
        """Begins to read. ``on_lost`` is called at most once, None at an orderly end."""

    def close(self) -> None:
        """Lets go of the port. Safe to call twice; ``on_lost`` is not called any more."""
