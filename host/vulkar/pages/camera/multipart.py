"""Pictures out of an MJPEG stream (``multipart/x-mixed-replace``), as its bytes come in. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from vulkar.errors import VulkarError

MOST_BYTES: Final = 8 * 1024 * 1024  # of one picture; nothing larger is kept
MOST_HEAD: Final = 8 * 1024


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its headers by lower-case name, and its body."""

    headers: dict[str, str]
    body: bytes


def boundary_of(content_type: str) -> bytes:
    """The boundary that a response's Content-Type names. Raises ``VulkarError("camera.answer")``.

    Some cameras write its two hyphens into the header already.
    """
    found = re.search(r'boundary\s*=\s*(?:"([^"]+)"|([^";,\s]+))', content_type, re.IGNORECASE)
    if not content_type.lower().startswith("multipart/") or found is None:
        raise VulkarError(
            "camera.answer", got=content_type[:80] or "nothing", wanted="an MJPEG stream"
        )
    return b"--" + (found[1] or found[2]).removeprefix("--").encode("latin-1")


class Parts:
    """Call :meth:`feed` with each piece of the stream."""

    def __init__(self, boundary: bytes) -> None:
        self._boundary = boundary
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Part]:
        """The parts that are whole now. Raises ``VulkarError("camera.large")``."""
        self._buffer += data
        while (part := self._next()) is not None:
            yield part
        if len(self._buffer) > MOST_BYTES:
            raise VulkarError("camera.large", most_mb=MOST_BYTES // 2**20)

    def _next(self) -> Part | None:
        start = self._buffer.find(self._boundary)
        if start < 0:
            return None
        head = start + len(self._boundary)
        blank = self._buffer.find(b"\r\n\r\n", head)
        if blank < 0:
            if len(self._buffer) - head > MOST_HEAD:
                raise VulkarError("camera.large", most_mb=MOST_BYTES // 2**20)
            return None
        headers = _headers(bytes(self._buffer[head:blank]))
        body, length = blank + 4, headers.get("content-length", "")
        if length.isdecimal():
            end = body + int(length)
            if int(length) > MOST_BYTES:
                raise VulkarError("camera.large", most_mb=MOST_BYTES // 2**20)
            if len(self._buffer) < end:
                return None
        else:
            end = self._buffer.find(b"\r\n" + self._boundary, body)
            if end < 0:
                return None
        part = Part(headers, bytes(self._buffer[body:end]))
        del self._buffer[:end]
        return part


def _headers(raw: bytes) -> dict[str, str]:
    lines = raw.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}
