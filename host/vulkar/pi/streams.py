"""Standard streams and ``select`` as MicroPython has them, for the firmware under CPython."""

from __future__ import annotations

import io
import select as _select
from typing import Final

POLLIN: Final = _select.POLLIN
POLLOUT: Final = _select.POLLOUT


class Stream:
    """A descriptor without a buffer in between, so that ``poll`` tells the truth."""

    def __init__(self, fd: int, mode: str) -> None:
        self.buffer = io.FileIO(fd, mode, closefd=False)

    def fileno(self) -> int:
        return self.buffer.fileno()

    def write(self, text: str) -> int:
        return self.buffer.write(text.encode()) or 0

    def flush(self) -> None:
        """Nothing waits here."""


class Poll:
    """``poll`` that gives the registered objects back instead of descriptors."""

    def __init__(self) -> None:
        self._poll = _select.poll()
        self._objects: dict[int, Stream] = {}

    def register(self, stream: Stream, mask: int) -> None:
        self._objects[stream.fileno()] = stream
        self._poll.register(stream.fileno(), mask)

    modify = register

    def poll(self, timeout: int = -1) -> list[tuple[Stream, int]]:
        return [(self._objects[fd], bits) for fd, bits in self._poll.poll(timeout)]


def poll() -> Poll:
    return Poll()
