"""The island's surface as a height field: channels, sockets, catch trays, holes for moving parts.

Built once for a map and a :class:`Physics`; everything in mm.  The recipe (sections, joins, trays)
is the measured one of docs/explanation/physics.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from vulkar.maps import IDOL, IslandMap
from vulkar.sim.world.lines import STEP_MM, Array, Line, build_line
from vulkar.sim.world.pads import Pad, lay_pads, level_places, seat_pads
from vulkar.sim.world.physics import Physics

_NEAR_MM = 26.0  # cells farther than this from every line are open ground


@dataclass(frozen=True, slots=True)
class Terrain:
    """Heights (rows south to north, columns west to east) in mm, lines and pads."""

    heights: Array
    cell_mm: float
    lines: dict[str, Line]
    pads: tuple[Pad, ...]

    def height(self, x_mm: float, y_mm: float) -> float:
        """Height of the nearest grid point."""
        rows, columns = self.heights.shape
        r = min(max(round(y_mm / self.cell_mm), 0), rows - 1)
        c = min(max(round(x_mm / self.cell_mm), 0), columns - 1)
        return float(self.heights[r, c])


@dataclass(slots=True)
class _Cells:
    """What the grid cells near one line see of it."""

    index: npt.NDArray[np.intp]  # flat cell numbers
    d: Array  # distance in plan
    z: Array  # height of the line there
    half: Array  # half width of the floor there
    section: Array  # height of the section above z


def _bump(distance: Array, flat: float, end: float) -> Array:
    """1 up to ``flat``, 0 beyond ``end``, smooth between."""
    t = np.clip((end - distance) / (end - flat), 0.0, 1.0)
    return np.asarray(t * t * (3 - 2 * t))


def _cells(m: IslandMap, p: Physics, line: Line, grid: Array, pads: tuple[Pad, ...]) -> _Cells:
    plan = line.xyz[:, :2]
    low, high = plan.min(axis=0) - _NEAR_MM, plan.max(axis=0) + _NEAR_MM
    index = np.nonzero(((grid >= low) & (grid <= high)).all(axis=1))[0]
    d, k = cKDTree(plan).query(grid[index], distance_upper_bound=_NEAR_MM)
    near = np.isfinite(d)
    index, d, k = index[near], d[near], k[near]
    on_line = [q for q in pads if q.on_route and line.nearest(*q.centre[:2])[1] < 1.5]
    along = np.full(len(line.xyz), 1e9)
    for pad in on_line:
        along = np.minimum(along, np.hypot(*(line.xyz[:, :2] - pad.centre[:2]).T))
    reach = m.geometry.pad_mm / 2
    wide = _bump(along, reach, reach + 8.0)[k]
    half = m.geometry.trough_mm / 2 + wide * (m.geometry.socket_mm - m.geometry.trough_mm) / 2
    fillet = m.geometry.fillet_mm + wide * (p.section.socket_fillet_mm - m.geometry.fillet_mm)
    over = np.clip(d - (half - fillet), 0.0, None)
    arc = fillet - np.sqrt(np.clip(fillet**2 - np.minimum(over, fillet) ** 2, 0.0, None))
    # under a pad the dish stays lower than the pad's top, yet leads a marble back to the middle
    low = m.geometry.pad_proud_mm * 0.9 * (half / reach) ** 2
    dish = (low * wide + m.geometry.dish_mm * (1 - wide)) * np.minimum(d / half, 1.0) ** 2
    section = np.where(d < half, np.minimum(dish + arc, m.geometry.wall_mm), m.geometry.wall_mm)
    return _Cells(index, d, line.xyz[k, 2], half, section)


def _open_ground(m: IslandMap, lines: dict[str, Line], grid: Array) -> Array:
    """A smooth surface through all lines and places, for what lies between the channels."""
    points = [line.xyz[:: round(8 / STEP_MM)] for line in lines.values()]
    points.append(np.array([[s.x_mm, s.y_mm, s.z_mm] for s in m.spaces.values()]))
    known = np.concatenate(points)
    distance, nearest = cKDTree(known[:, :2]).query(grid, k=12)
    weight = 1.0 / (distance + 6.0) ** 2
    return np.asarray((weight * known[nearest, 2]).sum(axis=1) / weight.sum(axis=1))


def build_terrain(m: IslandMap, p: Physics) -> Terrain:
    """Cuts all channels of a map into one height field."""
    section = p.section
    columns = round(m.width_mm / p.cell_mm) + 1
    rows = round(m.depth_mm / p.cell_mm) + 1
    x, y = np.meshgrid(np.arange(columns) * p.cell_mm, np.arange(rows) * p.cell_mm)
    grid = np.column_stack([x.ravel(), y.ravel()])
    lines = {
        r.id: build_line(r.id, np.array(r.polyline, float), section.smooth_mm)
        for r in m.routes.values()
    }
    pads = lay_pads(m)
    cells = [_cells(m, p, line, grid, pads) for line in lines.values()]

    size = len(grid)
    floor = np.full(size, np.inf)  # section height of the trough that owns a cell
    base = np.full(size, np.inf)  # height of the line of that trough
    for c in cells:
        inside = c.d < c.half
        cell, height, z = c.index[inside], (c.z + c.section)[inside], c.z[inside]
        clash = np.isfinite(base[cell]) & (np.abs(base[cell] - z) >= section.join_mm)
        take = np.where(clash, z > base[cell], height < floor[cell])
        floor[cell] = np.where(take, height, floor[cell])
        base[cell] = np.where(take, z, base[cell])

    wall = np.full(size, -np.inf)
    fade = np.full(size, 0.0)
    for c in cells:
        beside = (c.d >= c.half) & (c.d < c.half + section.wall_thick_mm)
        cell, z = c.index[beside], c.z[beside]
        wall[cell] = np.maximum(wall[cell], z + m.geometry.wall_mm)
        # a much higher channel keeps its wall where a lower one passes beside it
        keep = np.isfinite(base[cell]) & (z - base[cell] >= section.join_mm)
        floor[cell[keep]] = np.maximum(floor[cell[keep]], z[keep] + m.geometry.wall_mm)
        beyond = 1.0 - np.clip((c.d - c.half - section.wall_thick_mm) / 12.0, 0.0, 1.0)
        top = (c.z + m.geometry.wall_mm) * beyond
        stronger = beyond > fade[c.index]
        fade[c.index] = np.where(stronger, beyond, fade[c.index])
        wall[c.index] = np.where(
            stronger & (c.d >= c.half + section.wall_thick_mm),
            np.maximum(wall[c.index], top / np.maximum(beyond, 1e-9)),
            wall[c.index],
        )
    ground = _open_ground(m, lines, grid)
    wall = np.where(np.isfinite(wall), wall, ground)
    beside_height = fade * wall + (1 - fade) * ground
    heights = np.where(np.isfinite(floor), floor, beside_height)
    kept = np.isfinite(floor)
    for c in cells:
        kept[c.index[c.d < c.half + section.wall_thick_mm]] = True
    level_places(m, heights, kept, grid, pads)
    _cut_trays(m, p, heights, floor, grid, lines)
    _cut_holes(m, p, heights, floor, grid)
    pads = seat_pads(m, heights, grid, pads)
    return Terrain(np.maximum(heights, -20.0).reshape(rows, columns), p.cell_mm, lines, pads)


def _cut_trays(
    m: IslandMap,
    p: Physics,
    heights: Array,
    floor: Array,
    grid: Array,
    lines: dict[str, Line],
) -> None:
    rests = sorted({r.rest for r in m.routes.values()})
    for rest in rests:
        r = np.hypot(*(grid - np.array(rest[:2])).T)
        z = min(float(lines[q.id].xyz[-1, 2]) for q in m.routes.values() if q.rest == rest)
        rim = (r < m.geometry.tray_radius_mm + 5.0) & ~np.isfinite(floor)
        heights[rim] = np.maximum(heights[rim], z + m.geometry.tray_wall_mm)
        heights[r < m.geometry.tray_radius_mm] = z - m.geometry.tray_depth_mm


def _cut_holes(m: IslandMap, p: Physics, heights: Array, floor: Array, grid: Array) -> None:
    """Holes for the cradles and the turret; a rim behind them where no channel leaves."""
    for source in m.sources.values():
        radius = (
            p.turret.ring_mm + p.turret.ring_thick_mm if source.id == IDOL else p.cradle.hole_mm
        )
        depth = 16.0 if source.id == IDOL else 9.0
        r = np.hypot(grid[:, 0] - source.x_mm, grid[:, 1] - source.y_mm)
        if source.id != IDOL:
            rim = (r < radius + 5.0) & ~np.isfinite(floor)
            heights[rim] = np.maximum(heights[rim], source.z_mm + m.geometry.wall_mm)
        heights[r < radius] = source.z_mm - depth
