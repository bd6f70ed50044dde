"""The field of a disc magnet against the textbook formula, a sum of current loops, and a table."""

from __future__ import annotations

import numpy as np
import pytest

from vulkar.maps import IslandMap
from vulkar.sim.world import World
from vulkar.sim.world.magnets import Disc, along_mt, field_mt, on_axis_mt
from vulkar.sim.world.roll import settle

DISC = Disc(remanence_t=1.17, diameter_mm=5.0, thickness_mm=3.0)


def axial(rho_mm: float, gap_mm: float) -> float:
    z = gap_mm + DISC.thickness_mm / 2
    return float(field_mt(DISC, np.array([rho_mm]), np.array([z]))[1][0])


@pytest.mark.parametrize(("gap_mm", "mt"), [(2, 158), (3, 91), (4, 55), (5, 35), (6, 24)])
def test_standing_field_is_the_measured_table(gap_mm: float, mt: float) -> None:
    assert axial(0.0, gap_mm) == pytest.approx(mt, abs=0.5)
    assert axial(0.0, gap_mm) == pytest.approx(on_axis_mt(DISC, gap_mm), rel=1e-9)


@pytest.mark.parametrize(("rho_mm", "mt"), [(3, 29.0), (4, 18.0), (5, 9.5), (6, 4.4), (8, 0.0)])
def test_displaced_field_is_the_measured_table(rho_mm: float, mt: float) -> None:
    assert axial(rho_mm, 4.0) == pytest.approx(mt, abs=0.5)


def loop_sum(rho_mm: float, z_mm: float) -> tuple[float, float]:
    """Radial and axial field in mT by brute force: Biot-Savart over 60 loops of 180 pieces."""
    layers, pieces = 60, 180
    radius, thick = DISC.diameter_mm / 2000, DISC.thickness_mm / 1000
    current = DISC.remanence_t / (4e-7 * np.pi) * thick / layers
    angle = (np.arange(pieces) + 0.5) / pieces * 2 * np.pi
    piece = 2 * np.pi / pieces * radius
    wire = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1) * piece
    total = np.zeros(3)
    for layer in (np.arange(layers) + 0.5) / layers * thick - thick / 2:
        away = np.stack(
            [
                rho_mm / 1000 - radius * np.cos(angle),
                -radius * np.sin(angle),
                np.full(pieces, z_mm / 1000 - layer),
            ],
            axis=1,
        )
        pull = np.cross(wire, away) / np.linalg.norm(away, axis=1)[:, None] ** 3
        total += 1e-7 * current * pull.sum(axis=0)
    return float(total[0] * 1000), float(total[2] * 1000)


@pytest.mark.parametrize(
    ("rho_mm", "z_mm"), [(1.0, 6.5), (2.5, 6.5), (4.0, 5.5), (9.0, 1.0), (12.0, -4.0), (30.0, 6.5)]
)
def test_off_axis_field_is_the_sum_of_current_loops(rho_mm: float, z_mm: float) -> None:
    radial, along = field_mt(DISC, np.array([rho_mm]), np.array([z_mm]))
    expected = loop_sum(rho_mm, z_mm)
    assert radial[0] == pytest.approx(expected[0], rel=2e-3, abs=1e-3)
    assert along[0] == pytest.approx(expected[1], rel=2e-3, abs=1e-3)


def test_a_tipped_magnet_reads_its_side_field() -> None:
    # lying 90 degrees over a sensor 5 mm from the base plane: hardly any field along the normal
    read = along_mt(
        DISC,
        np.array([[10.0, 0.0, 8.9]]),
        np.array([[1.0, 0.0, 0.0]]),
        np.array([[0.0, 0.0, -4.5]]),
        np.array([[0.0, 0.0, 1.0]]),
    )
    assert abs(float(read[0])) < 3.0


def test_a_standing_pawn_is_present_and_only_on_its_own_sensor(island: IslandMap) -> None:
    world = World(island, 1)
    world.place("red", "WT3")
    settle(world, 1_000_000)
    field = world.field_mt()
    here = island.sensored().index(("WT3", 0))
    assert field[here] == pytest.approx(on_axis_mt(DISC, world.physics.gap_mm), rel=0.03)
    others = np.delete(field, here)
    assert np.abs(others).max() < 0.6
    world.lift("red")
    assert np.abs(world.field_mt()).max() == 0.0


def test_a_pawn_in_a_pit_is_out_of_reach_of_every_sensor(island: IslandMap) -> None:
    world = World(island, 1)
    for pit in island.pits.values():
        world.lay("red", pit.space)
        assert np.abs(world.field_mt()).max() < 2.0
        pose = world.pose("red")
        assert pose is not None and pose[3] == 90.0
