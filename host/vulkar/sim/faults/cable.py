"""A cable that lies: frames damaged, lost, doubled, late, overtaken by others, or nothing at all.

    lying = LyingTransport(transport, random.Random(1), Rates(drop=0.05, corrupt=0.05), tally)

It goes between any :class:`vulkar.link.transport.Transport` and its session, on any event loop.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from vulkar.link import wire
from vulkar.link.transport import Transport


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of frames, each way; times in seconds.

    A corrupted frame has bits flipped, bytes cut out, or loses its end. A late frame is overtaken
    by whatever comes after it. Now and then the cable is dead for a while.
    """

    drop: float = 0.0
    double: float = 0.0
    corrupt: float = 0.0
    late: float = 0.0
    late_most_s: float = 0.4
    dead_every_s: float = 0.0  # mean time between two dead spells; 0 never
    dead_most_s: float = 0.8


@dataclass(slots=True)
class Tally:
    """What was done to the frames, over all connections of a run."""

    frames: int = 0
    damaged: int = 0  # dropped, corrupted, doubled or late


class LyingTransport:
    """A transport whose frames fare as ``rates`` say. ``sent`` is told each frame's kind that the
    host writes, before it is damaged: a place to hang other faults on.

    No raw 0x03 is ever made: on the wire that is Ctrl-C, a fault of its own (docs: protocol).
    """

    def __init__(
        self,
        inner: Transport,
        rng: random.Random,
        rates: Rates,
        tally: Tally,
        sent: Callable[[int], None] = lambda kind: None,
    ) -> None:
        self.name = inner.name
        self.rates = rates
        self._inner = inner
        self._rng = rng
        self._tally = tally
        self._sent = sent
        self._dead_until_s = -1.0
        self._next_dead_s: float | None = None
        self._rest = b""

    def start(
        self,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Exception | None], None],
    ) -> None:
        """Begins to read; see :class:`vulkar.link.transport.Transport`."""
        self._inner.start(lambda data: self._arrive(data, on_bytes), on_lost)

    def write(self, data: bytes) -> None:
        """Hands each line on as it fares."""
        for line in data.splitlines(keepends=True):
            frame = wire.decode(line[1:-1]) if line[:1] == b"\x02" else None
            if frame is not None:
                self._sent(frame[0])
            self._fare(line, self._inner.write)

    def close(self) -> None:
        """Closes the port; what is still late arrives nowhere."""
        self._inner.close()

    def _arrive(self, data: bytes, on_bytes: Callable[[bytes], None]) -> None:
        lines = (self._rest + data).splitlines(keepends=True)
        self._rest = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        for line in lines:
            self._fare(line, on_bytes)

    def _fare(self, line: bytes, hand_on: Callable[[bytes], None]) -> None:
        rng, rates = self._rng, self.rates
        loop = asyncio.get_running_loop()
        self._tally.frames += 1
        if self._is_dead(loop.time()) or rng.random() < rates.drop:
            self._tally.damaged += 1
            return
        copies = 1
        if rng.random() < rates.double:
            self._tally.damaged += 1
            copies = 2
        for _ in range(copies):
            sent = line
            if rng.random() < rates.corrupt:
                self._tally.damaged += 1
                sent = corrupted(line, rng)
            if rng.random() < rates.late:
                self._tally.damaged += 1
                loop.call_later(rng.uniform(0.0, rates.late_most_s), hand_on, sent)
            else:
                hand_on(sent)

    def _is_dead(self, now_s: float) -> bool:
        rates = self.rates
        if not rates.dead_every_s:
            return False
        if self._next_dead_s is None:
            self._next_dead_s = now_s + self._rng.expovariate(1 / rates.dead_every_s)
        if now_s >= self._next_dead_s:
            self._dead_until_s = now_s + self._rng.uniform(0.0, rates.dead_most_s)
            self._next_dead_s = self._dead_until_s + self._rng.expovariate(1 / rates.dead_every_s)
        return now_s < self._dead_until_s


def corrupted(line: bytes, rng: random.Random) -> bytes:
    """The line with one kind of damage, and no raw 0x03 in it."""
    kind = rng.randrange(4)
    at = rng.randrange(len(line))
    if kind == 0:  # the end is lost, newline and all
        return line[:at]
    if kind == 1:  # a byte is lost
        return line[:at] + line[at + 1 :]
    out = bytearray(line)
    for _ in range(1 if kind == 2 else 8):
        flip = rng.randrange(len(out))
        out[flip] ^= 1 << rng.randrange(8)
    return bytes(out.replace(b"\x03", b"\x13"))
