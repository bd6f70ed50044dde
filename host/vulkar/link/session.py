"""The host's end of the session, without I/O: bytes and the time in, bytes and signals out.

Every command has a sequence number, is sent again until it is answered or its deadline has
passed, and at most two are under way. Time is seconds on any clock that never goes back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from vulkar.link import names, wire
from vulkar.link.eventorder import EventOrder
from vulkar.link.health import Health
from vulkar.link.signals import (
    Answered,
    Beat,
    Console,
    Expired,
    Frame,
    Gap,
    Greeted,
    Signal,
    Silent,
    Strained,
)
from vulkar.link.stats import LinkStats

AGAIN_S: Final = 0.06  # first repeat; later ones wait half as long again, up to AGAIN_MOST_S
AGAIN_MOST_S: Final = 0.25
DEADLINE_S: Final = 1.0
BEAT_S: Final = wire.BEAT_MS / 1000
SILENCE_S: Final = wire.SILENCE_MS / 1000
IN_FLIGHT: Final = 2
LINE_LIMIT: Final = 512
FRAMES_KEPT: Final = 200
BEHIND: Final = wire.REMEMBERED - 4  # numbers that a command under way may be behind the newest


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


class HostSession:
    """One connection. ``seq`` starts behind what the controller remembers, see ``resume``."""

    def __init__(self) -> None:
        self.stats = LinkStats(discarded={}, chip_discarded={})
        self.health = Health()
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
        self._events = EventOrder()

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
        """Goes on well behind the controller's newest sequence number; a snapshot is due.

        What an earlier connection still has on its way is older than that, and not carried out.
        """
        self._seq = (newest + wire.AHEAD) & 0xFFFF
        self._events = EventOrder()

    def start_beating(self, now: float) -> None:
        """From now on the host speaks at least every :data:`BEAT_S`, and notices silence."""
        self.beating = True
        self._silent = False
        self._heard = now
        self.health.due_s = now + 1.0

    def synchronise(self, next_event: int, now: float) -> None:
        """A snapshot was taken that holds every event before ``next_event``.

        Only the first one after ``resume`` counts: later on, events that are still on their way
        must not be skipped.
        """
        if self._events.synchronise(next_event):
            self._acknowledge(now)

    def unwrap(self, t_us: int) -> int:
        """A stamp of the controller on the time scale of the events."""
        return self._events.unwrap(t_us)

    def _fill(self, now: float) -> None:
        while self._waiting and len(self._flying) < IN_FLIGHT and not self._stuck():
            self._launch(self._waiting.popleft(), now)

    def _stuck(self) -> bool:
        """A command under way would fall out of the controller's memory if more were sent."""
        return any((self._seq - order.seq) & 0xFFFF >= BEHIND for order in self._flying)

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

    def _acknowledge(self, now: float) -> None:
        number = self._events.newest_taken
        if number is not None:
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
        if acknowledge:
            self._acknowledge(now)

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
            if self.health.due_s is not None and now >= self.health.due_s:
                warning = self.health.tick(now, self.stats)
                if warning:
                    self._signals.append(Strained(warning))

    def due(self) -> float | None:
        """When ``advance`` has something to do; None if nothing is under way."""
        times = [min(order.again, order.deadline) for order in self._flying]
        if self._waiting:
            times.append(self._waiting[0].deadline)
        if self.beating:
            times.append(self._spoken + BEAT_S)
            if not self._silent:
                times.append(self._heard + SILENCE_S)
            if self.health.due_s is not None:
                times.append(self.health.due_s)
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
            self.stats.of_chip(payload)
            return
        for order in self._flying:
            if order.seq == seq and _answers(order.kind, kind):
                self._flying.remove(order)
                if order.tries == 1:
                    self.stats.took(round((now - order.sent_at) * 1_000_000))
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
        state, flags, boot, oldest, _, quiet_ms, t_us = fields
        self.stats.quiet_ms = quiet_ms
        self._events.clock(t_us)
        missing = self._events.skip_to(oldest)
        if missing:
            self.stats.gaps += 1
            self._signals.append(Gap(missing))
        self._signals.append(Beat(state, flags, boot, quiet_ms))

    def _event(self, payload: bytes) -> bool:
        """Takes an event if its turn has come; true if an acknowledgement is due."""
        happened, due = self._events.take(payload)
        self.stats.repeated_events = self._events.repeated
        if happened is not None:
            self._signals.append(happened)
        return due


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
        wire.SERVO_STATE,
        wire.REGISTERS,
    ):
        return kind in (asked, wire.ACK)
    return kind == wire.ACK
