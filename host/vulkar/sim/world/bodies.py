"""Rigid bodies by their number: where they are, and where a hand puts them. Marbles come first."""

from __future__ import annotations

from typing import Final

import mujoco
import numpy as np

from vulkar.sim.world.lines import Array

NUDGE: Final = 1e-9  # a velocity that wakes a sleeping body and moves nothing
_PARK_MM: Final = -100.0  # off the island, on the table


class Bodies:
    """The free bodies of a model. Lengths in mm."""

    def __init__(self, model: mujoco.MjModel) -> None:
        self.model = model
        self.data = mujoco.MjData(model)
        self.disturbed = True  # something was set that MuJoCo has not seen yet

    def position(self, body: int) -> tuple[float, float, float]:
        x, y, z = (self.data.qpos[7 * body : 7 * body + 3] * 1000.0).tolist()
        return x, y, z

    def pose_key(self, body: int) -> bytes:
        """Equal for equal positions and turns."""
        return bytes(self.data.qpos[7 * body : 7 * body + 7].tobytes())

    def axis(self, body: int) -> Array:
        """The unit vector along which the body stands."""
        flat = np.empty(9)
        mujoco.mju_quat2Mat(flat, self.data.qpos[7 * body + 3 : 7 * body + 7])
        return np.asarray(flat.reshape(3, 3)[:, 2])

    def put(self, body: int, at_mm: Array, quat: Array | None) -> None:
        """A hand puts it there, at rest."""
        q = self.data.qpos
        q[7 * body : 7 * body + 3] = at_mm / 1000.0
        q[7 * body + 3 : 7 * body + 7] = quat if quat is not None else (1.0, 0.0, 0.0, 0.0)
        self.data.qvel[6 * body : 6 * body + 6] = 0.0
        self.data.qvel[6 * body] = NUDGE
        self.disturbed = True

    def park(self, body: int, up_mm: float) -> None:
        """A hand takes it off the island."""
        self.put(body, np.array([_PARK_MM - 45.0 * body, _PARK_MM, -40.0 + up_mm]), None)
