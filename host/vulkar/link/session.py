"""The host's end of the session, without I/O: bytes and the time in, bytes and signals out.

Every command has a sequence number, is sent again until it is answered or its deadline has
passed, and at most two are under way. Time is seconds on any clock that never goes back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from vulkar.link import names, wire
from vulkar.link.events import LinkStats
from vulkar.link.signals import (
    Answered,
    Beat,
    Console,
    Expired,
    Frame,
    Gap,
    Greeted,
    Happened,
    Signal,
    Silent,
)

AGAIN_S: Final = 0.06  # first repeat; later ones wait half as long again, up to AGAIN_MOST_S
AGAIN_MOST_S: Final = 0.25
DEADLINE_S: Final = 1.0
BEAT_S: Final = wire.BEAT_MS / 1000
SILENCE_S: Final = wire.SILENCE_MS / 1000
IN_FLIGHT: Final = 2
LINE_LIMIT: Final = 512
FRAMES_KEPT: Final = 200


@dataclass(slots=True)
class _Order:
    ticket: int
    kind: int
    payload: bytes
    deadline: float
    seq: int = -1
    tries: int = 0
    again: float = 0.0
    wait: float = AGAIN_S
    frame: bytes = b""
    sent_at: float = 0.0


@dataclass(slots=True)
class _Events:
    expected: int | None = None  # None until a snapshot says where the numbers stand
    base_us: int = 0
    last_us: int = -1


class HostSession:
    """One connection. ``seq`` starts behind what the controller remembers, see ``resume``."""

    def __init__(self) -> None:
        self.stats = LinkStats(discarded={})
        self.frames: deque[Frame] = deque(maxlen=FRAMES_KEPT)
        self.beating = False  # heartbeats go out, and silence is noticed
        self._reader = wire.Reader(LINE_LIMIT)
        self._signals: list[Signal] = []
        self._out = bytearray(b"\n")  # ends whatever half line the controller may hold
        self._waiting: deque[_Order] = deque()
        self._flying: list[_Order] = []
        self._seq = 0
        self._ticket = 0
        self._spoken = 0.0
        self._heard = 0.0
        self._silent = False
        self._events = _Events()

    # --- orders ------------------------------------------------------------------------------
    def send(
        self,
        kind: int,
        payload: bytes,
        now: float,
        *,
        deadline_s: float = DEADLINE_S,
        urgent: bool = False,
    ) -> int:
        """Orders a command; returns its ticket. ``urgent`` passes everything that waits."""
        self._ticket += 1
        order = _Order(self._ticket, kind, payload, now + deadline_s)
        if urgent:
            self._launch(order, now)
        else:
            self._waiting.append(order)
            self._fill(now)
        return order.ticket

    def forget(self, ticket: int) -> None:
        """Nobody waits for this command any more; it is not sent again."""
        self._flying = [order for order in self._flying if order.ticket != ticket]
        self._waiting = deque(order for order in self._waiting if order.ticket != ticket)

    def resume(self, newest: int) -> None:
        """Goes on behind the controller's newest sequence number; a snapshot is due."""
        self._seq = newest
        self._events = _Events()

    def start_beating(self, now: float) -> None:
        """From now on both ends speak at least every :data:`BEAT_S`."""
        self.beating = True
        self._silent = False
        self._heard = now

    def synchronise(self, next_event: int, now: float) -> None:
        """A snapshot was taken that holds every event before ``next_event``.

        Only the first one after ``resume`` counts: later on, events that are still on their way
        must not be skipped.
        """
        if self._events.expected is None:
            self._events.expected = next_event
            self._acknowledge((next_event - 1) & 0xFFFF, now)

    def unwrap(self, t_us: int) -> int:
        """A stamp of the controller on the time scale of the events."""
        if self._events.last_us < 0:
            return t_us
        ahead = (t_us - self._events.last_us + wire.TICKS // 2) % wire.TICKS - wire.TICKS // 2
        return self._events.base_us + ahead

    def _fill(self, now: float) -> None:
        while self._waiting and len(self._flying) < IN_FLIGHT:
            self._launch(self._waiting.popleft(), now)

    def _launch(self, order: _Order, now: float) -> None:
        self._seq = (self._seq + 1) & 0xFFFF
        order.seq = self._seq
        order.frame = wire.encode(order.kind, order.seq, order.payload)
        self._flying.append(order)
        self._transmit(order, now)

    def _transmit(self, order: _Order, now: float) -> None:
        order.tries += 1
        order.sent_at = now
        order.again = now + order.wait
        order.wait = min(order.wait * 1.5, AGAIN_MOST_S)
        self._write(order.frame, order.kind, order.seq, order.payload, now)

    def _write(self, frame: bytes, kind: int, seq: int, payload: bytes, now: float) -> None:
        self._out += frame
        self._spoken = now
        self.stats.frames_out += 1
        self.stats.bytes_out += len(frame)
        self.frames.append(Frame(now, True, kind, seq, payload))

    def _emit(self, kind: int, payload: bytes, now: float) -> None:
        self._write(wire.encode(kind, 0, payload), kind, 0, payload, now)

    def _acknowledge(self, number: int, now: float) -> None:
        self._emit(wire.EVENT_ACK, number.to_bytes(2, "little"), now)

    # --- what the owner calls ----------------------------------------------------------------
    def receive(self, data: bytes, now: float) -> None:
        """Takes bytes from the controller, in pieces of any size."""
        self.stats.bytes_in += len(data)
        acknowledge = False
        for kind, seq, payload in self._reader.feed(data):
            if kind == wire.TEXT:
                self.stats.console_lines += 1
                self._signals.append(Console(payload.decode("utf-8", "replace")))
                continue
            self._heard = now
            self._silent = False
            self.stats.frames_in += 1
            self.frames.append(Frame(now, False, kind, seq, payload))
            if kind == wire.EVENT:
                acknowledge = self._event(payload) or acknowledge
            else:
                self._take(kind, seq, payload, now)
        counts = zip(names.REASONS, self._reader.bad, strict=True)
        self.stats.discarded = {reason: count for reason, count in counts if count}
        if acknowledge and self._events.expected is not None:
            self._acknowledge((self._events.expected - 1) & 0xFFFF, now)

    def advance(self, now: float) -> None:
        """Repeats, deadlines, heartbeats. Call it when ``due`` says so."""
        for order in list(self._flying):
            if now >= order.deadline:
                self._flying.remove(order)
                self._signals.append(Expired(order.ticket, order.tries))
            elif now >= order.again:
                self.stats.retries += 1
                self._transmit(order, now)
        while self._waiting and now >= self._waiting[0].deadline:
            self._signals.append(Expired(self._waiting.popleft().ticket, 0))
        self._fill(now)
        if self.beating:
            if now >= self._spoken + BEAT_S:
                self._emit(wire.HEARTBEAT, b"", now)
            if now >= self._heard + SILENCE_S and not self._silent:
                self._silent = True
                self._signals.append(Silent())

    def due(self) -> float | None:
        """When ``advance`` has something to do; None if nothing is under way."""
        times = [min(order.again, order.deadline) for order in self._flying]
        if self._waiting:
            times.append(self._waiting[0].deadline)
        if self.beating:
            times.append(self._spoken + BEAT_S)
            if not self._silent:
                times.append(self._heard + SILENCE_S)
        return min(times, default=None)

    def take_output(self) -> bytes:
        """The bytes to be written."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def take_signals(self) -> list[Signal]:
        """What happened since the last call, in order."""
        signals, self._signals = self._signals, []
        return signals

    # --- what comes in -----------------------------------------------------------------------
    def _take(self, kind: int, seq: int, payload: bytes, now: float) -> None:
        if kind == wire.HEARTBEAT:
            self._beat(payload)
            return
        if kind == wire.STATS:
            self._chip_stats(payload)
            return
        for order in self._flying:
            if order.seq == seq and _answers(order.kind, kind):
                self._flying.remove(order)
                if order.tries == 1:
                    self.stats.round_trip_us = round((now - order.sent_at) * 1_000_000)
                self._signals.append(Answered(order.ticket, kind, payload, order.tries))
                self._fill(now)
                return
        if kind == wire.HELLO:
            self._signals.append(Greeted(payload))
        else:
            self.stats.stale += 1

    def _beat(self, payload: bytes) -> None:
        fields = wire.unpack(wire.F_HEARTBEAT, payload)
        if fields is None:
            return
        state, flags, boot, oldest, _, quiet_ms = fields
        self.stats.quiet_ms = quiet_ms
        expected = self._events.expected
        if expected is not None:
            missing = (oldest - expected) & 0xFFFF
            if 0 < missing < 0x8000:
                self._events.expected = oldest
                self.stats.gaps += 1
                self._signals.append(Gap(missing))
        self._signals.append(Beat(state, flags, boot, quiet_ms))

    def _chip_stats(self, payload: bytes) -> None:
        fields = wire.unpack(wire.F_STATS, payload)
        if fields is not None:
            _, bad, _, lost_lines, longest, _, free, _ = fields
            self.stats.chip_bad_frames = bad
            self.stats.chip_lost_lines = lost_lines
            self.stats.chip_longest_pass_us = longest
            self.stats.chip_free_bytes = free * 16

    def _event(self, payload: bytes) -> bool:
        """Takes an event if its turn has come; true if an acknowledgement is due."""
        fields = wire.unpack(wire.F_EVENT, payload)
        events = self._events
        if fields is None or events.expected is None:
            return False
        number, t_us, kind, index, value = fields
        if number != events.expected:
            self.stats.repeated_events += 1
            return (events.expected - number) & 0xFFFF < 0x8000
        events.expected = (number + 1) & 0xFFFF
        events.base_us = self.unwrap(t_us)
        events.last_us = t_us
        self._signals.append(Happened(number, events.base_us, kind, index, value))
        return True


def _answers(asked: int, kind: int) -> bool:
    """Whether a frame of ``kind`` may answer a command; an ACK may refuse any."""
    if asked == wire.PING:
        return kind == wire.PONG
    if asked in (
        wire.HELLO,
        wire.RELEASE_STATUS,
        wire.WATCH_REPORT,
        wire.SNAPSHOT,
        wire.RAW,
    ):
        return kind in (asked, wire.ACK)
    return kind == wire.ACK
