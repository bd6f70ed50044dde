"""The centre line of each route, sampled finely and smoothed: the terrain is cut along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter1d

Array: TypeAlias = npt.NDArray[np.float64]

STEP_MM: Final = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """A route's centre line: ``xyz`` (n, 3) and arc length ``s`` (n,), both in mm."""

    route: str
    xyz: Array
    s: Array

    def at(self, s_mm: float) -> Array:
        """The point at an arc length (clamped to the ends)."""
        return np.array([np.interp(s_mm, self.s, self.xyz[:, k]) for k in range(3)])

    def direction(self, s_mm: float, span_mm: float = 4.0) -> Array:
        """Unit direction of travel there, over ``span_mm`` to each side."""
        way = self.at(min(s_mm + span_mm, self.s[-1])) - self.at(max(s_mm - span_mm, 0.0))
        return way / np.linalg.norm(way)

    def nearest(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """(arc length, distance in plan) of the point of the line nearest in plan."""
        d = np.hypot(self.xyz[:, 0] - x_mm, self.xyz[:, 1] - y_mm)
        k = int(np.argmin(d))
        return float(self.s[k]), float(d[k])


def _smooth(values: Array, sigma: float) -> Array:
    """Gaussian smoothing that keeps both end points (odd reflection)."""
    pad = min(len(values) - 1, int(4 * sigma) + 1)
    head = 2 * values[0] - values[pad:0:-1]
    tail = 2 * values[-1] - values[-2 : -pad - 2 : -1]
    return np.asarray(
        gaussian_filter1d(np.concatenate([head, values, tail]), sigma)[pad : pad + len(values)]
    )


def build_line(route: str, polyline: Array, smooth_mm: float) -> Line:
    """Resamples a polyline (n, 3) in mm to half a millimetre and rounds its corners."""
    step = np.hypot(*np.diff(polyline[:, :2], axis=0).T)
    points = polyline[np.concatenate([[True], step > 1e-6])]
    arc = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points[:, :2], axis=0).T))])
    s = np.arange(0.0, arc[-1], STEP_MM)
    s = np.append(s, arc[-1]) if arc[-1] - s[-1] > 1e-6 else s
    xyz = np.column_stack(
        [
            np.interp(s, arc, points[:, 0]),
            np.interp(s, arc, points[:, 1]),
            PchipInterpolator(arc, points[:, 2])(s),
        ]
    )
    for k in range(3):
        xyz[:, k] = _smooth(xyz[:, k], smooth_mm / STEP_MM)
    out = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(xyz[:, :2], axis=0).T))])
    return Line(route, xyz, out)
