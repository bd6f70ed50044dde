"""Motions whose answer is known on paper, with the product's own bodies and contacts."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from tests.sim.world.bench import (
    G,
    bounce,
    channel_model,
    contact_xml,
    marble_on,
    ramp,
    straight_channel,
)
from vulkar.maps import IslandMap
from vulkar.sim.world import DEFAULT


def slope_acceleration(model: object, angle_deg: float, start: tuple[float, float, float]) -> float:
    """Acceleration down a slope toward +x, by distance over time after the contact has settled."""
    data = mujoco.MjData(model)
    data.qpos[:3] = start
    mujoco.mj_step(model, data, 40)
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    steps = 1000
    along = [float(data.qvel[0]) * c - float(data.qvel[2]) * s]
    for _ in range(5):
        mujoco.mj_step(model, data, steps // 5)
        along.append(float(data.qvel[0]) * c - float(data.qvel[2]) * s)
    times = np.arange(6) * (steps // 5) * model.opt.timestep  # type: ignore[attr-defined]
    return float(np.polyfit(times, along, 1)[0])


def rolling(angle_deg: float, island: IslandMap) -> float:
    """5/7 g (sin - rolling friction * cos / r), the marble's own rolling friction included."""
    a = math.radians(angle_deg)
    lever = DEFAULT.marble_roll_mm / (island.geometry.marble_mm / 2)
    return 5 / 7 * G * (math.sin(a) - lever * math.cos(a))


@pytest.mark.parametrize("angle_deg", [3.0, 10.0, 25.0])
def test_a_marble_rolls_down_a_plane_at_five_sevenths(island: IslandMap, angle_deg: float) -> None:
    radius = island.geometry.marble_mm / 2000
    a = math.radians(angle_deg)
    start = (radius * math.sin(a), 0.0, radius * math.cos(a))
    model = marble_on(ramp(angle_deg), island, rolls_freely=True)
    measured = slope_acceleration(model, angle_deg, start)
    assert measured == pytest.approx(5 / 7 * G * math.sin(a), rel=0.001)


@pytest.mark.parametrize("angle_deg", [3.0, 10.0, 25.0])
def test_rolling_friction_slows_it_by_its_lever(island: IslandMap, angle_deg: float) -> None:
    radius = island.geometry.marble_mm / 2000
    a = math.radians(angle_deg)
    start = (radius * math.sin(a), 0.0, radius * math.cos(a))
    measured = slope_acceleration(marble_on(ramp(angle_deg), island), angle_deg, start)
    # sliding and rolling share one friction cone, so a little slip stays: half a per cent
    assert measured == pytest.approx(rolling(angle_deg, island), rel=0.005)


@pytest.mark.parametrize("angle_deg", [5.0, 15.0, 25.0])
def test_a_channel_of_the_terrain_is_as_fast_as_a_plane(
    island: IslandMap, angle_deg: float
) -> None:
    terrain = straight_channel(island, angle_deg)
    model = channel_model(island, terrain)
    line = terrain.lines["T"]
    at = line.at(30.0)
    radius = island.geometry.marble_mm / 2
    a = math.radians(angle_deg)
    start = tuple(
        (at + radius * np.array([math.sin(a), 0.0, math.cos(a)])) / 1000 + [0.0, 0.0, 0.0]
    )
    measured = slope_acceleration(model, angle_deg, start)
    # the marble dips between the grid's ridges: a height field is a little slower than a plane
    assert 0.98 <= measured / (5 / 7 * G * math.sin(a)) <= 1.001


def test_rolling_friction_stops_a_marble_on_the_level(island: IslandMap) -> None:
    model = marble_on(ramp(0.0), island)
    radius = island.geometry.marble_mm / 2000
    data = mujoco.MjData(model)
    data.qpos[2] = radius
    mujoco.mj_step(model, data, 40)
    data.qvel[0], data.qvel[4] = 0.3, 0.3 / radius
    mujoco.mj_step(model, data, 200)
    fast = float(data.qvel[0])
    mujoco.mj_step(model, data, 2000)
    measured = (fast - float(data.qvel[0])) / 0.5
    assert measured == pytest.approx(5 / 7 * G * DEFAULT.marble_roll_mm / 1000 / radius, rel=0.01)


def test_a_marble_slips_where_a_slope_is_too_steep_to_roll(island: IslandMap) -> None:
    mu, angle_deg = DEFAULT.marble.friction, 62.0
    assert math.tan(math.radians(angle_deg)) > 3.5 * mu  # beyond, a solid sphere must slip
    radius = island.geometry.marble_mm / 2000
    a = math.radians(angle_deg)
    start = (radius * math.sin(a), 0.0, radius * math.cos(a))
    measured = slope_acceleration(marble_on(ramp(angle_deg), island), angle_deg, start)
    assert measured == pytest.approx(G * (math.sin(a) - mu * math.cos(a)), rel=0.01)


@pytest.mark.parametrize(
    ("contact", "low", "high"),
    [
        ("marble", 0.05, 0.20),  # on printed ground: a thud
        ("pawn", 0.15, 0.35),  # a wooden pawn on its pad
        ("marble_pawn", 0.55, 0.75),  # steel on a lacquered barrel
    ],
)
def test_restitution_of_each_material_pair(
    island: IslandMap, contact: str, low: float, high: float
) -> None:
    text = contact_xml(getattr(DEFAULT, contact))
    assert low <= bounce(f"condim='3' {text}", island) <= high
