"""Bugs in the log: whoever can bring one about must not fill the disk by it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from typing import Final

MINUTE_MS: Final = 60_000
MOST_A_MINUTE: Final = 5
MOST_CHARACTERS: Final = 4000  # of one; its end says what went wrong


def to_stderr(text: str) -> None:
    """Into the process's log."""
    print(text, file=sys.stderr, flush=True)


class Tracebacks:
    """Writes the first few of each minute, and how many were left out. ``now_ms``: any clock."""

    def __init__(self, now_ms: Callable[[], int], write: Callable[[str], None] = to_stderr) -> None:
        self._now_ms = now_ms
        self._write = write
        self._since_ms = 0
        self._written = 0
        self._left_out = 0

    def report(self, exc: BaseException) -> None:
        """One error with its traceback."""
        now_ms = self._now_ms()
        if now_ms - self._since_ms >= MINUTE_MS:
            if self._left_out:
                self._write(f"{self._left_out} more errors were left out.")
            self._since_ms, self._written, self._left_out = now_ms, 0, 0
        if self._written == MOST_A_MINUTE:
            self._left_out += 1
            return
        self._written += 1
        self._write("".join(traceback.format_exception(exc))[-MOST_CHARACTERS:].rstrip())
