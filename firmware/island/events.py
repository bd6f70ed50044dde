"""What happened, numbered, stamped and kept until the host has acknowledged it."""

import struct
from array import array

from island import ticks, wire

KEPT = 256  # twice all halls; divides 65536, so that numbers may wrap
WINDOW = 6  # sent and not yet acknowledged
AGAIN_MS = 80


class Events:
    """A ring; when it is full the oldest is lost, and the heartbeat tells the host of the gap."""

    def __init__(self) -> None:
        self.next = 0  # number of the next event
        self.oldest = 0
        self.lost = 0
        self.again = 0  # frames that were sent before
        self._sent = 0
        self._first = 0  # number of the first event that was never sent
        self._sent_ms = 0
        self._t_us = array("I", bytes(4 * KEPT))
        self._what = bytearray(2 * KEPT)
        self._value = array("H", bytes(2 * KEPT))

    def add(self, kind: int, index: int, value: int, now_us: int) -> None:
        if (self.next - self.oldest) & 0xFFFF == KEPT:
            if self._sent == self.oldest:
                self._sent = (self._sent + 1) & 0xFFFF
            self.oldest = (self.oldest + 1) & 0xFFFF
            self.lost += 1
        at = self.next % KEPT
        self._t_us[at] = now_us & (wire.TICKS - 1)
        self._what[2 * at] = kind
        self._what[2 * at + 1] = index
        self._value[at] = value & 0xFFFF
        self.next = (self.next + 1) & 0xFFFF

    def acknowledge(self, number: int) -> None:
        """Forgets all events up to ``number``; nonsense numbers change nothing."""
        count = (number + 1 - self.oldest) & 0xFFFF
        if count <= (self.next - self.oldest) & 0xFFFF:
            if (self._sent - self.oldest) & 0xFFFF < count:
                self._sent = (number + 1) & 0xFFFF
            self.oldest = (number + 1) & 0xFFFF

    def rewind(self) -> None:
        """A host is heard again: everything kept is sent again."""
        self._sent = self.oldest

    def frame(self, now_ms: int) -> bytes | None:
        """The next event to be written, or again the oldest where no acknowledgement came."""
        if self.oldest == self.next:
            return None
        waiting = (self._sent - self.oldest) & 0xFFFF
        if waiting and ticks.diff(now_ms, self._sent_ms) >= AGAIN_MS:
            self._sent = self.oldest
            waiting = 0
        if self._sent == self.next or waiting >= WINDOW:
            return None
        number = self._sent
        at = number % KEPT
        self._sent = (number + 1) & 0xFFFF
        if (number - self._first) & 0xFFFF < 0x8000:  # those before it may be gone unsent
            self._first = self._sent
        else:
            self.again += 1
        self._sent_ms = now_ms
        return wire.encode(
            wire.EVENT,
            number,
            struct.pack(
                wire.F_EVENT,
                number,
                self._t_us[at],
                self._what[2 * at],
                self._what[2 * at + 1],
                self._value[at],
            ),
        )

    def due_ms(self, now_ms: int) -> int:
        """Milliseconds until ``frame`` may have something; large where nothing waits."""
        if self.oldest == self.next:
            return 10_000
        waiting = (self._sent - self.oldest) & 0xFFFF
        if self._sent != self.next and waiting < WINDOW:
            return 0
        return max(0, AGAIN_MS - ticks.diff(now_ms, self._sent_ms))
