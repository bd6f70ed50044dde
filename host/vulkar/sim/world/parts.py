"""Moving and fixed parts around the marbles, as boxes: cradles, turret, ring, diverter plates.

Every box is given by its centre, two axes and half sizes, all in mm, in the frame of its body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vulkar.maps import IDOL, Diverter, IslandMap
from vulkar.sim.world.lines import Array, Line
from vulkar.sim.world.physics import Physics
from vulkar.sim.world.terrain import Terrain

UP: Final = np.array([0.0, 0.0, 1.0])
PLATE_DROP_MM: Final = 26.0
PLATE_OUT_MM: Final = 1.0  # outside the floor of the open channel, also where a socket is wider
BACK: Final = "back"  # the way of a cradle that no route takes
_FORK_MM: Final = 75.0  # branches are looked for this far around a diverter


@dataclass(frozen=True, slots=True)
class Box:
    """A box: ``centre``, unit axes ``e1`` and ``e2``, half sizes along e1, e2 and e1 x e2."""

    centre: Array
    e1: Array
    e2: Array
    half: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class CradlePlan:
    """A station's cradle: where its valley floor rests, its arms, and its tilt at full opening.

    Opening -1 tips it toward the first way, +1 toward the second; ``toward`` is the horizontal unit
    vector that goes down at +1.
    """

    source: str
    origin: Array
    toward: Array
    ways: tuple[str, str]
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class TurretPlan:
    """The idol: spout and gate plate in the frame of the turret (mouth along +x), fixed ring."""

    origin: Array
    slope: float
    spout: tuple[Box, ...]
    plate: Box
    ring: tuple[Box, ...]


def _flat(v: Array) -> Array:
    out = np.array([v[0], v[1], 0.0])
    return np.asarray(out / np.linalg.norm(out))


def compass(deg: float) -> Array:
    """Horizontal unit vector of a compass direction (clockwise from north)."""
    return np.array([np.sin(np.radians(deg)), np.cos(np.radians(deg)), 0.0])


def plan_cradle(m: IslandMap, p: Physics, terrain: Terrain, source: str) -> CradlePlan:
    """A cradle whose lowered arm always ends a little above the channel that it opens to."""
    c = p.cradle
    src = m.sources[source]
    pushes = {r.push or r.id: r for r in reversed(m.routes.values()) if r.source == source}
    routes = [pushes[way] for way in reversed(pushes)]  # the first route of each way
    lines = [terrain.lines[r.id] for r in routes[:2]]
    arms = [_flat(line.at(c.hole_mm) - line.at(0.0)) for line in lines]
    if len(arms) == 1:  # a pit with one way out: the other arm is its back
        lines, arms = [*lines, *lines], [*arms, -arms[0]]
    toward = _flat(arms[1] - arms[0])
    beta, gamma = np.radians(c.valley_deg), np.radians(c.groove_deg)
    tips = []
    for line, arm in zip(lines, arms, strict=True):
        fall = abs(float(arm @ toward)) * np.sin(np.radians(c.tilt_deg))
        tips.append(line.at(c.hole_mm)[2] + c.clear_mm - c.reach_mm * (np.tan(beta) - fall))
    boxes = []
    for arm in arms:
        e1 = arm * np.cos(beta) + UP * np.sin(beta)
        across = np.cross(UP, arm)
        n = np.cross(e1, across)
        for side in (1.0, -1.0):
            e2 = side * across * np.cos(gamma) + n * np.sin(gamma)
            e3 = n * np.cos(gamma) - side * across * np.sin(gamma)
            half = (c.reach_mm / 2, 3.5, 0.6)
            centre = e1 * half[0] + e2 * half[1] - e3 * half[2]
            boxes.append(Box(centre, e1, e2, half))
    names = [r.push or r.id for r in routes]
    ways = (names[0], names[1] if len(names) > 1 else BACK)
    return CradlePlan(source, np.array([src.x_mm, src.y_mm, max(tips)]), toward, ways, tuple(boxes))


def plan_turret(m: IslandMap, p: Physics, terrain: Terrain) -> TurretPlan:
    """The spout ends a little above the highest channel that starts at the ring."""
    t = p.turret
    src = m.sources[IDOL]
    outer = t.ring_mm + t.ring_thick_mm
    highest = max(terrain.lines[r.id].at(outer)[2] for r in m.routes.values() if r.source == IDOL)
    slope = (src.z_mm - highest - t.drop_mm) / t.spout_mm
    phi = np.arctan(slope)
    x, y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    e1 = x * np.cos(phi) - UP * np.sin(phi)
    n = np.cross(e1, y)
    length = (t.spout_mm + t.back_at_mm) / np.cos(phi)
    middle = e1 * (length / 2 - t.back_at_mm / np.cos(phi))
    wide = t.spout_wide_mm / 2
    dish = np.radians(t.dish_deg)
    spout = []
    for side in (1.0, -1.0):
        e2 = side * y * np.cos(dish) + n * np.sin(dish)
        e3 = n * np.cos(dish) - side * y * np.sin(dish)
        spout.append(Box(middle + e2 * wide / 2 - e3, e1, e2, (length / 2, wide / 2, 1.0)))
        spout.append(
            Box(
                middle + side * y * (wide + 0.6) + n * 6.0 - e1 * 0.6,
                e1,
                y,
                (length / 2 - 0.6, 0.6, 7.0),
            )
        )
    spout.append(Box(-x * (t.back_at_mm + 0.6) + UP * 8.0, x, y, (0.6, wide, 8.0)))
    plate = Box(
        x * (t.plate_at_mm + 0.5) + UP * (7.0 - slope * t.plate_at_mm), x, y, (0.5, wide - 0.5, 6.5)
    )
    half_window = np.degrees(t.window_mm / 2 / t.ring_mm)
    edges = sorted(f.compass_deg % 360 for f in m.idol.facings.values())
    ring = []
    for k, here in enumerate(edges):
        after = edges[(k + 1) % len(edges)] + (360 if k + 1 == len(edges) else 0)
        a, b = here + half_window, after - half_window
        pieces = max(1, int(np.ceil((b - a) / 4.0)))
        for j in range(pieces):
            mid = a + (b - a) * (j + 0.5) / pieces
            out = compass(mid)
            along = np.cross(UP, out)
            radius = t.ring_mm + t.ring_thick_mm / 2
            span = np.radians((b - a) / pieces) * t.ring_mm / 2
            low, high = highest - 2.0, src.z_mm + 14.0
            centre = out * radius + UP * ((low + high) / 2 - src.z_mm)
            ring.append(Box(centre, along, out, (span, t.ring_thick_mm / 2, (high - low) / 2)))
    origin = np.array([src.x_mm, src.y_mm, src.z_mm])
    return TurretPlan(origin, float(slope), tuple(spout), plate, tuple(ring))


def plan_plates(m: IslandMap, terrain: Terrain, d: Diverter) -> tuple[tuple[Box, ...], ...]:
    """For each way of a diverter the plates that guide it: they stand just outside its channel,
    wherever a channel of the other way joins or leaves, and are up while that way is open."""
    ways: list[list[Line]] = [
        [terrain.lines[r.id] for r in m.routes.values() if r.diverters.get(d.id) == way]
        for way in d.ways
    ]
    return tuple(
        tuple(b for line in ways[k] for b in _plates(m, d, line, ways[k], ways[1 - k]))
        for k in (0, 1)
    )


def _plates(
    m: IslandMap, d: Diverter, line: Line, same: list[Line], other: list[Line]
) -> list[Box]:
    step, half = 2.5, m.geometry.trough_mm / 2
    boxes: list[Box] = []
    near = np.hypot(line.xyz[:, 0] - d.x_mm, line.xyz[:, 1] - d.y_mm) < _FORK_MM
    arcs = np.arange(line.s[near].min(), line.s[near].max(), step)
    for side in (1.0, -1.0):
        points, needed, free = [], [], []
        for s in arcs:
            along = _flat(line.direction(float(s)))
            p = line.at(float(s)) + side * np.cross(UP, along) * (half + PLATE_OUT_MM)
            points.append(p)
            needed.append(min(q.nearest(p[0], p[1])[1] for q in other) < half + 0.5)
            free.append(min(q.nearest(p[0], p[1])[1] for q in same) > half + PLATE_OUT_MM - 0.6)
        # a plate reaches a little past the mouth that it closes, into the walls beside it
        wide = np.convolve(needed, np.ones(5), "same") > 0
        up = wide & np.array(free)
        for k in range(1, len(points)):
            if up[k] and up[k - 1]:
                way = points[k] - points[k - 1]
                e1 = _flat(way)
                size = (float(np.hypot(*way[:2])) / 2 + 0.4, 0.6, 9.0)
                centre = (points[k] + points[k - 1]) / 2 + UP * 6.0
                boxes.append(Box(centre, e1, np.cross(UP, e1), size))
    return boxes
