"""What the host tells the controller about itself, item by item, checked as a whole at the seal."""

import binascii
import struct

from island import wire

MOST_SERVOS = 16
MOST_GATES = 8
MOST_MARBLES = 8
MOST_WAYS = 16  # of all gates together
MOST_SENSORS = 128
PULSE_MIN_US = 400  # no servo wants less or more, whatever a host says
PULSE_MAX_US = 2600
OPEN_MAX_MS = 3000
SETTLE_MAX_MS = 5000
SPEED_MIN_US_S = 100  # slower, a move would hold its pulse for minutes
PINS = tuple(range(23)) + (26, 27, 28)  # a Pico's; 23-25 and 29 are its own
ADC_PINS = (26, 27, 28)
PI_PINS = tuple(range(2, 28))  # a Raspberry Pi's header; 0 and 1 belong to its add-on boards


class Config:
    """Tuples as they came, in lists by kind. ``crc`` runs over all payloads in order."""

    def __init__(self) -> None:
        self.crc = 0
        self.servos: list[tuple[int, ...]] = []
        self.gates: list[tuple[int, ...]] = []
        self.ways: list[tuple[int, ...]] = []
        self.select: list[int] = []
        self.adc: list[int] = []
        self.hall: tuple[int, ...] | None = None
        self.sensors: list[tuple[int, ...]] = []
        self.marbles: list[tuple[int, ...]] = []
        self.pins: tuple[int, ...] = (wire.NO_PIN, 0, wire.NO_PIN, 0)
        self.fast_ms = 10
        self.slow_ms = 100

    def add(self, payload: bytes) -> int:
        """Takes one item; a result of the wire. The caller handles C_BEGIN with a new object."""
        self.crc = binascii.crc32(payload, self.crc)
        try:
            return self._add(payload)
        except ValueError:
            return wire.BAD_PAYLOAD

    def _add(self, payload: bytes) -> int:
        item = payload[0]
        if item == wire.C_BEGIN:
            return wire.OK
        if item == wire.C_CHAIN:
            if len(payload) < 2:
                return wire.BAD_PAYLOAD
            count = payload[1]
            self.select = list(payload[2 : 2 + count])
            self.adc = list(payload[2 + count :])
            return wire.OK
        layout = LAYOUTS[item] if item < len(LAYOUTS) else None
        if layout is None or struct.calcsize(layout) != len(payload):
            return wire.BAD_PAYLOAD
        fields = struct.unpack(layout, payload)[1:]
        if item == wire.C_SERVO:
            return _append(self.servos, fields, MOST_SERVOS)
        if item == wire.C_GATE:
            return _append(self.gates, fields, MOST_GATES)
        if item == wire.C_MARBLE:
            return _append(self.marbles, fields, MOST_MARBLES)
        if item == wire.C_WAY:
            if len(self.ways) >= MOST_WAYS:
                return wire.TOO_MANY
            self.ways.append(fields)
        elif item == wire.C_HALL:
            self.hall = fields
        elif item == wire.C_SENSOR:
            if len(self.sensors) >= MOST_SENSORS:
                return wire.TOO_MANY
            self.sensors.append(fields)
        elif item == wire.C_PINS:
            self.pins = fields
        elif item == wire.C_RATE:
            self.fast_ms, self.slow_ms = fields
        return wire.OK

    def check(self, on_pi: bool = False) -> int:
        """0, or what is impossible: its item in the high byte and its index in the low one.

        ``on_pi``: every pin of the header makes pulses of its own, and reads a switch where an
        RP2040 would read its ADC.
        """
        pins = PI_PINS if on_pi else PINS
        used: list[int] = []  # pins; 256 + PWM channel; 512 + a gate's servo
        for i, (_, pin, low, high, speed, settle) in enumerate(self.servos):
            channel = pin if on_pi else pin & 15  # GPIO n and n + 16 share a PWM channel
            if not PULSE_MIN_US <= low < high <= PULSE_MAX_US:
                return wire.C_SERVO << 8 | i
            if speed < SPEED_MIN_US_S or settle > SETTLE_MAX_MS:
                return wire.C_SERVO << 8 | i
            if pin not in pins or 256 + channel in used:
                return wire.C_SERVO << 8 | i
            used.append(256 + channel)
            used.append(pin)
        for i, (_, servo, closed, open_ms) in enumerate(self.gates):
            if servo >= len(self.servos) or not 0 < open_ms <= OPEN_MAX_MS:
                return wire.C_GATE << 8 | i
            if 512 + servo in used or not self._fits(servo, closed):
                return wire.C_GATE << 8 | i
            used.append(512 + servo)
        counts = [0] * len(self.gates)
        for gate, way, pulse in self.ways:
            if gate >= len(counts) or way != counts[gate]:
                return wire.C_WAY << 8 | gate
            if not self._fits(self.gates[gate][1], pulse):
                return wire.C_WAY << 8 | gate
            counts[gate] += 1
        return self._check_inputs(used, pins, pins if on_pi else ADC_PINS)

    def _fits(self, servo: int, pulse: int) -> bool:
        return self.servos[servo][2] <= pulse <= self.servos[servo][3]

    def _check_inputs(
        self, used: list[int], known: tuple[int, ...], analogue: tuple[int, ...]
    ) -> int:
        pins = [pin for pin in (self.pins[0], self.pins[2]) if pin != wire.NO_PIN]
        for pin in self.select + [marble[1] for marble in self.marbles] + pins + self.adc:
            if pin not in known or pin in used:
                return wire.C_PINS << 8 | pin
            used.append(pin)
        for pin in self.adc:
            if pin not in analogue:
                return wire.C_CHAIN << 8 | pin
        if self.hall is not None:
            n = self.hall[0]
            if n > MOST_SENSORS or n > len(self.adc) << len(self.select):
                return wire.C_HALL << 8
            for sensor in self.sensors:
                if sensor[0] >= n:
                    return wire.C_SENSOR << 8 | sensor[0]
        if self.fast_ms < 5 or self.slow_ms < self.fast_ms:
            return wire.C_RATE << 8
        return 0


LAYOUTS = (
    None,
    wire.F_C_SERVO,
    wire.F_C_GATE,
    None,
    wire.F_C_WAY,
    None,
    wire.F_C_HALL,
    wire.F_C_SENSOR,
    wire.F_C_MARBLE,
    wire.F_C_PINS,
    None,
    wire.F_C_RATE,
)


def _append(into: list[tuple[int, ...]], fields: tuple[int, ...], most: int) -> int:
    if fields[0] != len(into):
        return wire.BAD_INDEX
    if len(into) >= most:
        return wire.TOO_MANY
    into.append(fields)
    return wire.OK
