"""Hall sensors under the pads: the field of all pawns' magnets along each sensor's normal."""

from __future__ import annotations

from typing import Final

import numpy as np

from vulkar.maps import IslandMap
from vulkar.sim.world.lines import Array
from vulkar.sim.world.magnets import along_mt
from vulkar.sim.world.physics import Physics
from vulkar.sim.world.terrain import Terrain

_REACH_MM: Final = 70.0  # a magnet farther away gives less than 0.02 mT


class HallField:
    """All sensors of a map, in the order of :meth:`IslandMap.sensored`."""

    def __init__(self, m: IslandMap, p: Physics, terrain: Terrain) -> None:
        pads = {(q.space, q.slot): q for q in terrain.pads}
        order = [pads[key] for key in m.sensored()]
        self._disc = p.body.magnet
        depth = p.gap_mm - p.body.magnet_up_mm
        self.normals: Array = np.array([q.normal for q in order]).reshape(-1, 3)
        self.points: Array = np.array([q.centre for q in order]).reshape(-1, 3)
        self.points = self.points - depth * self.normals
        self._up = p.body.magnet_up_mm + p.body.magnet.thickness_mm / 2

    def of_pawn(self, base_mm: Array, axis: Array) -> Array:
        """Field in mT at every sensor of one pawn: base centre and unit axis, both (3,)."""
        centre = base_mm + axis * self._up
        out = np.zeros(len(self.points))
        near = np.nonzero(np.linalg.norm(self.points - centre, axis=1) < _REACH_MM)[0]
        if len(near):
            n = len(near)
            out[near] = along_mt(
                self._disc,
                np.broadcast_to(centre, (n, 3)),
                np.broadcast_to(axis, (n, 3)),
                self.points[near],
                self.normals[near],
            )
        return out
