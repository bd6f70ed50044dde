"""What the firmware's process tells the one above it: single bytes on a socket.

The socket's end is a message too: whichever side finds it closed knows that the other is gone.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

RAIL_LOW: Final = b"0"
RAIL_HIGH: Final = b"1"
RAIL_OFF: Final = b"-"  # whichever level that is
WATCH: Final = b"w"  # the watchdog starts; its time-out in ms follows, 16 bits
FEED: Final = b"f"
RESET: Final = b"r"
WATCH_MS: Final = struct.Struct("<H")


class Guard:
    """The firmware's end."""

    def __init__(self, fd: int) -> None:
        self._socket = socket.socket(fileno=fd)

    def ask_rail(self, level: int) -> None:
        """0 or 1, or -1 for off."""
        self._socket.sendall(RAIL_OFF if level < 0 else RAIL_HIGH if level else RAIL_LOW)

    def watch(self, timeout_ms: int) -> None:
        self._socket.sendall(WATCH + WATCH_MS.pack(timeout_ms))

    def feed(self) -> None:
        self._socket.sendall(FEED)

    def reset(self) -> None:
        """Does not come back."""
        self._socket.sendall(RESET)
        os._exit(0)

    def on_end(self, callback: Callable[[], None]) -> None:
        """Calls back, from a thread, when the process above is gone."""

        def wait() -> None:
            with suppress(OSError):  # a reset where the dead process had not read everything
                while self._socket.recv(64):
                    pass
            callback()

        threading.Thread(target=wait, daemon=True).start()
