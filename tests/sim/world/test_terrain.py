"""The island's shape without any rolling: floors fall, walls hold, pads leave room for pawns."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

from vulkar.maps import IDOL, IslandMap, load
from vulkar.sim.world.physics import DEFAULT
from vulkar.sim.world.terrain import Terrain, build_terrain

ROUTES = sorted(load("classic").routes)


@pytest.fixture(scope="module")
def terrain(island: IslandMap) -> Terrain:
    return build_terrain(island, DEFAULT)


def surface(t: Terrain) -> RegularGridInterpolator:
    rows, columns = t.heights.shape
    return RegularGridInterpolator(
        (np.arange(rows) * t.cell_mm, np.arange(columns) * t.cell_mm), t.heights
    )


def between(island: IslandMap, terrain: Terrain, route: str) -> np.ndarray:
    """Arc lengths from behind the source to before the tray."""
    start = 46.0 if island.routes[route].source == IDOL else 16.0
    end = float(terrain.lines[route].s[-1]) - island.geometry.tray_radius_mm
    return np.arange(start, end, 1.0)


@pytest.mark.parametrize("route", ROUTES)
def test_the_floor_never_rises(island: IslandMap, terrain: Terrain, route: str) -> None:
    height, line = surface(terrain), terrain.lines[route]
    two_way = [island.spaces[s] for s in ("JN", "FC1")]
    lowest = np.inf
    for s in between(island, terrain, route):
        x, y, _ = line.at(s)
        z = float(height((y, x)))
        if all(np.hypot(x - q.x_mm, y - q.y_mm) > 30.0 for q in two_way):
            assert z - lowest < 0.2, f"{route} rises at {s:.0f} mm"
        lowest = min(lowest, z)


@pytest.mark.parametrize("route", ROUTES)
def test_walls_stand_where_no_other_channel_joins(
    island: IslandMap, terrain: Terrain, route: str
) -> None:
    height, line = surface(terrain), terrain.lines[route]
    others = [q for r, q in terrain.lines.items() if r != route]
    arcs = between(island, terrain, route)
    low = 0
    for s in arcs:
        p, d = line.at(s), line.direction(s)
        n = np.array([-d[1], d[0]]) / np.hypot(d[0], d[1])
        z = float(height((p[1], p[0])))
        for side in (1.0, -1.0):
            beside = p[:2] + side * n * 13.0
            if min(q.nearest(*beside)[1] for q in others) < 16.0:
                continue
            points = [p[:2] + side * n * off for off in np.arange(9.0, 20.0, 1.0)]
            low += max(float(height((q[1], q[0]))) for q in points) - z < 7.0
    # a pawn's place close beside may lower a few millimetres of wall, never a stretch
    assert low <= 6


def test_pads_are_gentle_and_proud_of_the_ground(island: IslandMap, terrain: Terrain) -> None:
    height = surface(terrain)
    reach = island.geometry.pawn_base_mm / 2
    for pad in terrain.pads:
        if island.spaces[pad.space].kind in ("pit", "water"):
            continue
        slope = float(np.hypot(*pad.normal[:2]) / pad.normal[2])
        assert slope < DEFAULT.pawn.friction - 0.05, pad.space
        for angle in np.arange(0, 2 * np.pi, np.pi / 6):
            at = pad.centre[:2] + reach * np.array([np.cos(angle), np.sin(angle)])
            ground = float(height((at[1], at[0])))
            assert ground < float(pad.plane(at[None, :])[0]), pad.space


def test_the_same_map_gives_the_same_heights(island: IslandMap, terrain: Terrain) -> None:
    again = build_terrain(island, DEFAULT)
    assert again.heights.tobytes() == terrain.heights.tobytes()
