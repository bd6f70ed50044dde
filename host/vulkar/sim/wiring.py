"""What is wired to which pin, as the rig needs it: taken from the board's description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

GATE_SLACK_US: Final = 40.0  # how far from closed a gate may stand at power-on


@dataclass(frozen=True, slots=True)
class GateWire:
    """A gate's servo: ``plus_us`` opens it one way (+1), ``minus_us`` the other (-1), if any."""

    source: str
    closed_us: float
    plus_us: float
    minus_us: float | None

    def opening(self, at_us: float) -> float:
        """-1..1, 0 closed, from the servo's position."""
        for open_us, sign in ((self.plus_us, 1.0), (self.minus_us, -1.0)):
            if open_us is None:
                continue
            share = (at_us - self.closed_us) / (open_us - self.closed_us)
            if share > 0:
                return sign * min(1.0, share)
        return 0.0


@dataclass(frozen=True, slots=True)
class DiverterWire:
    """A diverter's servo: the pulses of its first and its second way."""

    id: str
    first_us: float
    second_us: float

    def position(self, at_us: float) -> float:
        """0 the first way, 1 the second."""
        share = (at_us - self.first_us) / (self.second_us - self.first_us)
        return min(1.0, max(0.0, share))


NOT_WIRED: Final = -1
CHIP_OUTPUT: Final = 64  # a servo on channel n of the PWM chip goes by 64 + n


@dataclass(frozen=True, slots=True)
class PwmChipWire:
    """A PCA9685: its address, the GPIO of its output enable, its true oscillator."""

    address: int
    enable_pin: int
    oscillator_khz: float


@dataclass(frozen=True, slots=True)
class LampWire:
    """A chain of WS2812 and what one draws."""

    count: int
    full_ma: float
    dark_ma: float


@dataclass(frozen=True, slots=True)
class Wiring:
    """Everything by GPIO, servos of the PWM chip by 64 + channel.

    ``hall_address[i]`` is the number on the wire of the map's i-th sensor, or ``NOT_WIRED``.
    """

    turret_pin: int | None
    turret_points: tuple[tuple[float, float], ...]  # (pulse us, compass deg), sorted
    gates: dict[int, GateWire]
    diverters: dict[int, DiverterWire]
    beams: dict[int, tuple[str, int]]  # GPIO -> source, level while its marble is home
    hall_address: tuple[int, ...]
    zero_counts: float
    counts_per_mt: float
    rail_pin: int | None = None
    rail_on: int = 1
    stop_pin: int | None = None
    stop_level: int = 0
    pwm_chip: PwmChipWire | None = None
    switches: int = 0  # so many addresses at the end are switches on a shift register chain
    switch_present: int = 0  # the level of an input while a magnet is there
    lamps: LampWire | None = None
    supply_full_mv: float | None = None  # what a full reading of the supply's ADC input means

    def servo_starts(self) -> Iterator[tuple[int, float, float]]:
        """Each servo's GPIO and the pulses between which it may stand at power-on."""
        if self.turret_pin is not None:
            yield self.turret_pin, self.turret_points[0][0], self.turret_points[-1][0]
        for pin, gate in self.gates.items():
            yield pin, gate.closed_us - GATE_SLACK_US, gate.closed_us + GATE_SLACK_US
        for pin, diverter in self.diverters.items():
            ends = sorted((diverter.first_us, diverter.second_us))
            yield pin, ends[0], ends[1]
