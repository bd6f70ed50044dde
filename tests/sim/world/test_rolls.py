"""Whole rolls on the classic island: every route, release and aim, energy, time, the same bits."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest

from vulkar.maps import IDOL, IslandMap, load
from vulkar.sim.world import World
from vulkar.sim.world.roll import in_tray, prepare, roll_route, settle

ROUTES = sorted(load("classic").routes)


@pytest.mark.parametrize("route", ROUTES)
def test_a_marble_of_every_route_ends_in_its_tray(island: IslandMap, route: str) -> None:
    for seed in (0, 1):
        rolled = roll_route(island, route, seed)
        assert rolled.left and rolled.arrived, rolled.end_mm


def test_seeds_differ(island: IslandMap) -> None:
    ends = {roll_route(island, "D_CH", seed).end_mm for seed in range(4)}
    assert len(ends) == 4


@pytest.mark.parametrize("route", ["I_S", "I_SW", "I_W", "I_E", "I_NE"])
@pytest.mark.parametrize("off_deg", [-15.0, 15.0])
def test_an_idol_fifteen_degrees_off_does_not_roll_the_route(
    island: IslandMap, route: str, off_deg: float
) -> None:
    rolled = roll_route(island, route, 1, aim_off_deg=off_deg)
    assert not any(
        in_tray(island, r, rolled.end_mm) for r in island.routes if island.routes[r].facing
    )


@pytest.mark.parametrize("off_deg", [-3.0, 3.0])
def test_an_idol_three_degrees_off_still_does(island: IslandMap, off_deg: float) -> None:
    assert roll_route(island, "I_E", 1, aim_off_deg=off_deg).arrived


@pytest.mark.parametrize("source", [IDOL, "A", "B", "C", "D"])
def test_without_a_release_no_marble_moves(island: IslandMap, source: str) -> None:
    world = World(island, 2)
    world.load_marble(source)
    settle(world, 2_000_000)
    assert world.asleep and world.marble_home(source)
    before = world.marbles[source]
    world.advance(world.now_us + 60_000_000)
    assert world.marbles[source] == before


@pytest.mark.parametrize("source", [IDOL, "A"])
def test_a_pulse_too_short_to_open_keeps_the_marble(island: IslandMap, source: str) -> None:
    world = World(island, 2)
    world.load_marble(source)
    settle(world, 2_000_000)
    world.set_gate(source, 0.2)
    world.advance(world.now_us + 20_000)
    world.set_gate(source, 0.0)
    settle(world, 3_000_000)
    assert world.marble_home(source)


def test_turning_the_idol_carries_its_marble_along(island: IslandMap) -> None:
    world = World(island, 2)
    world.load_marble(IDOL)
    for degrees in (40.0, 246.0, 97.0):
        world.turret_deg = degrees
        settle(world, 3_000_000)
        assert world.marble_home(IDOL)


def test_a_diverter_in_the_wrong_position_sends_the_marble_the_other_way(
    island: IslandMap,
) -> None:
    world = World(island, 1)
    opening = prepare(world, "I_W")
    world.set_diverter("D_W", 1.0)
    world.set_gate(IDOL, opening)
    world.advance(world.now_us + 600_000)
    settle(world, 10_000_000)
    assert in_tray(island, "I_W_B2", world.marbles[IDOL])


def test_energy_never_rises_along_a_roll(island: IslandMap) -> None:
    world = World(island, 1)
    opening = prepare(world, "C_HR")
    world.set_gate("C", opening)
    world.advance(world.now_us + 300_000)  # the cradle has stopped
    k = list(island.sources).index("C")
    g = island.geometry
    mass, radius = g.marble_g / 1000, g.marble_mm / 2000
    energies = []
    for _ in range(4000):
        world.advance(world.now_us + 1000)
        v = world._data.qvel[6 * k : 6 * k + 6]
        kinetic = mass / 2 * (v[:3] @ v[:3]) + 0.2 * mass * radius**2 * (v[3:] @ v[3:])
        energies.append(kinetic + mass * 9.81 * world._data.qpos[7 * k + 2])
        if world.asleep:
            break
    spent = energies[0] - energies[-1]
    lowest = np.minimum.accumulate(energies)
    assert spent > 0
    assert float((np.array(energies) - lowest).max()) < 0.02 * spent


def test_a_sleeping_world_jumps_over_time_and_is_not_stepped(island: IslandMap) -> None:
    world = World(island, 1)
    world.place("red", "WT3")
    world.load_marble("A")
    settle(world, 2_000_000)
    steps = world._data.time
    world.advance(world.now_us + 3_600_000_000)
    assert world._data.time == steps and world.asleep


def test_truth_and_track_start_when_the_marble_leaves(island: IslandMap) -> None:
    world = World(island, 4)
    world.place("red", "FC5")
    opening = prepare(world, "D_CH")
    assert world.track() == []
    released = world.now_us
    world.set_gate("D", opening)
    world.advance(world.now_us + 600_000)
    world.set_gate("D", 0.0)
    settle(world, 8_000_000)
    track = world.track()
    src = island.sources["D"]
    assert world.last_rolled == "D" and len(track) > 30
    assert np.hypot(track[0][1] - src.x_mm, track[0][2] - src.y_mm) < 8.0
    assert all(b[0] > a[0] >= released for a, b in itertools.pairwise(track))
    assert world.truth()["red"].contact_us > released
    world.take_marble("D")
    world.load_marble("D")
    settle(world, 2_000_000)
    assert world.marble_home("D") and world.truth()["red"].touched


HASH = """
from vulkar.maps import load
from vulkar.sim.world import World
from vulkar.sim.world.roll import prepare, settle
world = World(load("classic"), 11)
world.place("red", "TA3", 0.4, -0.2, 1.0)
world.place("blue", "TA4")
opening = prepare(world, "B_N")
world.set_gate("B", opening)
world.advance(world.now_us + 700_000)
assert world.truth()["red"].touched
print(world.state_hash(), float(world.field_mt().sum()).hex())
"""


def test_the_same_seed_gives_the_same_bits_in_two_processes() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", HASH],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] and len(outputs[0]) > 64
