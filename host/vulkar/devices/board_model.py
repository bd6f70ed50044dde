"""The electronics of one island as plain values, and the configuration that is made of them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from vulkar.devices.sealing import config_frames
from vulkar.errors import VulkarError

TURRET: Final = "turret"
CHIP_OUTPUT: Final = 64
SWITCH_MT: Final = 30.0  # what a closed switch counts as; it measures nothing
FULL_COUNTS: Final = 4095


@dataclass(frozen=True, slots=True)
class Servo:
    """One servo. ``points`` are (pulse us, value), rising in us; the value is in the servo's own
    unit: compass degrees for the turret, opening -1..1 for a gate, 0..1 for a diverter."""

    name: str
    index: int
    pin: int | None
    channel: int | None  # of the PWM chip, where there is no pin
    min_us: int
    max_us: int
    speed_us_s: int
    settle_ms: int
    budget_ms: int
    points: tuple[tuple[int, float], ...]

    @property
    def output(self) -> int:
        """One number for pins and channels: a GPIO, or 64 and the channel."""
        return self.pin if self.pin is not None else CHIP_OUTPUT + (self.channel or 0)

    @property
    def where(self) -> str:
        """For people: GP3, or channel 3."""
        return f"GP{self.pin}" if self.pin is not None else f"channel {self.channel}"

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
class Cradle:
    """A source without a gate: people let its marble go, its beam tells. Numbered behind gates."""

    source: str
    index: int
    marble_pin: int
    marble_home: int


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
    switches: int = 0  # so many sensors at the end only say yes or no

    def is_switch(self, sensor: int) -> bool:
        """Whether a sensor is of the switch type."""
        return sensor >= len(self.sensors) - self.switches

    def counts(self, field_mt: float) -> int:
        """A difference in counts, rounded."""
        return round(field_mt * self.counts_per_mt)

    def mt(self, reading: float, sensor: int) -> float:
        """The field of a sensor's reading in counts; its sign is the magnet's pole."""
        if self.is_switch(sensor):
            return SWITCH_MT * reading / FULL_COUNTS
        return (reading - self.zero(sensor)) / self.per_mt(sensor)

    def zero(self, sensor: int) -> int:
        """A sensor's reading without a magnet."""
        if self.is_switch(sensor):
            return 0
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
class PwmChip:
    """A PCA9685 and the true frequency of its oscillator."""

    sda: int
    scl: int
    address: int
    enable_pin: int
    oscillator_khz: int


@dataclass(frozen=True, slots=True)
class Switches:
    """Pins of a 74HC165 chain, and the level of an input while a magnet is there."""

    load: int
    clock: int
    data: int
    present: int


@dataclass(frozen=True, slots=True)
class Lamps:
    """A chain of WS2812, one beside each sensor in the sensors' order; currents in mA."""

    pin: int
    count: int
    budget_ma: int
    full_ma: int
    dark_ma: int


@dataclass(frozen=True, slots=True)
class Supply:
    """The supply's ADC pin, what a full-scale reading means, and the thresholds, in mV."""

    pin: int
    full_mv: int
    low_mv: int
    sag_mv: int
    window_s: int


@dataclass(frozen=True, slots=True)
class Board:
    """One board. Orders (servos, gates) are the file's and number things on the wire."""

    id: str
    name: str
    map: str
    path: Path
    servos: dict[str, Servo]
    gates: dict[str, Gate]
    cradles: dict[str, Cradle]
    diverters: dict[str, Diverter]
    halls: Halls
    rail_pin: int | None
    rail_on: int
    stop_pin: int | None
    stop_level: int
    fast_ms: int
    slow_ms: int
    lamps: Lamps | None
    pwm_chip: PwmChip | None
    switches: Switches | None
    supply: Supply | None
    controller: str = "rp2040"  # or "pi": the firmware as a process on the Pi's own pins
    controller_id: str = ""  # the chip that a calibration was made with; "" without a calibration

    @property
    def turret(self) -> Servo | None:
        """The idol's servo; its values are compass degrees. None: people turn the idol."""
        return self.servos.get(TURRET)

    @property
    def beams(self) -> Mapping[str, Gate | Cradle]:
        """Who has a marble sensor, by source, in the order of their numbers."""
        return {**self.gates, **self.cradles}

    def config_frames(self) -> list[bytes]:
        """The payloads that configure the controller, in order (wire.C_*)."""
        return config_frames(self)

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
