"""Authoring, step three: the heights of all lines, solved at once as one linear program.

Every route falls everywhere (but for one stretch that is run both ways), gently near its spaces,
and no steeper elsewhere than it must. Infeasible = an error of the map. Needs scipy (``sim``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from vulkar.errors import VulkarError
from vulkar.maps.author_lines import Network


@dataclass(frozen=True, slots=True)
class HeightRules:
    """Slopes are height over distance; ``two_way`` falls from its first place to its second."""

    least_slope: float
    level_slope: float
    level_mm: float
    two_way: tuple[str, str]
    two_way_slope: float
    lowest_mm: float
    bend_weight_mm: float  # what the sharpest change of slope (1/mm) costs against steepness
    ripple_weight: float  # what any change of slope costs
    mouth_radius_mm: float  # inside it all idol routes lie on one cone, so that the idol can turn
    mouth_z_mm: float


@dataclass(slots=True)
class _Program:
    """Rows ``sum(value * variable) <= limit`` and a cost for each variable; nodes come first."""

    size: int
    rows: list[dict[int, float]] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    def variable(self, cost: float) -> int:
        """A new variable, not negative."""
        self.costs.append(cost)
        return self.size + len(self.costs) - 1

    def at_most(self, row: dict[int, float], limit: float) -> None:
        self.rows.append(row)
        self.limits.append(limit)

    def within(self, row: dict[int, float], bounds: dict[int, float]) -> None:
        """-bounds <= row <= bounds."""
        minus = {k: -v for k, v in bounds.items()}
        self.at_most({**row, **minus}, 0.0)
        self.at_most({**{k: -v for k, v in row.items()}, **minus}, 0.0)

    def minimum(self, bounds: list[tuple[float, float | None]]) -> list[float]:
        """The nodes' values. Raises ``VulkarError("map.heights")`` if there are none."""
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import coo_matrix

        total = self.size + len(self.costs)
        cells = [(k, j, x) for k, row in enumerate(self.rows) for j, x in row.items()]
        ks, js, xs = zip(*cells, strict=True)
        answer = linprog(
            np.array([0.0] * self.size + self.costs),
            A_ub=coo_matrix((xs, (ks, js)), shape=(len(self.rows), total)).tocsr(),
            b_ub=np.array(self.limits),
            bounds=[*bounds, *[(0.0, None)] * len(self.costs)],
            method="highs",
        )
        if answer.status != 0:
            raise VulkarError("map.heights", reason=str(answer.message))
        return [float(z) for z in answer.x[: self.size]]


def solve(
    net: Network,
    fixed: dict[str, float],
    highest: dict[str, float],
    level: dict[str, set[str]],
    rules: HeightRules,
) -> list[float]:
    """Heights of the nodes in mm. ``fixed`` are sources, ``highest`` bounds trays from above,
    ``level`` names the spaces of each route near which it must be gentle."""
    program = _Program(len(net.xy))
    both_ways = set(_two_way(net, rules, program))
    for route in sorted(net.routes):
        _falls(net, route, level[route], rules, program, both_ways)
        _bends(net, route, rules, program)
    bounds: list[tuple[float, float | None]] = [(rules.lowest_mm, None)] * len(net.xy)
    for n, z in _mouth(net, fixed, rules):
        bounds[n] = (z - 0.02, z + 0.02)
    for name, z in fixed.items():
        bounds[net.anchors[name]] = (z, z)
    for name, z in highest.items():
        bounds[net.anchors[name]] = (rules.lowest_mm, max(z, rules.lowest_mm))
    return program.minimum(bounds)


def _two_way(net: Network, rules: HeightRules, program: _Program) -> Iterator[frozenset[int]]:
    """Holds the stretch that is run both ways to its small fall; yields its pairs of nodes."""
    a2, b2 = rules.two_way
    stretch = net.stretches.get((a2, b2)) or list(reversed(net.stretches[b2, a2]))
    for a, b in itertools.pairwise([net.anchors[a2], *stretch, net.anchors[b2]]):
        h = math.dist(net.xy[a], net.xy[b])
        program.at_most({b: 1.0, a: -1.0}, -0.9 * rules.two_way_slope * h)
        program.at_most({a: 1.0, b: -1.0}, 1.1 * rules.two_way_slope * h)
        yield frozenset((a, b))


def _falls(
    net: Network,
    route: str,
    level: set[str],
    rules: HeightRules,
    program: _Program,
    both_ways: set[frozenset[int]],
) -> None:
    steepest = program.variable(1.0)
    gentle = [net.xy[net.anchors[s]] for s in sorted(level)]
    for a, b in itertools.pairwise(net.routes[route]):
        if frozenset((a, b)) in both_ways:
            continue
        (ax, ay), (bx, by) = net.xy[a], net.xy[b]
        h = math.hypot(ax - bx, ay - by)
        program.at_most({b: 1.0, a: -1.0}, -rules.least_slope * h)
        program.at_most({a: 1.0, b: -1.0, steepest: -h}, 0.0)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        if any(math.dist(middle, p) < rules.level_mm for p in gentle):
            program.at_most({a: 1.0, b: -1.0}, rules.level_slope * h)


def _bends(net: Network, route: str, rules: HeightRules, program: _Program) -> None:
    """The sharpest change of slope costs much; every other a little, so that no height is left
    to the solver's taste."""
    sharpest = program.variable(rules.bend_weight_mm)
    nodes = net.routes[route]
    for a, b, c in zip(nodes, nodes[1:], nodes[2:], strict=False):
        h1, h2 = math.dist(net.xy[a], net.xy[b]), math.dist(net.xy[b], net.xy[c])
        row = {a: 1 / h1, b: -1 / h1 - 1 / h2, c: 1 / h2}
        program.within(row, {sharpest: (h1 + h2) / 2})
        program.within(row, {program.variable(rules.ripple_weight): 1.0})


def _mouth(
    net: Network, fixed: dict[str, float], rules: HeightRules
) -> Iterator[tuple[int, float]]:
    """Heights on the cone under the idol, which is the same in every direction."""
    axis, top = net.anchors["source_idol"], fixed["source_idol"]
    for route in sorted(net.routes):
        if net.routes[route][0] == axis:
            for n in net.routes[route]:
                far = math.dist(net.xy[n], net.xy[axis])
                if far <= rules.mouth_radius_mm:
                    yield n, top + (rules.mouth_z_mm - top) * far / rules.mouth_radius_mm
