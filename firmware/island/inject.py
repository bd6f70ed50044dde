"""The test bench: a host plays the hall field and reads back what the PWM registers hold.

Nothing of it works in play: an ordinary installation leaves this file out; where it is there, a
host must switch it on before the first seal after a start; HELLO tells of it from then on, and an
ordinary host refuses such a controller; only a reset ends it. Seal, arming, limits and watchdog
hold as ever: only readings are played, and nothing is driven.
"""

import struct
from array import array

import machine

from island import wire

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.session import Session

PWM = 0x40050000  # control of PWM slice 0: RP2040 data sheet, 4.5.3
STRIDE = 0x14
DIVIDER = 0x04
COMPARE = 0x0C
TOP = 0x10
SENSORS = 128
MIDDLE = 2048  # counts without a magnet


class Bench:
    """Takes the place of ``hardware.scan`` with readings that the host sends."""

    def __init__(self) -> None:
        self._field = array("H", [MIDDLE] * SENSORS)

    def scan(self, buffer: "array[int]") -> None:
        """Fills ``buffer`` like hallscan's."""
        for i in range(len(buffer)):
            buffer[i] = self._field[i]

    def take(self, payload: bytes) -> int:
        """First sensor u8, readings u16; a result of the wire."""
        count = (len(payload) - 1) >> 1
        if count < 1 or len(payload) != 1 + 2 * count or payload[0] + count > SENSORS:
            return wire.BAD_PAYLOAD
        for i in range(count):
            self._field[payload[0] + i] = payload[1 + 2 * i] | payload[2 + 2 * i] << 8
        return wire.OK


def command(session: "Session", payload: bytes) -> int:
    """INJECT: the key switches the bench on, anything else is readings for it."""
    if session.bench is not None:
        return session.bench.take(payload)
    if payload != wire.BENCH_KEY:
        return wire.BAD_KIND
    if session.board.sealed or session.board.guarded:
        return wire.WRONG_STATE
    session.bench = Bench()
    session.hardware.scan = session.bench.scan  # type: ignore[method-assign]
    return wire.OK


def registers(session: "Session", payload: bytes) -> "bytes | None":
    """The answer to REGISTERS, None where the bench is off: what drives a pin's PWM channel."""
    if session.bench is None or len(payload) != 1 or not hasattr(machine, "mem32"):
        return None
    base = PWM + STRIDE * (payload[0] >> 1 & 7)
    mem32 = machine.mem32
    values = (mem32[base], mem32[base + DIVIDER], mem32[base + COMPARE], mem32[base + TOP])
    return payload + struct.pack("<IIII", *[value & 0xFFFFFFFF for value in values])
