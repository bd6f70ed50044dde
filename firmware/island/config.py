"""What the host tells the controller about itself, item by item; ``check`` looks at the whole."""

import binascii
import struct

from island import wire

MOST_SERVOS = 16
MOST_GATES = 8
MOST_MARBLES = 8
MOST_WAYS = 16  # of all gates together
MOST_SENSORS = 128


class Config:
    """Tuples as they came, in lists by kind. ``crc`` runs over all payloads in order.

    ``bad`` is the first item that was refused, in the high byte, with its index; 0 is none. The
    checksum counts refused items too, so it cannot tell that one is missing.
    """

    def __init__(self) -> None:
        self.crc = 0
        self.bad = 0
        self.servos: list[tuple[int, ...]] = []
        self.gates: list[tuple[int, ...]] = []
        self.ways: list[tuple[int, ...]] = []
        self.select: list[int] = []
        self.adc: list[int] = []
        self.hall: tuple[int, ...] | None = None
        self.sensors: list[tuple[int, ...]] = []
        self.marbles: list[tuple[int, ...]] = []
        self.pwm_chip: tuple[int, ...] | None = None
        self.switches: tuple[int, ...] | None = None
        self.lamps: tuple[int, ...] | None = None
        self.supply: tuple[int, ...] | None = None
        self.pins: tuple[int, ...] = (wire.NO_PIN, 0, wire.NO_PIN, 0)
        self.fast_ms = 10
        self.slow_ms = 100

    def add(self, payload: bytes) -> int:
        """Takes one item; a result of the wire. The caller handles C_BEGIN with a new object."""
        self.crc = binascii.crc32(payload, self.crc)
        try:
            result = self._add(payload)
        except ValueError:
            result = wire.BAD_PAYLOAD
        if result != wire.OK and not self.bad:
            self.bad = payload[0] << 8 | (payload[1] if len(payload) > 1 else 0)
        return result

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
        elif item == wire.C_PWM_CHIP:
            self.pwm_chip = fields
        elif item == wire.C_SWITCHES:
            self.switches = fields
        elif item == wire.C_LAMPS:
            self.lamps = fields
        elif item == wire.C_SUPPLY:
            self.supply = fields
        return wire.OK


LAYOUTS = (
    None,
    wire.F_C_SERVO,
    wire.F_C_GATE,
    wire.F_C_PWM_CHIP,
    wire.F_C_WAY,
    None,
    wire.F_C_HALL,
    wire.F_C_SENSOR,
    wire.F_C_MARBLE,
    wire.F_C_PINS,
    wire.F_C_SWITCHES,
    wire.F_C_RATE,
    wire.F_C_LAMPS,
    wire.F_C_SUPPLY,
)


def _append(into: list[tuple[int, ...]], fields: tuple[int, ...], most: int) -> int:
    if fields[0] != len(into):
        return wire.BAD_INDEX
    if len(into) >= most:
        return wire.TOO_MANY
    into.append(fields)
    return wire.OK
