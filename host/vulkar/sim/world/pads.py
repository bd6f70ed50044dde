"""Where pawns stand: the plane of every pad, and ground that leaves room for a pawn on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vulkar.maps import IslandMap
from vulkar.sim.world.lines import Array, Line

Mask: TypeAlias = npt.NDArray[np.bool_]

_STEEPEST: Final = 0.21  # a pad tilted more would let its pawn slide
_FOOT_MM: Final = 8.0  # ground within this of a pad's middle decides its plane
_CLEAR_MM: Final = 9.2  # off the routes no ground this near may stand above a pad
_BELLY_MM: Final = 10.8  # nearer than this it may not reach a pawn's belly


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


def lay_pads(m: IslandMap, lines: dict[str, Line]) -> tuple[Pad, ...]:
    """First guess from the map: level off the routes and on bridges, else tilted with the path."""
    out: list[Pad] = []
    reach = m.geometry.pad_mm / 2
    for space in m.spaces.values():
        centre = np.array([space.x_mm, space.y_mm, space.z_mm])
        normal = np.array([0.0, 0.0, 1.0])
        through = [lines[r.id] for r in m.routes_through(space.id)]
        if through and space.kind != "bridge":
            # the plane that fits all lines through the space best; across a single line it is level
            near = np.concatenate(
                [q.xyz[np.hypot(*(q.xyz[:, :2] - centre[:2]).T) < reach] for q in through]
            )
            middle = near.mean(axis=0)
            off = near - middle
            (gx, gy), *_ = np.linalg.lstsq(off[:, :2], off[:, 2], rcond=0.05)
            normal = np.array([-gx, -gy, 1.0]) / np.sqrt(gx * gx + gy * gy + 1.0)
            centre[2] = middle[2] + np.array([gx, gy]) @ (centre[:2] - middle[:2])
        for k, slot in enumerate(space.slots):
            at = centre + np.array([slot.dx_mm, slot.dy_mm, 0.0])
            out.append(Pad(space.id, k, at, normal, bool(through)))
    return tuple(out)


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
        r = np.hypot(*(grid - pad.centre[:2]).T)
        nearer = r < distance
        distance[nearer], level[nearer] = r[nearer], pad.centre[2]
    here = (distance < m.geometry.pad_mm * 0.8) & ~kept
    heights[here] = level[here]


def seat_pads(m: IslandMap, heights: Array, grid: Array, pads: tuple[Pad, ...]) -> tuple[Pad, ...]:
    """Sets every pad just proud of the ground as it became, and clears the ground around it."""
    out: list[Pad] = []
    for pad in pads:
        top, normal = pad.centre.copy(), pad.normal
        if pad.on_route and m.spaces[pad.space].kind != "bridge":
            r = np.hypot(*(grid - pad.centre[:2]).T)
            cells = r < _FOOT_MM
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
        r = np.hypot(*(grid - pad.centre[:2]).T)
        # a channel's floor decided the plane: cutting it farther out would leave a step in it
        fitted = pad.on_route and m.spaces[pad.space].kind != "bridge"
        clear = _FOOT_MM if fitted else _CLEAR_MM
        for reach, over in ((_BELLY_MM, 5.0), (clear, -0.05)):
            near = r < reach
            heights[near] = np.minimum(heights[near], pad.plane(grid[near]) + over)
    return tuple(out)
