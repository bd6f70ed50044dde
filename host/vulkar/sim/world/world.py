"""The simulated board: marbles, pawns and moving parts as rigid bodies on the map's terrain.

Time is in integer microseconds and moves only in :meth:`World.advance`.  While nothing moves the
world is not stepped at all.  The only teleports are people's hands: placing and lifting pawns,
loading and taking marbles.
"""

from __future__ import annotations

import hashlib
import math
from typing import Final

import mujoco
import numpy as np
import numpy.typing as npt

from vulkar.errors import VulkarError
from vulkar.island.port import TrackPoint
from vulkar.maps import IDOL, IslandMap
from vulkar.sim.world.bodies import NUDGE, Bodies
from vulkar.sim.world.marbles import Loose
from vulkar.sim.world.model import Built, built_for
from vulkar.sim.world.moving import Moving
from vulkar.sim.world.pawns import Pawns, Pose
from vulkar.sim.world.physics import CHUNK_STEPS, DEFAULT, STEP_US, Physics
from vulkar.sim.world.truth import Truth

_TRACK_US: Final = 10_000


class World:
    """One board. Same map, physics, seed and calls give the same bits on one machine and wheel."""

    def __init__(self, map: IslandMap, seed: int, physics: Physics = DEFAULT) -> None:
        self.map = map
        self.physics = physics
        self._built: Built = built_for(map, physics)
        self._model = self._built.model
        self._bodies = Bodies(self._model)
        self._data = self._bodies.data
        self._rng = np.random.default_rng(seed)
        self.now_us = 0
        self._stepped_us = 0
        self._marbles = list(map.sources)  # marbles are named for the sources they begin in
        self._seat = {m: m for m in self._marbles}  # the source each last lay in or beside
        self._pawns = Pawns(map, physics, self._built, self._bodies, len(self._marbles))
        self._tracks: dict[str, list[TrackPoint]] = {s: [] for s in map.sources}
        self._away: dict[str, bool] = dict.fromkeys(map.sources, True)
        self._held: dict[str, bool] = dict.fromkeys(
            map.sources, True
        )  # in a hand or off the island
        self._fresh: dict[str, bool] = dict.fromkeys(map.sources, False)  # has lain still at home
        self.last_rolled: str | None = None
        self.rolls = 0  # how often a marble has left the cradle in which it lay still
        self.upside_down = self._pawns.upside_down
        for k in range(len(self._marbles)):
            self._bodies.park(k, self.map.geometry.marble_mm / 2)
        for k in range(physics.pawn_count):
            self._bodies.park(len(self._marbles) + k, 0.0)
        mujoco.mj_forward(self._model, self._data)
        facing = next(iter(map.idol.facings.values())).compass_deg
        self.moving = Moving(self._model, self._data, self._built, physics, facing)
        geoms = [self._model.geom(f"marble_{s}").id for s in self._marbles]
        self._marble_geoms = geoms
        self._friction = [self._model.geom_friction[g].copy() for g in geoms]
        while self._data.ntree_awake:
            mujoco.mj_step(self._model, self._data, 20)
        self._bodies.disturbed = False

    # --- time ---------------------------------------------------------------------------------

    @property
    def asleep(self) -> bool:
        """True while no marble and no pawn moves and no part moves under a waiting marble."""
        if self._bodies.disturbed or self._data.ntree_awake:
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
        self._pawns.settle()
        for k, marble in enumerate(self._marbles):
            if not self._away[marble] and not data.tree_awake[k]:
                self._fresh[marble] = True
        if self.moving.pending:
            moved = self.moving.advance(steps * STEP_US)
            for k, marble in enumerate(self._marbles):
                if self._seat[marble] in moved and not self._away[marble]:
                    data.qvel[6 * k] += NUDGE
        mujoco.mj_step(self._model, data, steps)
        self._bodies.disturbed = False
        self._stepped_us += steps * STEP_US
        self._watch_marbles()
        if self._pawns.known:
            self._pawns.watch(self._stepped_us, [self._seat[m] for m in self._marbles])

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
                    self.rolls += 1
                    self._tracks[source] = []
                    self.mark()
            elif self._away[marble] and home:
                self._away[marble] = False
            if self._away[marble] and not self._held[marble]:
                track = self._tracks[source]
                if not track or self._stepped_us - track[-1][0] >= _TRACK_US:
                    x, y, z = self._bodies.position(k)
                    track.append((self._stepped_us, x, y, z))

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
        self._bodies.put(k, np.array([src.x_mm + dx, src.y_mm + dy, floor + up]), None)
        scale = 1.0 + p.friction_spread * self._rng.uniform(-1.0, 1.0)
        self._model.geom_friction[self._marble_geoms[k]] = self._friction[k] * scale
        self._seat[marble] = source
        self._away[marble] = self._held[marble] = False

    def take_marble(self, marble: str, beside: str | None = None) -> None:
        """People take a marble off the board, and may lay it beside a source."""
        self._bodies.park(self._marbles.index(marble), self.map.geometry.marble_mm / 2)
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
        return {s: self._bodies.position(k) for k, s in enumerate(self._marbles)}

    def track(self, source: str | None = None) -> list[TrackPoint]:
        """(t_us, x, y, z) in mm of the last roll from a source, or of the last roll of all."""
        chosen = source if source is not None else self.last_rolled
        return list(self._tracks[chosen]) if chosen is not None else []

    def _at_home(self, marble: str) -> bool:
        source = self._seat[marble]
        x, y, z = self._bodies.position(self._marbles.index(marble))
        src = self.map.sources[source]
        reach = 3.6 if source == IDOL else 3.0
        return math.hypot(x - src.x_mm, y - src.y_mm) < reach and abs(z - src.z_mm) < 14.0

    # --- pawns --------------------------------------------------------------------------------

    def place(
        self, pawn: str, space: str, dx_mm: float = 0.0, dy_mm: float = 0.0, yaw: float = 0.0
    ) -> None:
        """People stand a pawn on a space, off its middle by dx, dy; ``yaw`` in radians."""
        self._pawns.place(pawn, space, dx_mm, dy_mm, yaw)

    def lift(self, pawn: str) -> None:
        """People take a pawn into the hand: it is off the board."""
        self._pawns.lift(pawn)

    def lay(self, pawn: str, pit: str) -> None:
        """People lay a pawn on its side in a pit or in the water, where no marble comes."""
        self._pawns.lay(pawn, pit)

    def pose(self, pawn: str) -> Pose | None:
        """See :meth:`vulkar.sim.world.pawns.Pawns.pose`."""
        return self._pawns.pose(pawn)

    def where(self, pawn: str) -> str | None:
        """The space on which people last stood a pawn that is still on the board."""
        return self._pawns.where(pawn)

    # --- what can be seen ---------------------------------------------------------------------

    def field_mt(self) -> npt.NDArray[np.float64]:
        """Field along each sensor's normal in mT, exact and without noise, in sensor order."""
        return self._pawns.field_mt()

    def mark(self) -> None:
        """Truth counts from now on. Called whenever a marble leaves its cradle, too."""
        self._pawns.mark()

    def truth(self) -> dict[str, Truth]:
        """Every pawn that stands on the board (or was knocked over on it), since the last mark."""
        return self._pawns.truth()

    def state_hash(self) -> str:
        """SHA-256 over positions, velocities, parts and time."""
        h = hashlib.sha256(self._data.qpos.tobytes() + self._data.qvel.tobytes())
        axes = [self.moving.turret, *self.moving.gates.values(), *self.moving.diverters.values()]
        h.update(repr((self.now_us, [(a.now, a.target) for a in axes])).encode())
        return h.hexdigest()
