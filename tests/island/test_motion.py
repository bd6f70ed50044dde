"""Rocked, moved and fallen are told apart only where the magnet model leaves one of them."""

from __future__ import annotations

import numpy as np
import pytest

from vulkar.island.motion import Motion, motion
from vulkar.sim.world.detection import standing_mt, tipped_mt

NEIGHBOUR = 0.013  # of the field of standing, by a pawn 20 mm away
CASES = [
    ((34.8, 35.2, 35.0), None),
    ((33.0, 35.2, 33.1), None),
    ((30.0, 35.2, 30.5), Motion.UNSURE),
    ((20.0, 35.2, 34.0), Motion.ROCKED),
    ((1.0, 35.2, 35.0), Motion.ROCKED),
    ((35.0, 48.0, 36.0), Motion.ROCKED),
    ((12.0, 35.2, 20.0), Motion.MOVED),
    ((35.0, 48.0, 47.0), Motion.MOVED),
    ((5.0, 35.2, 5.5), Motion.MOVED),
    ((0.1, 35.2, 0.2), Motion.UNSURE),
    ((2.0, 35.2, 2.6), Motion.UNSURE),
    ((-0.8, 35.2, -0.7), Motion.UNSURE),
    ((-2.0, 35.2, -1.9), Motion.FALLEN),
]


@pytest.mark.parametrize(("seen", "told"), CASES)
def test_what_a_reading_means(seen: tuple[float, float, float], told: Motion | None) -> None:
    assert motion(35.0, *seen) is told
    assert motion(70.0, *(2 * mt for mt in seen)) is told  # shares, whatever the gap


@pytest.mark.parametrize("gap_mm", [4.0, 5.0, 6.0])
def test_no_pawn_that_lies_reads_as_moved_and_none_that_stands_as_fallen(gap_mm: float) -> None:
    full = standing_mt(gap_mm, 0.0)

    def told(rest_mt: float) -> set[Motion | None]:
        """With a neighbour that comes, that goes, and without."""
        rests = [rest_mt + sign * NEIGHBOUR * full for sign in (-1, 0, 1)]
        return {motion(full, min(rest, full), full, rest) for rest in rests}

    for shift_mm in np.arange(0.0, 40.0, 0.5):
        assert Motion.FALLEN not in told(standing_mt(gap_mm, float(shift_mm)))
    for tilt_deg in (75, 90, 100):
        for toward in np.arange(-30.0, 30.0, 1.0):
            lies = tipped_mt(gap_mm, float(tilt_deg), 14.0, float(toward))
            assert not told(lies) & {Motion.MOVED, Motion.ROCKED}
