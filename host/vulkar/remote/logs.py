"""What the web process writes into its log: no address with its query, and no more than a disk
bears, whatever strangers send.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, TextIO

MOST: Final = 200  # lines, or errors with their traceback, in each minute
EACH_S: Final = 60.0


class AtMost(logging.Filter):
    """Lets ``most`` records pass in each ``EACH_S``; the first one after that says how many more
    there were. Access lines are not counted: who asks for them gets them all."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._clock = most, clock
        self._begun_s = clock()
        self._seen = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "vulkar.remote.access":
            return True
        if self._clock() - self._begun_s >= EACH_S:
            left_out, self._seen, self._begun_s = self._seen - self._most, 0, self._clock()
            if left_out > 0:
                record.msg, record.args = f"({left_out} more before) {record.getMessage()}", ()
        self._seen += 1
        return self._seen <= self._most


def log_to(stream: TextIO) -> None:
    """Sends every log to ``stream``."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    handler.addFilter(AtMost())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # At INFO it writes the whole address of each WebSocket, with its query.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
