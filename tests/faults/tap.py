"""A hand on the cable: sees every line, each way, and decides what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vulkar.link import wire
from vulkar.link.transport import Transport

NO_FRAME = -1
Hand = Callable[[int, bytes], Iterable[bytes]]  # (kind of the frame, line) -> lines to hand on


def kind_of(line: bytes) -> int:
    """The kind of the frame in a line; ``NO_FRAME`` for text and for half a frame."""
    frame = wire.decode(line[1:-1]) if line[:1] == b"\x02" else None
    return NO_FRAME if frame is None else frame[0]


def leave(_: int, line: bytes) -> Iterable[bytes]:
    """Hands everything on as it is."""
    return (line,)


class Tap:
    """A transport around another one. ``sent`` are the kinds of all frames that the host wrote."""

    def __init__(self, inner: Transport, there: Hand = leave, back: Hand = leave) -> None:
        self.name = inner.name
        self.there = there
        self.back = back
        self.sent: list[int] = []
        self._inner = inner
        self._rest = b""
        self._on_bytes: Callable[[bytes], None] = lambda data: None

    def start(
        self,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Exception | None], None],
    ) -> None:
        self._on_bytes = on_bytes
        self._inner.start(self._arrive, on_lost)

    def write(self, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            kind = kind_of(line)
            if kind != NO_FRAME:
                self.sent.append(kind)
            for out in self.there(kind, line):
                self._inner.write(out)

    def close(self) -> None:
        self._inner.close()

    def arrive(self, data: bytes) -> None:
        """Bytes reach the host now, whoever they are from."""
        self._on_bytes(data)

    def _arrive(self, data: bytes) -> None:
        lines = (self._rest + data).splitlines(keepends=True)
        self._rest = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        for line in lines:
            for out in self.back(kind_of(line), line):
                self._on_bytes(out)
