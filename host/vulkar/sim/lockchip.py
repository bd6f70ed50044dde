"""The chip in lockstep: it runs on a grant up to a horizon, then hands over.

While the chip runs the host blocks. Bytes written by the chip are read when it hands over, so they
have a virtual time. All times are microseconds of the virtual clock.
"""

from __future__ import annotations

import socket
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from vulkar.errors import VulkarError
from vulkar.sim.chip import COSTS, ChipProcess, Interpreter, Mode
from vulkar.sim.shims import chipwire as w

GUARD_S: Final = (
    20  # a chip that computes longer than this hangs; more where others load the machine
)
LOOKS: Final = 20  # in a row, of half that time each: one that does nothing at all hangs too
_GRANT: Final = struct.Struct(w.GRANT)
_YIELD: Final = struct.Struct(w.YIELD)
_RECORD: Final = struct.Struct(w.RECORD)
POWER_ON: Final = 1
WATCHDOG: Final = 3


class Note(NamedTuple):
    """What a pin was told: ``kind`` is a number of ``shims/chipwire.py``."""

    t_us: int
    kind: int
    pin: int
    value: int


class Handover(NamedTuple):
    """One yield of the chip."""

    reason: int
    used: bool  # the sweep given last was used
    notes: list[Note]
    output: bytes


class LockChip:
    """The chip and its state between grants."""

    def __init__(
        self,
        firmware: Path,
        *,
        costs: Path = COSTS,
        interpreter: Interpreter | None = None,
        guard_s: float = GUARD_S,
    ) -> None:
        self._firmware = firmware
        self._costs = costs
        self._choice = interpreter
        self._guard_s = guard_s
        self._process: ChipProcess | None = None
        self._usb: socket.socket | None = None
        self.wake_us = w.FOREVER  # when it needs its next grant
        self.on_byte = False  # a byte ends its sleep
        self.now_us = 0  # its own time: at most one call past its last horizon
        self.stalled = False  # a test sets this: the host end takes no output
        self.grants = 0
        self.runs = 0  # how often it was started
        self._after_break = b""
        self.tail = b""  # the last output, for messages

    @property
    def interpreter(self) -> Interpreter:
        """What the firmware runs under."""
        assert self._process is not None
        return self._process.interpreter

    @property
    def pid(self) -> int:
        """The process of this run."""
        assert self._process is not None
        return self._process.pid

    def start(self, at_us: int, cause: int) -> None:
        """Power-on or reset: a new process whose first line runs at ``at_us``."""
        self.close()
        self._usb, theirs = socket.socketpair()
        try:
            self._process = ChipProcess(
                Mode.LOCKSTEP,
                theirs.fileno(),
                self._firmware,
                cause=cause,
                costs=self._costs,
                interpreter=self._choice,
            )
        finally:
            theirs.close()
        look_s = self._guard_s / 2
        limit = struct.pack("ll", int(look_s), int(look_s % 1 * 1_000_000))
        self._process.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
        self.wake_us = at_us
        self.now_us = at_us
        self.on_byte = False
        self._after_break = b""
        self.runs += 1

    def deliver(self, data: bytes) -> int:
        """Puts bytes on stdin; returns the flags for the next grant. 0x03 is Ctrl-C."""
        assert self._usb is not None
        cut = data.rfind(b"\x03")
        if cut >= 0:  # all before it is lost, read or not; what follows comes with the next grant
            self._after_break = data[cut + 1 :]
            return w.G_BREAK
        self._usb.sendall(data)
        return w.G_INPUT

    def grant(
        self,
        now_us: int,
        horizon_us: int,
        flags: int,
        levels: tuple[int, int, int, int],
        sweep: Callable[[], bytes] | None,
    ) -> Handover:
        """Lets the chip run; returns when it hands over.

        ``levels`` are the input pins, the mask of pins that something drives, the supply's counts
        and the I2C address that answers; ``sweep`` gives 128 counts as bytes, None where the chip
        still has an unused one. Raises ``VulkarError`` "chip.stuck" when it computes too long,
        "chip.died" when the process ended.
        """
        assert self._process is not None
        if sweep is not None:
            flags |= w.G_BLOCK
        if self.stalled:
            flags |= w.G_STALLED
        if self._after_break and not flags & w.G_BREAK:
            flags |= self.deliver(self._after_break)
            self._after_break = b""
        message = _GRANT.pack(flags, now_us, horizon_us, *levels)
        if sweep is not None:
            message += sweep()
        pipe = self._process.socket
        self.grants += 1
        try:
            pipe.sendall(message)
            data = self._receive(pipe)
            size = len(data) and w.YIELD_BYTES
            while data and len(data) < size + int.from_bytes(data[:2], "little"):
                more = self._receive(pipe)
                data = data + more if more else b""
        except (BrokenPipeError, ConnectionResetError):
            data = b""
        output = self._drain()
        if not data:
            raise self._died()
        size, reason, bits, self.now_us, self.wake_us = _YIELD.unpack_from(data)
        self.on_byte = bool(bits & w.F_ON_BYTE)
        if self._after_break and self.on_byte:
            self.wake_us = self.now_us
        notes = [
            Note(*_RECORD.unpack_from(data, at))
            for at in range(w.YIELD_BYTES, w.YIELD_BYTES + size, w.RECORD_BYTES)
        ]
        return Handover(reason, bool(bits & w.F_USED), notes, output)

    def _receive(self, pipe: socket.socket) -> bytes:
        """What the chip hands over. Its own computing counts, not that of others beside it."""
        first_s: float | None = None
        for _ in range(LOOKS):
            try:
                return pipe.recv(16384)
            except BlockingIOError:
                spent_s = _computed_s(self.pid)
                if spent_s is None or (
                    first_s is not None and spent_s - first_s > 0.4 * self._guard_s
                ):
                    break
                first_s = spent_s if first_s is None else first_s
        raise VulkarError("chip.stuck", seconds=self._guard_s)

    def _drain(self) -> bytes:
        assert self._usb is not None
        parts = b""
        while True:
            try:
                part = self._usb.recv(65536, socket.MSG_DONTWAIT)
            except (BlockingIOError, ConnectionResetError):
                break
            if not part:
                break
            parts += part
        if parts:
            self.tail = (self.tail + parts)[-2000:]
        return parts

    def _died(self) -> VulkarError:
        assert self._process is not None
        code = self._process.close()
        self.wake_us = w.FOREVER
        text = self.tail.decode("utf-8", "replace").strip()
        return VulkarError("chip.died", exit_code=code, text=text[-600:])

    def close(self) -> None:
        """Kills and reaps the process. Safe to call twice."""
        if self._process is not None:
            self._process.close()
            self._process = None
        if self._usb is not None:
            self._usb.close()
            self._usb = None
        self.wake_us = w.FOREVER


def _computed_s(pid: int) -> float | None:
    """Processor time of another process so far; None where the system does not tell."""
    if sys.platform != "linux":
        return None
    return time.clock_gettime(~pid << 3 | 2)  # as clock_getcpuclockid(3) makes it
