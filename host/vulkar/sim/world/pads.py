"""Where pawns stand: the plane of every pad, and ground that leaves room for a pawn on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vulkar.maps import IslandMap
from vulkar.sim.world.lines import Array

Mask: TypeAlias = npt.NDArray[np.bool_]
Cells: TypeAlias = npt.NDArray[np.intp]

_STEEPEST: Final = 0.21  # a pad tilted more would let its pawn slide
_FOOT_MM: Final = 8.0  # ground within this of a pad's middle decides its plane
_CLEAR_MM: Final = 10.0  # off the routes no ground this near may stand above a pad
_BRIDGE_MM: Final = 11.5  # a bridge is level in a steep channel: more room uphill
_BELLY_MM: Final = 11.5  # nearer than this it may not reach a pawn's belly


@dataclass(frozen=True, slots=True)
class Pad:
    """A disc that a pawn stands on: middle of its top and unit normal, both (3,), in mm."""

    space: str
    slot: int
    centre: Array
    normal: Array
    on_route: bool

    def plane(self, xy: Array) -> Array:
        """Height of the pad's plane at points (n, 2)."""
        off = (xy - self.centre[:2]) @ self.normal[:2]
        return np.asarray(self.centre[2] - off / self.normal[2])


def cells_near(grid: Array, centre: Array, reach_mm: float) -> tuple[Cells, Array]:
    """Numbers and plan distances (mm) of the cells nearer than ``reach_mm`` to a point, in order.

    ``grid`` (n, 2) is row by row, south to north: only the rows in reach are looked at."""
    rows = grid[:, 1]
    first, end = np.searchsorted(rows, (centre[1] - reach_mm, centre[1] + reach_mm + 1e-6))
    r = np.hypot(*(grid[first:end] - centre[:2]).T)
    (near,) = np.nonzero(r < reach_mm)
    return near + first, r[near]


def lay_pads(m: IslandMap) -> tuple[Pad, ...]:
    """Level pads at the map's heights; :func:`seat_pads` sets those of routes on the ground."""
    up = np.array([0.0, 0.0, 1.0])
    return tuple(
        Pad(
            space.id,
            k,
            np.array([x, y, space.z_mm]),
            up,
            bool(m.routes_through(space.id)),
        )
        for space in m.spaces.values()
        for k, (x, y) in enumerate(space.spots)
    )


def level_places(
    m: IslandMap, heights: Array, kept: Mask, grid: Array, pads: tuple[Pad, ...]
) -> None:
    """Terraces under the pads that no route passes: each cell belongs to the nearest pad.

    ``kept`` cells are channels and their walls."""
    loose = [q for q in pads if not q.on_route]
    if not loose:
        return
    distance = np.full(len(grid), np.inf)
    level = np.zeros(len(grid))
    for pad in loose:
        cells, r = cells_near(grid, pad.centre, m.geometry.pad_mm * 0.8)
        nearer = r < distance[cells]
        distance[cells[nearer]], level[cells[nearer]] = r[nearer], pad.centre[2]
    here = np.isfinite(distance) & ~kept
    heights[here] = level[here]


def seat_pads(m: IslandMap, heights: Array, grid: Array, pads: tuple[Pad, ...]) -> tuple[Pad, ...]:
    """Sets every pad just proud of the ground as it became, and clears the ground around it."""
    out: list[Pad] = []
    for pad in pads:
        top, normal = pad.centre.copy(), pad.normal
        if pad.on_route and m.spaces[pad.space].kind != "bridge":
            cells, _ = cells_near(grid, pad.centre, _FOOT_MM)
            local = grid[cells] - pad.centre[:2]
            design = np.column_stack([local, np.ones(len(local))])
            (gx, gy, gz), *_ = np.linalg.lstsq(design, heights[cells], rcond=None)
            steep = float(np.hypot(gx, gy))
            if steep > _STEEPEST:
                gx, gy = gx * _STEEPEST / steep, gy * _STEEPEST / steep
            rest = heights[cells] - design @ np.array([gx, gy, gz])
            normal = np.array([-gx, -gy, 1.0]) / np.sqrt(gx * gx + gy * gy + 1.0)
            top[2] = gz + min(max(float(rest.max()), 0.0), 0.8)
        top[2] += m.geometry.pad_proud_mm
        out.append(Pad(pad.space, pad.slot, top, normal, pad.on_route))
    for pad in out:
        if m.spaces[pad.space].kind in ("pit", "water"):
            continue  # pawns that lie there are not rigid bodies; the walls beside matter more
        # a channel's floor decided the plane: cutting it farther out would leave a step in it
        bridge = m.spaces[pad.space].kind == "bridge"
        clear = _BRIDGE_MM if bridge else _FOOT_MM if pad.on_route else _CLEAR_MM
        for reach, over in ((_BELLY_MM, 5.0), (clear, -0.05)):
            near, _ = cells_near(grid, pad.centre, reach)
            heights[near] = np.minimum(heights[near], pad.plane(grid[near]) + over)
    return tuple(out)
