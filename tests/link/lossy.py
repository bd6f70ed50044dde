"""Both ends of the session in one process and one virtual time, with a cable between that lies."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from firmware.both_ends import load_bench
from vulkar.link import wire
from vulkar.link.session import HostSession
from vulkar.link.signals import Answered, Expired, Happened, Signal

BENCH = load_bench()
STEP_MS = 5


@dataclass(frozen=True)
class Faults:
    """Shares of frames, and the longest delay of a delayed one."""

    drop: float = 0.0
    double: float = 0.0
    corrupt: float = 0.0
    delay: float = 0.0
    delay_ms: int = 150


@dataclass
class Cable:
    """One direction. Frames arrive whole, late, twice, damaged or not at all."""

    rng: random.Random
    faults: Faults
    flying: list[tuple[int, int, bytes]] = field(default_factory=list)
    count: int = 0
    damaged: int = 0

    def put(self, data: bytes, now_ms: int) -> None:
        for line in data.splitlines(keepends=True):
            copies = 2 if self.rng.random() < self.faults.double else 1
            if self.rng.random() < self.faults.drop:
                copies = 0
                self.damaged += 1
            for _ in range(copies):
                sent = line
                if self.rng.random() < self.faults.corrupt:
                    at = self.rng.randrange(len(line))
                    wrong = line[at] ^ 1 << self.rng.randrange(8)
                    sent = line[:at] + bytes([wrong]) + line[at + 1 :]
                    self.damaged += 1
                late = 0
                if self.rng.random() < self.faults.delay:
                    late = self.rng.randrange(self.faults.delay_ms)
                self.count += 1
                self.flying.append((now_ms + 1 + late, self.count, sent))

    def take(self, now_ms: int) -> bytes:
        due = sorted(entry for entry in self.flying if entry[0] <= now_ms)
        self.flying = [entry for entry in self.flying if entry[0] > now_ms]
        return b"".join(entry[2] for entry in due)


class Pair:
    """Host session and firmware session; ``signals`` collects what the host was told."""

    def __init__(self, seed: int, faults: Faults) -> None:
        rng = random.Random(seed)
        self.ms = 0
        self.there = Cable(rng, faults)
        self.back = Cable(rng, faults)
        self.chip = BENCH.Chip()
        self.firmware = BENCH.Session(self.chip, 0)
        self.host = HostSession()
        self.signals: list[Signal] = []
        self.answers: dict[int, Answered | Expired] = {}
        self._timers: dict[int, int] = {}

    @property
    def now(self) -> float:
        return self.ms / 1000

    def step(self) -> None:
        self.ms += STEP_MS
        now_us = self.ms * 1000 % wire.TICKS
        for number, timer in enumerate(self.chip.timers):
            if timer.callback is None:
                self._timers.pop(number, None)
            elif self._timers.setdefault(number, self.ms + timer.period_ms) <= self.ms:
                self._timers.pop(number)
                timer.fire()
        data = self.there.take(self.ms)
        if data:
            self.firmware.receive(data, self.ms, now_us)
        self.firmware.step(self.ms, now_us)
        for _ in range(3):
            frame = self.firmware.output(self.ms, now_us)
            if frame is not None:
                self.back.put(frame, self.ms)
        data = self.back.take(self.ms)
        if data:
            self.host.receive(data, self.now)
        self.host.advance(self.now)
        self.there.put(self.host.take_output(), self.ms)
        for signal in self.host.take_signals():
            self.signals.append(signal)
            if isinstance(signal, Answered | Expired):
                self.answers[signal.ticket] = signal

    def run(self, span_ms: int) -> None:
        for _ in range(span_ms // STEP_MS):
            self.step()

    def ask(self, kind: int, payload: bytes = b"", deadline_s: float = 3.0) -> Answered | Expired:
        """Sends a command and waits for its answer or its deadline."""
        ticket = self.host.send(kind, payload, self.now, deadline_s=deadline_s)
        while ticket not in self.answers:
            self.step()
        return self.answers.pop(ticket)

    def result(self, answer: Answered | Expired) -> int:
        """The result of an acknowledgement; -1 for a deadline."""
        if isinstance(answer, Expired):
            return -1
        fields = wire.unpack(wire.F_ACK, answer.payload)
        assert fields is not None
        return fields[0]

    def happened(self) -> list[Happened]:
        return [signal for signal in self.signals if isinstance(signal, Happened)]

    def openings(self) -> int:
        """How often the gate's servo really was sent to an open pulse."""
        return sum(1 for pin, ns in self.chip.log if pin == 1 and ns in (1_000_000, 2_000_000))
