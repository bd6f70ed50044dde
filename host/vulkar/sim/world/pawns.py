"""Pawns: where people put them, what touched them, and what the sensors below feel of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import mujoco
import numpy as np
import numpy.typing as npt

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.sim.world.bodies import Bodies
from vulkar.sim.world.lines import Array
from vulkar.sim.world.model import Built
from vulkar.sim.world.pads import Pad
from vulkar.sim.world.physics import Physics
from vulkar.sim.world.sensors import HallField
from vulkar.sim.world.truth import Truth, classify

Pose: TypeAlias = tuple[float, float, float, float]

_UP: Final = np.array([0.0, 0.0, 1.0])
_FLAT: Final = np.array([1.0, 0.0, 0.0])


@dataclass(slots=True)
class Pawn:
    """One pawn: its body, and where people put it."""

    body: int
    space: str | None = None
    normal: Array = field(default_factory=_UP.copy)  # of the pad that it was placed on
    apart: Pose | None = None  # in a pit, in the water, at the start: out of play, not a rigid body
    marked: tuple[float, float, float] = (0.0, 0.0, 0.0)
    contact_us: int = -1
    by: str = ""
    max_tilt_deg: float = 0.0
    settling: bool = False


class Pawns:
    """All pawns of a world. Their bodies come behind those of ``marbles`` marbles."""

    def __init__(
        self, map: IslandMap, physics: Physics, built: Built, bodies: Bodies, marbles: int
    ) -> None:
        self.known: dict[str, Pawn] = {}
        self.upside_down: set[str] = set()  # whose magnet was glued in the other way round
        self._map = map
        self._physics = physics
        self._bodies = bodies
        self._marbles = marbles
        self._field = HallField(map, physics, built.terrain)
        self._parts: dict[str, tuple[bytes, Array]] = {}
        self._pads: dict[str, list[Pad]] = {}
        for pad in built.terrain.pads:
            self._pads.setdefault(pad.space, []).append(pad)
        model = bodies.model
        owner = np.full(model.ngeom, -1)
        first = model.body(f"marble_{next(iter(map.sources))}").id
        for g in range(model.ngeom):
            owner[g] = int(model.geom_bodyid[g]) - first
        self._owner = np.where(owner >= 0, owner, -1)

    def place(
        self, pawn: str, space: str, dx_mm: float = 0.0, dy_mm: float = 0.0, yaw: float = 0.0
    ) -> None:
        """People stand a pawn on a space, off its middle by dx, dy; ``yaw`` in radians."""
        p = self._pawn(pawn)
        pad = self._free_pad(pawn, space)
        if not any(slot.sensor for slot in self._map.spaces[space].slots):
            # No marble comes here and no sensor looks: nothing to be learnt from a rigid body.
            self._set_apart(p, pad.centre, 0.0)
            return
        n = pad.normal
        e1 = np.array([1.0, 0.0, 0.0]) - n * n[0]
        e1 /= np.linalg.norm(e1)
        e2 = np.cross(n, e1)
        g = self._map.geometry
        base = pad.centre + n * 0.02 + e1 * dx_mm + e2 * dy_mm
        off = np.hypot(dx_mm, dy_mm)
        if off + g.pawn_base_mm / 2 > g.pad_mm / 2 - 0.5:
            base = base + n * g.lip_mm
        turn = np.column_stack([e1, e2, n])
        twist = np.array(
            [[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1.0]]
        )
        quat = np.empty(4)
        mujoco.mju_mat2Quat(quat, (turn @ twist).ravel())
        self._bodies.put(p.body, base, quat)
        p.space, p.normal, p.apart, p.settling = space, n, None, True
        self._mark_pawn(p)

    def lift(self, pawn: str) -> None:
        """People take a pawn into the hand: it is off the board."""
        p = self._pawn(pawn)
        self._bodies.park(p.body, 0.0)
        p.space, p.apart = None, None

    def lay(self, pawn: str, pit: str) -> None:
        """People lay a pawn on its side in a pit or in the water, where no marble comes."""
        p = self._pawn(pawn)
        pad = self._free_pad(pawn, pit)
        belly = np.array([0.0, 0.0, self._physics.body.belly_mm / 2])
        self._set_apart(p, pad.centre + belly, 90.0)

    def _set_apart(self, p: Pawn, at_mm: Array, tilt_deg: float) -> None:
        self._bodies.park(p.body, 0.0)
        x, y, z = at_mm.tolist()
        p.space, p.apart, p.settling = None, (x, y, z, tilt_deg), False

    def pose(self, pawn: str) -> Pose | None:
        """(x, y, z, tilt in degrees) of a pawn's base centre in mm; None while it is in the hand.

        Tilt is against the vertical, or against the pad that it was placed on."""
        p = self.known.get(pawn)
        if p is None or (p.space is None and p.apart is None):
            return None
        if p.apart is not None:
            return p.apart
        x, y, z = self._bodies.position(p.body)
        return (x, y, z, self._upright(p)[1])

    def where(self, pawn: str) -> str | None:
        """The space on which people last stood a pawn that is still on the board."""
        p = self.known.get(pawn)
        return p.space if p else None

    def _pawn(self, pawn: str) -> Pawn:
        if pawn not in self.known:
            if len(self.known) >= self._physics.pawn_count:
                raise VulkarError("world.pawns", pawn=pawn, count=self._physics.pawn_count)
            self.known[pawn] = Pawn(self._marbles + len(self.known))
        return self.known[pawn]

    def _free_pad(self, pawn: str, space: str) -> Pad:
        """The first slot of a space that no other pawn is on, else the one farthest from others."""
        if space not in self._pads:
            raise VulkarError("world.space", space=space)
        others = [np.array(q[:2]) for n in self.known if n != pawn and (q := self.pose(n))]

        def room(pad: Pad) -> float:
            return min((float(np.hypot(*(pad.centre[:2] - q))) for q in others), default=1e9)

        pads = self._pads[space]
        return next((q for q in pads if room(q) > 12.0), max(pads, key=room))

    def _upright(self, p: Pawn) -> tuple[Array, float]:
        """The pawn's axis, and its tilt against the pad's normal in degrees."""
        axis = self._bodies.axis(p.body)
        normal = p.normal if p.space else _UP
        return axis, float(np.degrees(np.arccos(min(max(float(axis @ normal), -1.0), 1.0))))

    def field_mt(self) -> npt.NDArray[np.float64]:
        """Field along each sensor's normal in mT, exact and without noise, in sensor order."""
        total = np.zeros(len(self._field.points))
        for name, p in self.known.items():
            if p.apart is not None:
                base, axis = np.array(p.apart[:3]), _FLAT if p.apart[3] else _UP
                key = np.array(p.apart).tobytes()
            elif p.space is not None:
                base, axis = np.array(self._bodies.position(p.body)), self._upright(p)[0]
                key = self._bodies.pose_key(p.body)
            else:
                continue
            kept = self._parts.get(name)
            if kept is None or kept[0] != key:
                kept = (key, self._field.of_pawn(base, axis))
                self._parts[name] = kept
            total += -kept[1] if name in self.upside_down else kept[1]
        return total

    def mark(self) -> None:
        """Truth counts from now on. Called whenever a marble leaves its cradle, too."""
        for p in self.known.values():
            self._mark_pawn(p)

    def _mark_pawn(self, p: Pawn) -> None:
        p.marked = self._bodies.position(p.body)
        p.contact_us, p.by, p.max_tilt_deg = -1, "", 0.0

    def truth(self) -> dict[str, Truth]:
        """Every pawn that stands on the board (or was knocked over on it), since the last mark."""
        out: dict[str, Truth] = {}
        for name, p in self.known.items():
            if p.space is None:
                continue
            x, y, _ = self._bodies.position(p.body)
            shift = float(np.hypot(x - p.marked[0], y - p.marked[1]))
            tilt = self._upright(p)[1]
            kind = classify(p.contact_us >= 0, shift, tilt)
            out[name] = Truth(kind, p.contact_us, shift, tilt, p.max_tilt_deg, p.by)
        return out

    def settle(self) -> None:
        """One that was placed has come to rest; one that was placed just now has not woken yet."""
        if not self._bodies.disturbed:
            for pawn in self.known.values():
                if pawn.settling and not self._bodies.data.tree_awake[pawn.body]:
                    pawn.settling = False

    def watch(self, now_us: int, marbles: Sequence[str]) -> None:
        """After some steps: who was touched by what. ``marbles`` are the marbles' sources."""
        data = self._bodies.data
        awake = data.tree_awake
        by_body = {p.body: (name, p) for name, p in self.known.items() if p.space is not None}
        moving = [(name, p) for name, p in by_body.values() if awake[p.body]]
        if not moving:
            return
        first_pawn = self._marbles
        owners = self._owner[data.contact.geom]
        both = owners[(owners[:, 0] >= 0) & (owners[:, 1] >= 0)]
        pairs = sorted({(min(a, b), max(a, b)) for a, b in both.tolist() if a != b})
        for a, b in pairs:
            if b < first_pawn or b not in by_body:
                continue
            if a < first_pawn:
                self._touch(by_body[b][1], f"marble:{marbles[a]}", now_us)
            elif a in by_body:
                (name_a, pa), (name_b, pb) = by_body[a], by_body[b]
                if pa.contact_us >= 0:
                    self._touch(pb, f"pawn:{name_a}", now_us)
                elif pb.contact_us >= 0:
                    self._touch(pa, f"pawn:{name_b}", now_us)
        for name, p in by_body.values():
            if awake[p.body] and not p.settling and p.contact_us < 0:
                # only contact wakes a sleeping pawn, however short it was
                self._touch(p, self._nearest_mover(name, p, marbles), now_us)
        for _, p in moving:
            p.max_tilt_deg = max(p.max_tilt_deg, self._upright(p)[1])

    def _touch(self, pawn: Pawn, by: str, now_us: int) -> None:
        if pawn.contact_us < 0:
            pawn.contact_us = now_us
            pawn.by = by

    def _nearest_mover(self, name: str, pawn: Pawn, marbles: Sequence[str]) -> str:
        here = np.array(self._bodies.position(pawn.body))
        movers = [(k, f"marble:{source}") for k, source in enumerate(marbles)]
        movers += [(p.body, f"pawn:{n}") for n, p in self.known.items() if n != name and p.space]
        awake = [(k, by) for k, by in movers if self._bodies.data.tree_awake[k]]
        if not awake:
            return "unknown"
        return min(awake, key=lambda m: float(np.linalg.norm(self._bodies.position(m[0]) - here)))[
            1
        ]
