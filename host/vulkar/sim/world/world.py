"""The simulated board: marbles, pawns and moving parts as rigid bodies on the map's terrain.

Time is in integer microseconds and moves only in :meth:`World.advance`.  While nothing moves the
world is not stepped at all.  The only teleports are people's hands: placing and lifting pawns,
loading and taking marbles.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import mujoco
import numpy as np
import numpy.typing as npt

from vulkar.errors import VulkarError
from vulkar.maps import IDOL, IslandMap
from vulkar.sim.world.lines import Array
from vulkar.sim.world.marbles import Loose
from vulkar.sim.world.model import Built, built_for
from vulkar.sim.world.moving import Moving
from vulkar.sim.world.pads import Pad
from vulkar.sim.world.physics import CHUNK_STEPS, DEFAULT, STEP_US, Physics
from vulkar.sim.world.sensors import HallField
from vulkar.sim.world.truth import Truth, classify

Pose: TypeAlias = tuple[float, float, float, float]
TrackPoint: TypeAlias = tuple[int, float, float, float]

_TRACK_US: Final = 10_000
_PARK_MM: Final = -100.0  # off the island, on the table
_UP: Final = np.array([0.0, 0.0, 1.0])
_FLAT: Final = np.array([1.0, 0.0, 0.0])
_NUDGE: Final = 1e-9  # a velocity that wakes a sleeping body and moves nothing


@dataclass(slots=True)
class _Pawn:
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


class World:
    """One board. Same map, physics, seed and calls give the same bits on one machine and wheel."""

    def __init__(self, map: IslandMap, seed: int, physics: Physics = DEFAULT) -> None:
        self.map = map
        self.physics = physics
        self._built: Built = built_for(map, physics)
        self._model = self._built.model
        self._data = mujoco.MjData(self._model)
        self._rng = np.random.default_rng(seed)
        self.now_us = 0
        self._disturbed = True  # something was set that MuJoCo has not seen yet
        self._stepped_us = 0
        self._marbles = list(map.sources)  # marbles are named for the sources they begin in
        self._seat = {m: m for m in self._marbles}  # the source each last lay in or beside
        self._pawns: dict[str, _Pawn] = {}
        self._field = HallField(map, physics, self._built.terrain)
        self._parts: dict[str, tuple[bytes, Array]] = {}
        self._tracks: dict[str, list[TrackPoint]] = {s: [] for s in map.sources}
        self._away: dict[str, bool] = dict.fromkeys(map.sources, True)
        self._held: dict[str, bool] = dict.fromkeys(
            map.sources, True
        )  # in a hand or off the island
        self._fresh: dict[str, bool] = dict.fromkeys(map.sources, False)  # has lain still at home
        self.last_rolled: str | None = None
        self.upside_down: set[str] = set()  # pawns whose magnet was glued in the other way round
        self._pads: dict[str, list[Pad]] = {}
        for pad in self._built.terrain.pads:
            self._pads.setdefault(pad.space, []).append(pad)
        for k in range(len(self._marbles)):
            self._park(k, self.map.geometry.marble_mm / 2)
        for k in range(physics.pawn_count):
            self._park(len(self._marbles) + k, 0.0)
        mujoco.mj_forward(self._model, self._data)
        facing = next(iter(map.idol.facings.values())).compass_deg
        self.moving = Moving(self._model, self._data, self._built, physics, facing)
        geoms = [self._model.geom(f"marble_{s}").id for s in self._marbles]
        self._marble_geoms = geoms
        self._friction = [self._model.geom_friction[g].copy() for g in geoms]
        owner = np.full(self._model.ngeom, -1)
        first = self._model.body(f"marble_{self._marbles[0]}").id
        for g in range(self._model.ngeom):
            owner[g] = int(self._model.geom_bodyid[g]) - first
        self._owner = np.where(owner >= 0, owner, -1)
        while self._data.ntree_awake:
            mujoco.mj_step(self._model, self._data, 20)
        self._disturbed = False

    # --- time ---------------------------------------------------------------------------------

    @property
    def asleep(self) -> bool:
        """True while no marble and no pawn moves and no part moves under a waiting marble."""
        if self._disturbed or self._data.ntree_awake:
            return False
        seats = (self._seat[m] for m in self._marbles if not self._away[m])
        return not any(self.moving.pending_at(source) for source in seats)

    def advance(self, until_us: int) -> None:
        """Goes on to that time, in steps of 250 us; a sleeping world jumps there."""
        if until_us < self.now_us:
            raise VulkarError("world.past", now_us=self.now_us, until_us=until_us)
        while self._stepped_us + STEP_US <= until_us:
            if self.asleep:
                if self.moving.pending:
                    self.moving.advance(until_us - self._stepped_us)
                self._stepped_us = until_us // STEP_US * STEP_US
                break
            steps = min(CHUNK_STEPS, (until_us - self._stepped_us) // STEP_US)
            self._chunk(steps)
        self.now_us = until_us

    def _chunk(self, steps: int) -> None:
        data = self._data
        for pawn in self._pawns.values():
            # one that was placed just now has not woken yet
            if pawn.settling and not self._disturbed and not data.tree_awake[pawn.body]:
                pawn.settling = False
        for k, marble in enumerate(self._marbles):
            if not self._away[marble] and not data.tree_awake[k]:
                self._fresh[marble] = True
        if self.moving.pending:
            moved = self.moving.advance(steps * STEP_US)
            for k, marble in enumerate(self._marbles):
                if self._seat[marble] in moved and not self._away[marble]:
                    data.qvel[6 * k] += _NUDGE
        mujoco.mj_step(self._model, data, steps)
        self._disturbed = False
        self._stepped_us += steps * STEP_US
        self._watch_marbles()
        if self._pawns:
            self._watch_pawns()

    def _watch_marbles(self) -> None:
        for k, marble in enumerate(self._marbles):
            if not self._data.tree_awake[k]:
                continue
            source = self._seat[marble]
            home = self._at_home(marble)
            if not self._away[marble] and not home:
                self._away[marble] = True
                if self._fresh[marble]:  # one that bounced back home goes on with the same roll
                    self._fresh[marble] = False
                    self.last_rolled = source
                    self._tracks[source] = []
                    self.mark()
            elif self._away[marble] and home:
                self._away[marble] = False
            if self._away[marble] and not self._held[marble]:
                track = self._tracks[source]
                if not track or self._stepped_us - track[-1][0] >= _TRACK_US:
                    x, y, z = self._position(k)
                    track.append((self._stepped_us, x, y, z))

    def _watch_pawns(self) -> None:
        data = self._data
        awake = data.tree_awake
        by_body = {p.body: (name, p) for name, p in self._pawns.items() if p.space is not None}
        moving = [(name, p) for name, p in by_body.values() if awake[p.body]]
        if not moving:
            return
        first_pawn = len(self._marbles)
        owners = self._owner[data.contact.geom]
        both = owners[(owners[:, 0] >= 0) & (owners[:, 1] >= 0)]
        pairs = sorted({(min(a, b), max(a, b)) for a, b in both.tolist() if a != b})
        for a, b in pairs:
            if b < first_pawn or b not in by_body:
                continue
            if a < first_pawn:
                self._touch(by_body[b][1], f"marble:{self._seat[self._marbles[a]]}")
            elif a in by_body:
                (name_a, pa), (name_b, pb) = by_body[a], by_body[b]
                if pa.contact_us >= 0:
                    self._touch(pb, f"pawn:{name_a}")
                elif pb.contact_us >= 0:
                    self._touch(pa, f"pawn:{name_b}")
        for name, p in by_body.values():
            if awake[p.body] and not p.settling and p.contact_us < 0:
                # only contact wakes a sleeping pawn, however short it was
                self._touch(p, self._nearest_mover(name, p))
        for _, p in moving:
            p.max_tilt_deg = max(p.max_tilt_deg, self._upright(p)[1])

    def _touch(self, pawn: _Pawn, by: str) -> None:
        if pawn.contact_us < 0:
            pawn.contact_us = self._stepped_us
            pawn.by = by

    def _nearest_mover(self, name: str, pawn: _Pawn) -> str:
        here = np.array(self._position(pawn.body))
        movers = [(k, f"marble:{self._seat[m]}") for k, m in enumerate(self._marbles)]
        movers += [(p.body, f"pawn:{n}") for n, p in self._pawns.items() if n != name and p.space]
        awake = [(k, by) for k, by in movers if self._data.tree_awake[k]]
        if not awake:
            return "unknown"
        return min(awake, key=lambda m: float(np.linalg.norm(self._position(m[0]) - here)))[1]

    # --- moving parts -------------------------------------------------------------------------

    @property
    def turret_deg(self) -> float:
        """Where the servo holds the idol, compass degrees; the turret follows it."""
        return self.moving.turret.target

    @turret_deg.setter
    def turret_deg(self, compass_deg: float) -> None:
        self.moving.turret.target = float(compass_deg)

    def set_gate(self, source: str, opening: float) -> None:
        """0 closed. The idol's plate lifts to 1. A station's cradle tips to its first way at -1 and
        to its second at +1 (:meth:`ways`)."""
        self.moving.gates[source].target = min(1.0, max(-1.0, float(opening)))

    def set_diverter(self, diverter: str, position: float) -> None:
        """0 lets through the first of the diverter's ways, 1 the second."""
        self.moving.diverters[diverter].target = min(1.0, max(0.0, float(position)))

    def ways(self, source: str) -> tuple[str, ...]:
        """Names of the ways of a gate: (at -1, at +1) of a station, ("out",) of the idol."""
        return ("out",) if source == IDOL else self._built.cradles[source].ways

    # --- marbles ------------------------------------------------------------------------------

    def load_marble(self, source: str, marble: str | None = None) -> None:
        """People put a marble into a cradle, never quite at the same place; by default the one that
        began there."""
        marble = source if marble is None else marble
        k = self._marbles.index(marble)
        p = self.physics
        src = self.map.sources[source]
        floor = src.z_mm + 1.0 if source == IDOL else float(self._built.cradles[source].origin[2])
        spread = p.cradle_spread_mm
        dx, dy = self._rng.uniform(-spread, spread, 2)
        up = self.map.geometry.marble_mm / 2 / np.cos(np.radians(p.cradle.groove_deg)) + 0.4
        self._set_pose(k, np.array([src.x_mm + dx, src.y_mm + dy, floor + up]), None)
        scale = 1.0 + p.friction_spread * self._rng.uniform(-1.0, 1.0)
        self._model.geom_friction[self._marble_geoms[k]] = self._friction[k] * scale
        self._seat[marble] = source
        self._away[marble] = self._held[marble] = False

    def take_marble(self, marble: str, beside: str | None = None) -> None:
        """People take a marble off the board, and may lay it beside a source."""
        self._park(self._marbles.index(marble), self.map.geometry.marble_mm / 2)
        self._seat[marble] = beside or self._seat[marble]
        self._away[marble] = self._held[marble] = True

    def marble_home(self, source: str) -> bool:
        """The beam at the cradle: a marble lies there."""
        return self.marble_in(source) is not None

    def marble_in(self, source: str) -> str | None:
        """The marble that lies in the cradle of a source."""
        here = (m for m in self._marbles if self._seat[m] == source and self._at_home(m))
        return next(here, None)

    def loose_marbles(self) -> dict[str, Loose]:
        """The marbles that lie in no cradle."""
        away = (m for m in self._marbles if not self._at_home(m))
        return {m: Loose(self._seat[m], self._held[m]) for m in away}

    @property
    def marbles(self) -> dict[str, tuple[float, float, float]]:
        """Centres of all marbles in mm (off the board: on the table beside it)."""
        return {s: self._position(k) for k, s in enumerate(self._marbles)}

    def track(self, source: str | None = None) -> list[TrackPoint]:
        """(t_us, x, y, z) in mm of the last roll from a source, or of the last roll of all."""
        chosen = source if source is not None else self.last_rolled
        return list(self._tracks[chosen]) if chosen is not None else []

    def _at_home(self, marble: str) -> bool:
        source = self._seat[marble]
        x, y, z = self._position(self._marbles.index(marble))
        src = self.map.sources[source]
        reach = 3.6 if source == IDOL else 3.0
        return bool(np.hypot(x - src.x_mm, y - src.y_mm) < reach and abs(z - src.z_mm) < 14.0)

    # --- pawns --------------------------------------------------------------------------------

    def place(
        self, pawn: str, space: str, dx_mm: float = 0.0, dy_mm: float = 0.0, yaw: float = 0.0
    ) -> None:
        """People stand a pawn on a space, off its middle by dx, dy; ``yaw`` in radians."""
        p = self._pawn(pawn)
        pad = self._free_pad(pawn, space)
        if not any(slot.sensor for slot in self.map.spaces[space].slots):
            # No marble comes here and no sensor looks: nothing to be learnt from a rigid body.
            self._set_apart(p, pad.centre, 0.0)
            return
        n = pad.normal
        e1 = np.array([1.0, 0.0, 0.0]) - n * n[0]
        e1 /= np.linalg.norm(e1)
        e2 = np.cross(n, e1)
        g = self.map.geometry
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
        self._set_pose(p.body, base, quat)
        p.space, p.normal, p.apart, p.settling = space, n, None, True
        self._mark_pawn(p)

    def lift(self, pawn: str) -> None:
        """People take a pawn into the hand: it is off the board."""
        p = self._pawn(pawn)
        self._park(p.body, 0.0)
        p.space, p.apart = None, None

    def lay(self, pawn: str, pit: str) -> None:
        """People lay a pawn on its side in a pit or in the water, where no marble comes."""
        p = self._pawn(pawn)
        pad = self._free_pad(pawn, pit)
        belly = np.array([0.0, 0.0, self.physics.body.belly_mm / 2])
        self._set_apart(p, pad.centre + belly, 90.0)

    def _set_apart(self, p: _Pawn, at_mm: Array, tilt_deg: float) -> None:
        self._park(p.body, 0.0)
        x, y, z = at_mm.tolist()
        p.space, p.apart, p.settling = None, (x, y, z, tilt_deg), False

    def pose(self, pawn: str) -> Pose | None:
        """(x, y, z, tilt in degrees) of a pawn's base centre in mm; None while it is in the hand.

        Tilt is against the vertical, or against the pad that it was placed on."""
        p = self._pawns.get(pawn)
        if p is None or (p.space is None and p.apart is None):
            return None
        if p.apart is not None:
            return p.apart
        x, y, z = self._position(p.body)
        return (x, y, z, self._upright(p)[1])

    def where(self, pawn: str) -> str | None:
        """The space on which people last stood a pawn that is still on the board."""
        p = self._pawns.get(pawn)
        return p.space if p else None

    def _pawn(self, pawn: str) -> _Pawn:
        if pawn not in self._pawns:
            if len(self._pawns) >= self.physics.pawn_count:
                raise VulkarError("world.pawns", pawn=pawn, count=self.physics.pawn_count)
            self._pawns[pawn] = _Pawn(len(self._marbles) + len(self._pawns))
        return self._pawns[pawn]

    def _free_pad(self, pawn: str, space: str) -> Pad:
        """The first slot of a space that no other pawn is on, else the one farthest from others."""
        if space not in self._pads:
            raise VulkarError("world.space", space=space)
        others = [np.array(q[:2]) for n in self._pawns if n != pawn and (q := self.pose(n))]

        def room(pad: Pad) -> float:
            return min((float(np.hypot(*(pad.centre[:2] - q))) for q in others), default=1e9)

        pads = self._pads[space]
        return next((q for q in pads if room(q) > 12.0), max(pads, key=room))

    def _upright(self, p: _Pawn) -> tuple[Array, float]:
        """The pawn's axis, and its tilt against the pad's normal in degrees."""
        flat = np.empty(9)
        mujoco.mju_quat2Mat(flat, self._data.qpos[7 * p.body + 3 : 7 * p.body + 7])
        axis = flat.reshape(3, 3)[:, 2]
        normal = p.normal if p.space else _UP
        return axis, float(np.degrees(np.arccos(np.clip(axis @ normal, -1.0, 1.0))))

    # --- what can be seen ---------------------------------------------------------------------

    def field_mt(self) -> npt.NDArray[np.float64]:
        """Field along each sensor's normal in mT, exact and without noise, in sensor order."""
        total = np.zeros(len(self._field.points))
        for name, p in self._pawns.items():
            if p.apart is not None:
                base, axis = np.array(p.apart[:3]), _FLAT if p.apart[3] else _UP
                key = np.array(p.apart).tobytes()
            elif p.space is not None:
                base, axis = np.array(self._position(p.body)), self._upright(p)[0]
                key = self._data.qpos[7 * p.body : 7 * p.body + 7].tobytes()
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
        for p in self._pawns.values():
            self._mark_pawn(p)

    def _mark_pawn(self, p: _Pawn) -> None:
        p.marked = self._position(p.body)
        p.contact_us, p.by, p.max_tilt_deg = -1, "", 0.0

    def truth(self) -> dict[str, Truth]:
        """Every pawn that stands on the board (or was knocked over on it), since the last mark."""
        out: dict[str, Truth] = {}
        for name, p in self._pawns.items():
            if p.space is None:
                continue
            x, y, _ = self._position(p.body)
            shift = float(np.hypot(x - p.marked[0], y - p.marked[1]))
            tilt = self._upright(p)[1]
            kind = classify(p.contact_us >= 0, shift, tilt)
            out[name] = Truth(kind, p.contact_us, shift, tilt, p.max_tilt_deg, p.by)
        return out

    def state_hash(self) -> str:
        """SHA-256 over positions, velocities, parts and time."""
        h = hashlib.sha256(self._data.qpos.tobytes() + self._data.qvel.tobytes())
        axes = [self.moving.turret, *self.moving.gates.values(), *self.moving.diverters.values()]
        h.update(repr((self.now_us, [(a.now, a.target) for a in axes])).encode())
        return h.hexdigest()

    # --- bodies -------------------------------------------------------------------------------

    def _position(self, body: int) -> tuple[float, float, float]:
        x, y, z = (self._data.qpos[7 * body : 7 * body + 3] * 1000.0).tolist()
        return x, y, z

    def _set_pose(self, body: int, at_mm: Array, quat: Array | None) -> None:
        q = self._data.qpos
        q[7 * body : 7 * body + 3] = at_mm / 1000.0
        q[7 * body + 3 : 7 * body + 7] = quat if quat is not None else (1.0, 0.0, 0.0, 0.0)
        self._data.qvel[6 * body : 6 * body + 6] = 0.0
        self._data.qvel[6 * body] = _NUDGE
        self._disturbed = True

    def _park(self, body: int, up_mm: float) -> None:
        self._set_pose(body, np.array([_PARK_MM - 45.0 * body, _PARK_MM, -40.0 + up_mm]), None)
