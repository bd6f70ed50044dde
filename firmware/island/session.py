"""The controller's end of the link: bytes and the time in, bytes out; acts on a ``Board``.

Commands that change something are remembered by sequence number with their result, so that a
repeat is acknowledged again and not carried out again.
"""

import struct

from island import build, ticks, wire
from island.board import Board
from island.events import Events

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Chip

REMEMBERED = 16
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
        self._hardware = hardware
        self._known: list[int] = []  # kind << 16 | seq, beside their answers
        self._answers: list[bytes] = []
        self._newest = 0
        self._queue: list[bytes] = []
        self._lines: list[bytes] = []
        self._written = 0
        self._heard_ms = now_ms
        self._heard = False
        self._beat_ms = now_ms
        self._stats_ms = now_ms
        self._leaving = 0
        self._queue.append(self._hello(0, 0))  # unasked: a host that waits learns of the start

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
            key = kind << 16 | seq
            if key in self._known:
                answer = self._answers[self._known.index(key)]
            else:
                result, detail = self._command(kind, payload, now_ms, now_us)
                answer = _ack(seq, result, detail)
                if len(self._known) >= REMEMBERED:
                    self._known.pop(0)
                    self._answers.pop(0)
                self._known.append(key)
                self._answers.append(answer)
                if (seq - self._newest) & 0xFFFF < 0x8000:
                    self._newest = seq
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
            return self._hello(payload[0] if payload else 0, seq)
        if kind == wire.RELEASE_STATUS and len(payload) == struct.calcsize(wire.F_RELEASE_ASK):
            attempt, number = struct.unpack(wire.F_RELEASE_ASK, payload)
            known = self.board.releases.find((number, attempt))
            phase = wire.NEVER if known is None else known.phase
            t_us = 0 if known is None else known.t_us
            return wire.encode(kind, seq, struct.pack(wire.F_RELEASE_STATUS, phase, number, t_us))
        if kind in (wire.SNAPSHOT, wire.RAW, wire.WATCH_REPORT):
            return self._ask_field(kind, seq, payload)
        return None

    def _ask_field(self, kind: int, seq: int, payload: bytes) -> bytes:
        field = self.board.field
        if kind == wire.SNAPSHOT:
            if self.board.sealed and field is not None and not field.settled:
                return _ack(seq, wire.BUSY, 0)
            bits = bytes(16) if field is None else field.bits()
            marbles = self.board.marble_bits()
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
        if kind == wire.RELEASE and size == 7:
            gate, way, attempt, number = struct.unpack(wire.F_RELEASE, payload)
            return board.release(gate, way, (number, attempt), now_ms, now_us)
        if kind == wire.CONFIG:
            return board.configure(payload, now_ms), 0
        if kind == wire.SEAL and size == 8:
            crc, epoch = struct.unpack(wire.F_SEAL, payload)
            return board.seal(crc, epoch, now_ms)
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
            return board.arm(now_ms), self.events.next
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

    def output(self, now_ms: int) -> bytes | None:
        """One line to be written, the most urgent first; None if there is nothing to say."""
        if self._queue:
            self._written += 1
            return self._queue.pop(0)
        if self._leaving:
            self.leave = self._leaving
            return None
        if self._lines:
            return self._lines.pop(0)
        frame = self.events.frame(now_ms) if self._talks(now_ms) else None
        if frame is None:
            frame = self._periodic(now_ms)
        if frame is not None:
            self._written += 1
        return frame

    def _talks(self, now_ms: int) -> bool:
        return self._heard and ticks.diff(now_ms, self._heard_ms) < TALK_MS

    def _periodic(self, now_ms: int) -> bytes | None:
        if not self._talks(now_ms):
            self._heard = False
            self._beat_ms = now_ms
            self._stats_ms = now_ms
            return None
        if ticks.diff(now_ms, self._beat_ms) >= 0:
            self._beat_ms = ticks.add(now_ms, wire.BEAT_MS)
            return self._heartbeat(now_ms)
        if self.board.sealed and ticks.diff(now_ms, self._stats_ms) >= 0:
            self._stats_ms = ticks.add(now_ms, 1000)
            return self._stats()
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

    def _hello(self, part: int, seq: int) -> bytes:
        chip = self._hardware
        if part == 1:
            payload = struct.pack(
                wire.F_HELLO1,
                1,
                chip.platform,
                chip.unique_id,
                min(chip.free() >> 4, 0xFFFF),
                self.board.releases.of_epoch,
            )
        else:
            payload = struct.pack(
                wire.F_HELLO0,
                0,
                wire.PROTOCOL_MAJOR,
                wire.PROTOCOL_MINOR,
                build.SOURCES,
                chip.boot,
                chip.cause,
                wire.CAPS,
                self.board.config.crc if self.board.sealed else 0,
                self.board.state,
                self._newest,
            )
        return wire.encode(wire.HELLO, seq, payload)

    def _heartbeat(self, now_ms: int) -> bytes:
        board = self.board
        field = board.field
        flags = wire.FLAG_FAST if board.fast else 0
        quiet = 0
        if field is not None and field.watching:
            flags |= wire.FLAG_WATCHING
            quiet = field.quiet_ms(now_ms)
        events = self.events
        payload = struct.pack(
            wire.F_HEARTBEAT,
            board.state,
            flags,
            self._hardware.boot & 0xFFFF,
            events.oldest,
            events.next,
            quiet,
        )
        return wire.encode(wire.HEARTBEAT, 0, payload)

    def _stats(self) -> bytes:
        reader = self.reader
        field = self.board.field
        payload = struct.pack(
            wire.F_STATS,
            reader.good & 0xFFFF,
            sum(reader.bad) & 0xFFFF,
            self._written & 0xFFFF,
            self.text_lost & 0xFFFF,
            min(self.longest_us, 0xFFFF),
            0 if field is None else min(field.scan_us, 0xFFFF),
            min(self._hardware.free() >> 4, 0xFFFF),
            self.events.lost & 0xFFFF,
        )
        self.longest_us = 0
        return wire.encode(wire.STATS, 0, payload)


def _ack(seq: int, result: int, detail: int) -> bytes:
    return wire.encode(wire.ACK, seq, struct.pack(wire.F_ACK, result, detail))
