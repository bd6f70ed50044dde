"""The electronics of one island as plain values, and the configuration that is made of them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError
from vulkar.link import wire

TURRET: Final = "turret"


@dataclass(frozen=True, slots=True)
class Servo:
    """One servo. ``points`` are (pulse us, value), rising in us; the value is in the servo's own
    unit: compass degrees for the turret, opening -1..1 for a gate, 0..1 for a diverter."""

    name: str
    index: int
    pin: int
    min_us: int
    max_us: int
    speed_us_s: int
    settle_ms: int
    points: tuple[tuple[int, float], ...]

    def to_us(self, value: float) -> int:
        """The pulse for a value. Raises ``VulkarError("board.reach")`` beyond the limits."""
        pulse = _line([(v, u) for u, v in self.points], value)
        if not self.min_us <= pulse <= self.max_us:
            raise VulkarError("board.reach", servo=self.name, value=value)
        return round(pulse)

    def to_value(self, pulse_us: float) -> float:
        """The value of a pulse; beyond the outermost points the line goes on."""
        return _line(self.points, pulse_us)


@dataclass(frozen=True, slots=True)
class Gate:
    """A marble source's gate. ``ways`` are the map's pushes (``"out"`` at the idol) and pulses."""

    source: str
    index: int
    servo: Servo
    closed_us: int
    open_ms: int
    ways: dict[str, int]
    marble_pin: int
    marble_home: int

    def way(self, name: str) -> int:
        """The number of a way on the wire. Raises ``VulkarError("board.way")``."""
        if name not in self.ways:
            raise VulkarError("board.way", gate=self.source, way=name, known=", ".join(self.ways))
        return list(self.ways).index(name)


@dataclass(frozen=True, slots=True)
class Diverter:
    """A plate at a fork. ``ways`` are the map's two ways and their pulses."""

    id: str
    servo: Servo
    ways: dict[str, int]


@dataclass(frozen=True, slots=True)
class HallSlot:
    """What was measured of one sensor, in counts; ``standing`` is the difference that a pawn makes,
    negative where its magnet lies the other way round."""

    zero: int
    standing: int


@dataclass(frozen=True, slots=True)
class Halls:
    """The hall field. ``sensors[address]`` is (space id, slot). Fields in mT, rest in counts.

    ``measured[address]`` is there where the sensor was calibrated. Such a sensor is scaled so that
    a standing pawn reads ``standing_mt``: its gain, its gap and its magnet drop out.
    """

    select: tuple[int, ...]
    adc: tuple[int, ...]
    zero_counts: int
    counts_per_mt: float
    standing_mt: float
    present_mt: float
    gone_mt: float
    dip_mt: float
    still_mt: float
    debounce: int
    sensors: tuple[tuple[str, int], ...]
    measured: Mapping[int, HallSlot] = field(default_factory=dict)

    def counts(self, field_mt: float) -> int:
        """A difference in counts, rounded."""
        return round(field_mt * self.counts_per_mt)

    def mt(self, reading: float, sensor: int) -> float:
        """The field of a sensor's reading in counts; its sign is the magnet's pole."""
        return (reading - self.zero(sensor)) / self.per_mt(sensor)

    def zero(self, sensor: int) -> int:
        """A sensor's reading without a magnet."""
        slot = self.measured.get(sensor)
        return slot.zero if slot else self.zero_counts

    def per_mt(self, sensor: int) -> float:
        """Counts for each mT of a sensor, over 0 whatever the magnet's pole."""
        slot = self.measured.get(sensor)
        return abs(slot.standing) / self.standing_mt if slot else self.counts_per_mt

    def limits(self, sensor: int) -> tuple[int, int, int]:
        """Zero, present and gone of a sensor in counts, the last two as distances from zero."""
        scale = self.per_mt(sensor)
        return self.zero(sensor), round(self.present_mt * scale), round(self.gone_mt * scale)

    def address(self, space: str, slot: int = 0) -> int:
        """The number of a slot's sensor. Raises ``VulkarError("board.sensor")``."""
        try:
            return self.sensors.index((space, slot))
        except ValueError as exc:
            raise VulkarError("board.sensor", space=space) from exc


@dataclass(frozen=True, slots=True)
class Board:
    """One board. Orders (servos, gates) are the file's and number things on the wire."""

    id: str
    name: str
    map: str
    path: Path
    servos: dict[str, Servo]
    gates: dict[str, Gate]
    diverters: dict[str, Diverter]
    halls: Halls
    rail_pin: int
    rail_on: int
    stop_pin: int
    stop_level: int
    fast_ms: int
    slow_ms: int
    lamp_pin: int | None
    controller: str = "rp2040"  # or "pi": the firmware as a process on the Pi's own pins
    controller_id: str = ""  # the chip that a calibration was made with; "" without a calibration

    @property
    def turret(self) -> Servo:
        """The idol's servo; its values are compass degrees."""
        return self.servos[TURRET]

    def config_frames(self) -> list[bytes]:
        """The payloads that configure the controller, in order (wire.C_*)."""
        out = [bytes([wire.C_BEGIN])]
        for s in self.servos.values():
            speed = (s.min_us, s.max_us, s.speed_us_s, s.settle_ms)
            out.append(struct.pack(wire.F_C_SERVO, wire.C_SERVO, s.index, s.pin, *speed))
        for g in self.gates.values():
            head = (wire.C_GATE, g.index, g.servo.index)
            out.append(struct.pack(wire.F_C_GATE, *head, g.closed_us, g.open_ms))
            for number, pulse in enumerate(g.ways.values()):
                out.append(struct.pack(wire.F_C_WAY, wire.C_WAY, g.index, number, pulse))
        h = self.halls
        out.append(bytes([wire.C_CHAIN, len(h.select), *h.select, *h.adc]))
        limits = [h.counts(x) for x in (h.present_mt, h.gone_mt, h.dip_mt, h.still_mt)]
        head = (wire.C_HALL, len(h.sensors), h.zero_counts)
        out.append(struct.pack(wire.F_C_HALL, *head, *limits, h.debounce))
        for sensor in sorted(h.measured):
            limit = h.limits(sensor)
            out.append(struct.pack(wire.F_C_SENSOR, wire.C_SENSOR, sensor, *limit))
        for g in self.gates.values():
            beam = (g.index, g.marble_pin, g.marble_home)
            out.append(struct.pack(wire.F_C_MARBLE, wire.C_MARBLE, *beam))
        lines = (self.rail_pin, self.rail_on, self.stop_pin, self.stop_level)
        out.append(struct.pack(wire.F_C_PINS, wire.C_PINS, *lines))
        out.append(struct.pack(wire.F_C_RATE, wire.C_RATE, self.fast_ms, self.slow_ms))
        return out

    @property
    def config_crc(self) -> int:
        """The checksum by which the configuration is sealed: CRC-32 over all payloads."""
        crc = 0
        for payload in self.config_frames():
            crc = zlib.crc32(payload, crc)
        return crc


def _line(points: Sequence[tuple[float, float]], x: float) -> float:
    """Piecewise linear through ``points``, sorted here; the end pieces go on beyond."""
    ordered = sorted(points)
    k = 1
    while k < len(ordered) - 1 and x > ordered[k][0]:
        k += 1
    (x0, y0), (x1, y1) = ordered[k - 1], ordered[k]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
