"""What a sensor reads of a moved or tipped pawn, against figures worked out beforehand."""

from __future__ import annotations

import pytest

from vulkar.sim.world.detection import shift_at_mt, standing_mt, tipped_mt
from vulkar.sim.world.magnets import on_axis_mt
from vulkar.sim.world.physics import DEFAULT


@pytest.mark.parametrize("gap_mm", [2.0, 3.0, 4.0, 5.0, 6.0])
def test_standing_is_the_textbook_formula(gap_mm: float) -> None:
    assert standing_mt(gap_mm, 0.0) == pytest.approx(on_axis_mt(DEFAULT.body.magnet, gap_mm))


def test_a_pawn_pushed_aside_at_a_gap_of_4_mm() -> None:
    wanted = {3: 29, 4: 18, 5: 9.5, 6: 4.4, 8: 0}
    for shift_mm, field_mt in wanted.items():
        assert standing_mt(4.0, shift_mm) == pytest.approx(field_mt, abs=0.5)


@pytest.mark.parametrize("share", [0.9, 0.75, 0.25, 0.05])
def test_the_distance_of_a_share_is_the_share_of_that_distance(share: float) -> None:
    shift_mm = shift_at_mt(5.0, share)
    assert standing_mt(5.0, shift_mm) / standing_mt(5.0, 0.0) == pytest.approx(share, abs=1e-6)


def test_a_pawn_that_does_not_tilt_stands() -> None:
    assert tipped_mt(5.0, 0.0, 14.0, 3.0) == pytest.approx(standing_mt(5.0, 3.0))


def test_a_pawn_that_lies_reads_little_and_of_either_sign() -> None:
    fields = [tipped_mt(5.0, 90.0, 14.0, toward) for toward in (-14.0, -6.0, 0.0)]
    assert fields[0] < -2.0 < 2.0 < fields[1] and all(abs(f) < 4.0 for f in fields)
