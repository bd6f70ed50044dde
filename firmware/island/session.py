"""The controller's end of the link: bytes and the time in, bytes out; acts on a ``Board``.

Commands that change something are remembered by sequence number with their result, so that a
repeat is acknowledged again and not carried out again.
"""

import struct

from island import extras, reports, ticks, wire
from island.answered import Answered
from island.board import Board
from island.events import Events

try:
    from island import inject
except ImportError:  # left out of what is installed for play
    inject = None  # type: ignore[assignment]

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Chip

LINE_LIMIT = 64  # bytes of a line that the host may send
QUEUED = 12  # frames that wait to be written
LINES = 24  # console lines that wait to be written
TEXT_MAX = 56
TALK_MS = 3000  # nobody heard for so long: no heartbeats into the void


class Session:
    """``hardware`` names the chip (boot, unique_id, cause, platform) and makes its parts."""

    def __init__(self, hardware: "Chip", now_ms: int) -> None:
        self.events = Events()
        self.board = Board(hardware, self.events)
        self.reader = wire.Reader(LINE_LIMIT)
        self.leave = 0  # REBOOT or MAINTENANCE, once acknowledged and written
        self.longest_us = 0
        self.text_lost = 0
        self.written = 0
        self.answered = Answered()
        self.hardware = hardware
        self.bench: "inject.Bench | None" = None
        self._queue: list[bytes] = []
        self._lines: list[bytes] = []
        self._heard_ms = now_ms
        self._heard = False
        self._beat_ms = now_ms
        self._stats_ms = now_ms
        self._stats_part = 0
        self._leaving = 0
        self._queue.append(
            reports.hello(self, 0, 0)
        )  # unasked: a host that waits learns of the start

    # --- in ----------------------------------------------------------------------------------
    def receive(self, data: bytes, now_ms: int, now_us: int) -> None:
        """Takes what the host sent, in pieces of any size."""
        for kind, seq, payload in self.reader.feed(data):
            if kind != wire.TEXT:
                self._heard_ms = now_ms
                if not self._heard:
                    self._heard = True
                    self.events.rewind()
                self._take(kind, seq, payload, now_ms, now_us)

    def _take(self, kind: int, seq: int, payload: bytes, now_ms: int, now_us: int) -> None:
        if kind == wire.HEARTBEAT:
            return
        if kind == wire.EVENT_ACK:
            if len(payload) == 2:
                self.events.acknowledge(payload[0] | payload[1] << 8)
            return
        answer = self._ask(kind, seq, payload)
        if answer is None:
            answer = self.answered.find(kind, seq)
            if answer is None:
                if self.answered.is_stale(seq):
                    return
                result, detail = self._command(kind, payload, now_ms, now_us)
                answer = _ack(seq, result, detail)
                self.answered.keep(kind, seq, answer)
        self._send(answer)

    def _send(self, frame: bytes) -> None:
        if len(self._queue) >= QUEUED:
            self._queue.pop(0)  # the host asks again
        self._queue.append(frame)

    def _ask(self, kind: int, seq: int, payload: bytes) -> bytes | None:
        """The answer to a question, which may be asked any number of times; else None."""
        if kind == wire.PING:
            return wire.encode(wire.PONG, seq, payload)
        if kind == wire.HELLO:
            return reports.hello(self, payload[0] if payload else 0, seq)
        if kind == wire.RELEASE_STATUS and len(payload) == struct.calcsize(wire.F_RELEASE_ASK):
            attempt, number = struct.unpack(wire.F_RELEASE_ASK, payload)
            known = self.board.releases.find((number, attempt))
            phase = wire.NEVER if known is None else known.phase
            t_us = 0 if known is None else known.t_us
            beam = 0 if known is None else known.beam
            status = struct.pack(wire.F_RELEASE_STATUS, phase, number, t_us, beam)
            return wire.encode(kind, seq, status)
        if kind == wire.SERVO_STATE and len(payload) == 1:
            if payload[0] >= len(self.board.servos):
                return _ack(seq, wire.BAD_INDEX, payload[0])
            return reports.servo(self, payload[0], seq)
        if kind == wire.REGISTERS and inject is not None:
            found = inject.registers(self, payload)
            return None if found is None else wire.encode(kind, seq, found)
        if kind in (wire.SNAPSHOT, wire.RAW, wire.WATCH_REPORT):
            return self._ask_field(kind, seq, payload)
        return None

    def _ask_field(self, kind: int, seq: int, payload: bytes) -> bytes:
        field = self.board.field
        if kind == wire.SNAPSHOT:
            if self.board.sealed and not self.board.parts.settled:
                return _ack(seq, wire.BUSY, 0)
            bits = bytes(16) if field is None else field.bits()
            marbles = self.board.parts.marble_bits()
            return wire.encode(
                kind,
                seq,
                struct.pack(wire.F_SNAPSHOT, self.board.state, marbles, self.events.next, bits),
            )
        if field is None:
            return _ack(seq, wire.NOT_SEALED, 0)
        if len(payload) != 1:
            return _ack(seq, wire.BAD_PAYLOAD, 0)
        index = payload[0]
        if index >= field.n:
            return _ack(seq, wire.BAD_INDEX, index)
        if kind == wire.WATCH_REPORT:
            return wire.encode(kind, seq, field.report(index))
        readings = bytes(field.buffer[index : index + 8])
        return wire.encode(kind, seq, payload + readings)

    def _command(self, kind: int, payload: bytes, now_ms: int, now_us: int) -> tuple[int, int]:
        """Carries a command out: result and detail."""
        board = self.board
        size = len(payload)
        if kind == wire.SERVO and size == 3:
            index, pulse = struct.unpack(wire.F_SERVO, payload)
            return board.move(index, pulse, now_ms)
        if kind == wire.RELEASE and size == 9:
            gate, way, attempt, number, boot = struct.unpack(wire.F_RELEASE, payload)
            if boot != self.hardware.boot & 0xFFFF:
                return wire.OTHER_BOOT, 0  # what it asks about was forgotten with that start
            return board.release(gate, way, (number, attempt), now_ms, now_us)
        if kind == wire.CONFIG:
            return board.configure(payload, now_ms), 0
        if kind == wire.INJECT and inject is not None:
            return inject.command(self, payload), 0
        if kind == wire.SEAL and size == 8:
            crc, epoch = struct.unpack(wire.F_SEAL, payload)
            return board.seal(crc, epoch, now_ms)
        if kind in (wire.LAMPS, wire.SAGGED):
            return extras.command(board, kind, payload, now_ms), 0
        if kind in (wire.WATCH, wire.SCAN) and size == 1:
            if board.field is None:
                return wire.NOT_SEALED, 0
            if kind == wire.WATCH:
                board.field.watch(payload[0] == 1)
            else:
                board.scan(payload[0] == 1, now_ms)
            return wire.OK, 0
        if size:
            return wire.BAD_PAYLOAD, size
        if kind == wire.ARM:
            return board.arm(now_ms)
        if kind == wire.DISARM:
            return board.disarm(), 0
        if kind == wire.ESTOP:
            return board.estop(), 0
        if kind == wire.CLEAR:
            return board.clear(), 0
        if kind in (wire.REBOOT, wire.MAINTENANCE):
            if kind == wire.MAINTENANCE and board.guarded:
                return wire.WRONG_STATE, 0  # the watchdog runs: maintenance begins with a reboot
            board.cut()
            self._leaving = kind
            return wire.OK, 0
        return wire.BAD_KIND, kind

    # --- out ---------------------------------------------------------------------------------
    def say(self, text: str) -> None:
        """Queues console text, line by line."""
        for line in text.split("\n"):
            raw = line.encode()
            while raw:
                if len(self._lines) >= LINES:
                    self.text_lost += 1
                    return
                self._lines.append(raw[:TEXT_MAX] + b"\n")
                raw = raw[TEXT_MAX:]

    def output(self, now_ms: int, now_us: int) -> bytes | None:
        """One line to be written, the most urgent first; None if there is nothing to say."""
        if self._queue:
            self.written += 1
            return self._queue.pop(0)
        if self._leaving:
            self.leave = self._leaving
            return None
        if self._lines:
            return self._lines.pop(0)
        frame = self.events.frame(now_ms) if self._talks(now_ms) else None
        if frame is None:
            frame = self._periodic(now_ms, now_us)
        if frame is not None:
            self.written += 1
        return frame

    def _talks(self, now_ms: int) -> bool:
        return self._heard and ticks.diff(now_ms, self._heard_ms) < TALK_MS

    def _periodic(self, now_ms: int, now_us: int) -> bytes | None:
        if not self._talks(now_ms):
            self._heard = False
            self._beat_ms = now_ms
            self._stats_ms = now_ms
            return None
        if ticks.diff(now_ms, self._beat_ms) >= 0:
            self._beat_ms = ticks.add(now_ms, wire.CHIP_BEAT_MS)
            return reports.heartbeat(self, now_ms, now_us)
        if self.board.sealed and ticks.diff(now_ms, self._stats_ms) >= 0:
            self._stats_ms = ticks.add(now_ms, 500)
            self._stats_part = 1 - self._stats_part
            return reports.stats(self, self._stats_part)
        return None

    def wait_ms(self, now_ms: int, writing: bool) -> int:
        """How long the loop may sleep when no byte comes; ``writing``: a line is on its way."""
        wait = self.board.wait_ms(now_ms)
        if writing:
            return wait
        if self._queue or self._lines or self._leaving:
            return 0
        if self._talks(now_ms):
            wait = min(wait, max(0, ticks.diff(self._beat_ms, now_ms)))
            wait = min(wait, self.events.due_ms(now_ms))
        return wait

    def step(self, now_ms: int, now_us: int) -> None:
        """One pass of everything that moves or feels."""
        self.board.step(now_ms, now_us, self._heard_ms)


def _ack(seq: int, result: int, detail: int) -> bytes:
    return wire.encode(wire.ACK, seq, struct.pack(wire.F_ACK, result, detail))
