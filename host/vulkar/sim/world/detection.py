"""What a hall sensor reads of one pawn that was pushed or tipped, from the magnet model alone."""

from __future__ import annotations

from typing import Final

import numpy as np

from vulkar.sim.world.magnets import along_mt
from vulkar.sim.world.physics import DEFAULT, Physics

_UP: Final = np.array([0.0, 0.0, 1.0])


def standing_mt(gap_mm: float, shift_mm: float, physics: Physics = DEFAULT) -> float:
    """A pawn that stands ``shift_mm`` beside its sensor; ``gap_mm`` from sensor to magnet."""
    return _field(gap_mm, np.array([shift_mm, 0.0, 0.0]), _UP, physics)


def tipped_mt(
    gap_mm: float, tilt_deg: float, base_mm: float, toward: float, physics: Physics = DEFAULT
) -> float:
    """A pawn that tips over the edge of its base of diameter ``base_mm``.

    ``toward`` is how far its middle stood from the sensor before, in mm along the way it falls.
    """
    tilt, r = np.radians(tilt_deg), base_mm / 2
    base = np.array([toward + r - r * np.cos(tilt), 0.0, r * np.sin(tilt)])
    return _field(gap_mm, base, np.array([np.sin(tilt), 0.0, np.cos(tilt)]), physics)


def _field(
    gap_mm: float,
    base: np.ndarray[tuple[int], np.dtype[np.float64]],
    axis: np.ndarray[tuple[int], np.dtype[np.float64]],
    physics: Physics,
) -> float:
    """``base`` is the middle of the pawn's foot over the pad, mm; the sensor lies below (0, 0)."""
    body = physics.body
    centre = base + axis * (body.magnet_up_mm + body.magnet.thickness_mm / 2)
    sensor = np.array([[0.0, 0.0, body.magnet_up_mm - gap_mm]])
    field = along_mt(body.magnet, centre[None, :], axis[None, :], sensor, _UP[None, :])
    return float(field[0])


def shift_at_mt(gap_mm: float, share: float, physics: Physics = DEFAULT) -> float:
    """How far a pawn has moved when its field has fallen to ``share`` of standing, in mm."""
    wanted = share * standing_mt(gap_mm, 0.0, physics)
    low, high = 0.0, 30.0
    # monotone until the field's first zero, and that lies beyond every share over 0
    for zero in np.arange(1.0, 30.0, 0.5):
        if standing_mt(gap_mm, float(zero), physics) <= wanted:
            high = float(zero)
            break
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if standing_mt(gap_mm, middle, physics) > wanted else (low, middle)
        )
    return (low + high) / 2
