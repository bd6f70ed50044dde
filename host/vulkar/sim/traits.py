"""How simulated parts differ from their description: sensors, magnets, servos. Off by default.

A real board's sensors have offsets and gains of their own, drift with temperature, and some magnets
are glued in upside down; its servos' horns sit a tooth off. Everything here is drawn from a seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vulkar.sim.wiring import Wiring

Counts = npt.NDArray[np.float64]
ROOM_C = 20.0


@dataclass(slots=True)
class HallTraits:
    """What each sensor adds to the exact field. Arrays have one value a sensor, in map order.

    ``celsius`` is the temperature at a time in us; drifts count from 20 degrees C.
    """

    offset_counts: Counts | None = None
    gain: Counts | None = None
    zero_drift_counts_per_k: Counts | None = None
    magnet_drift_per_k: float = 0.0  # of a pawn's field; ferrite and NdFeB lose strength when warm
    celsius: Callable[[int], float] = field(default=lambda now_us: ROOM_C)

    def counts(self, wiring: Wiring, field_mt: Counts, now_us: int) -> Counts:
        """Readings, neither rounded nor clipped, of the field at each sensor."""
        warm_k = self.celsius(now_us) - ROOM_C
        sensed = field_mt * (1.0 + self.magnet_drift_per_k * warm_k)
        if self.gain is not None:
            sensed = sensed * self.gain
        counts = wiring.zero_counts + wiring.counts_per_mt * sensed
        if self.offset_counts is not None:
            counts = counts + self.offset_counts
        if self.zero_drift_counts_per_k is not None:
            counts = counts + self.zero_drift_counts_per_k * warm_k
        return np.asarray(counts)


def day(low_c: float, high_c: float, period_s: float = 86_400.0) -> Callable[[int], float]:
    """A temperature that swings once a period, from the middle upwards."""
    middle, swing = (low_c + high_c) / 2, (high_c - low_c) / 2
    return lambda now_us: middle + swing * math.sin(math.tau * now_us / 1e6 / period_s)


def drawn(seed: int, sensors: int) -> HallTraits:
    """Sensors as a cheap lot has them: offset 1.5 mT rms, gain 8 % rms, 0.3 counts/K."""
    rng = np.random.default_rng([seed, 0x4A11])
    return HallTraits(
        offset_counts=np.clip(rng.normal(0.0, 14.0, sensors), -30.0, 30.0),
        gain=np.clip(rng.normal(1.0, 0.08, sensors), 0.8, 1.2),
        zero_drift_counts_per_k=rng.normal(0.0, 0.3, sensors),
        magnet_drift_per_k=-0.0012,
    )


def misbuilt(wiring: Wiring, seed: int) -> Wiring:
    """The same wires, with every servo's horn off by 45 to 90 us and its travel by up to 3 %.

    The idol sits 8 degrees off and turns 5 % farther for a pulse, which its servo's range still
    allows: it aims past some of its windows until it is calibrated.
    """
    rng = np.random.default_rng([seed, 0x5E40])

    def off(least_us: float, most_us: float, low: float, high: float) -> tuple[float, float]:
        shift_us = float(rng.uniform(least_us, most_us)) * (1 if rng.random() < 0.5 else -1)
        return shift_us, float(rng.uniform(low, high))

    def moved(us: float, middle: float, by: tuple[float, float]) -> float:
        return round(middle + (us - middle) * by[1] + by[0], 1)

    turret = off(60.0, 65.0, 0.95, 0.95)
    middle = wiring.turret_points[0][0] / 2 + wiring.turret_points[-1][0] / 2
    gates = {}
    for pin, gate in wiring.gates.items():
        by, zero = off(45.0, 90.0, 0.97, 1.0), gate.closed_us
        minus_us = None if gate.minus_us is None else moved(gate.minus_us, zero, by)
        gates[pin] = replace(
            gate,
            closed_us=moved(zero, zero, by),
            plus_us=moved(gate.plus_us, zero, by),
            minus_us=minus_us,
        )
    diverters = {}
    for pin, plate in wiring.diverters.items():
        by, zero = off(45.0, 90.0, 0.97, 1.0), (plate.first_us + plate.second_us) / 2
        diverters[pin] = replace(
            plate,
            first_us=moved(plate.first_us, zero, by),
            second_us=moved(plate.second_us, zero, by),
        )
    points = tuple((moved(us, middle, turret), deg) for us, deg in wiring.turret_points)
    return replace(wiring, turret_points=points, gates=gates, diverters=diverters)
