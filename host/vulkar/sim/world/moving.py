"""Parts that servos move: turret, gate plate, cradles, diverter plates. Kinematic: nothing pushes
them, and they follow their set points no faster than their mechanics can."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import mujoco
import numpy as np

from vulkar.maps import IDOL
from vulkar.sim.world.lines import Array
from vulkar.sim.world.model import Built
from vulkar.sim.world.parts import PLATE_DROP_MM
from vulkar.sim.world.physics import Physics

TURRET: Final = "turret"


@dataclass(slots=True)
class _Axis:
    """One driven motion: where it is, where it should be, how fast it may go (units a second)."""

    now: float
    target: float
    rate: float

    def move(self, dt_us: int) -> bool:
        """Goes toward the target; True if it moved."""
        if self.now == self.target:
            return False
        step = self.rate * dt_us * 1e-6
        away = self.target - self.now
        self.now = self.target if abs(away) <= step else self.now + step * (1 if away > 0 else -1)
        return True


def _turn(axis: Array, angle: float) -> Array:
    """Unit quaternion (w, x, y, z) of a turn about a unit axis, radians."""
    return np.concatenate([[np.cos(angle / 2)], axis * np.sin(angle / 2)])


class Moving:
    """All moving parts of one world. Opening 0 is closed; cradles go from -1 to +1."""

    def __init__(self, model: Any, data: Any, built: Built, p: Physics, facing_deg: float) -> None:
        self._model, self._data, self._built, self._p = model, data, built, p
        self.turret = _Axis(facing_deg, facing_deg, p.turret.rate_deg_per_s)
        self.gates = {s: _Axis(0.0, 0.0, p.cradle.rate_per_s) for s in (IDOL, *built.cradles)}
        self.diverters = {d: _Axis(0.0, 0.0, p.cradle.rate_per_s) for d in built.plates}
        self._bodies = {
            model.body(k).name: k for k in range(model.nbody) if model.body(k).name != "world"
        }
        self._apply_turret()
        for name in self.diverters:
            self._apply_diverter(name)

    @property
    def pending(self) -> bool:
        """Whether anything is still on its way."""
        return (
            self.turret.now != self.turret.target
            or any(a.now != a.target for a in self.gates.values())
            or any(a.now != a.target for a in self.diverters.values())
        )

    def pending_at(self, source: str) -> bool:
        """Whether anything that carries the marble of ``source`` is on its way."""
        gate = self.gates[source]
        return gate.now != gate.target or (source == IDOL and self.turret.now != self.turret.target)

    def advance(self, dt_us: int) -> set[str]:
        """Moves everything; returns the sources whose cradle or gate moved."""
        moved: set[str] = set()
        turned = self.turret.move(dt_us)
        for source, axis in self.gates.items():
            if axis.move(dt_us):
                moved.add(source)
                if source != IDOL:
                    self._apply_cradle(source)
        if turned or IDOL in moved:
            moved.add(IDOL)
            self._apply_turret()
        for name, axis in self.diverters.items():
            if axis.move(dt_us):
                self._apply_diverter(name)
        return moved

    def _apply_turret(self) -> None:
        yaw = np.radians(90.0 - self.turret.now)
        quat = _turn(np.array([0.0, 0.0, 1.0]), yaw)
        origin = self._built.turret.origin
        self._pose("turret", origin, quat)
        lift = np.array([0.0, 0.0, self._p.turret.plate_lift_mm * abs(self.gates[IDOL].now)])
        self._pose("gate_idol", origin + lift, quat)

    def _apply_cradle(self, source: str) -> None:
        plan = self._built.cradles[source]
        axis = np.cross([0.0, 0.0, 1.0], plan.toward)
        tilt = np.radians(self._p.cradle.tilt_deg) * self.gates[source].now
        self._pose(f"cradle_{source}", plan.origin, _turn(axis, float(tilt)))

    def _apply_diverter(self, name: str) -> None:
        still = np.array([1.0, 0.0, 0.0, 0.0])
        at = self.diverters[name].now
        for k, sunk in ((0, at), (1, 1.0 - at)):
            self._pose(f"plate_{name}_{k}", np.array([0.0, 0.0, -PLATE_DROP_MM * sunk]), still)

    def _pose(self, name: str, pos_mm: Array, quat: Array) -> None:
        """Sets a static body's pose. With sleep enabled MuJoCo never recomputes static bodies, so
        the derived frames are written as well."""
        model, data, body = self._model, self._data, self._bodies[name]
        pos = pos_mm / 1000
        model.body_pos[body] = pos
        model.body_quat[body] = quat
        flat = np.empty(9)
        mujoco.mju_quat2Mat(flat, quat)
        turn = flat.reshape(3, 3)
        inertial = np.empty(9)
        mujoco.mju_quat2Mat(inertial, model.body_iquat[body])
        data.xpos[body] = pos
        data.xquat[body] = quat
        data.xmat[body] = flat
        data.xipos[body] = pos + turn @ model.body_ipos[body]
        data.ximat[body] = (turn @ inertial.reshape(3, 3)).ravel()
        first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
        for g in range(first, first + count):
            mujoco.mju_quat2Mat(inertial, model.geom_quat[g])
            data.geom_xpos[g] = pos + turn @ model.geom_pos[g]
            data.geom_xmat[g] = (turn @ inertial.reshape(3, 3)).ravel()
