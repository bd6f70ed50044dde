"""Authoring, step three: the heights of all lines, solved at once as one linear program.

Every route falls everywhere (but for one stretch that is run both ways), gently near its spaces, and
no steeper elsewhere than it must. Infeasible = an error of the map. Needs scipy (the ``sim`` extra).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    bend_weight_mm: float
    mouth_radius_mm: float  # inside it all idol routes lie on one cone, so that the idol can turn
    mouth_z_mm: float


def solve(
    net: Network,
    fixed: dict[str, float],
    highest: dict[str, float],
    level: dict[str, set[str]],
    rules: HeightRules,
) -> list[float]:
    """Heights of the nodes in mm. ``fixed`` are sources, ``highest`` bounds trays from above,
    ``level`` names the spaces of each route near which it must be gentle."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    size = len(net.xy)
    names = sorted(net.routes)
    steep = {r: size + k for k, r in enumerate(names)}
    bends = {r: size + len(names) + k for k, r in enumerate(names)}
    rows: list[dict[int, float]] = []
    limits: list[float] = []

    def at_most(row: dict[int, float], limit: float) -> None:
        rows.append(row)
        limits.append(limit)

    a2, b2 = rules.two_way
    stretch = net.stretches.get((a2, b2)) or list(reversed(net.stretches[b2, a2]))
    two_way = [net.anchors[a2], *stretch, net.anchors[b2]]
    both_ways = {frozenset(p) for p in zip(two_way, two_way[1:], strict=False)}
    for a, b in zip(two_way, two_way[1:], strict=False):
        h = math.dist(net.xy[a], net.xy[b])
        at_most({b: 1.0, a: -1.0}, -0.9 * rules.two_way_slope * h)
        at_most({a: 1.0, b: -1.0}, 1.1 * rules.two_way_slope * h)
    for route in names:
        nodes = net.routes[route]
        gentle = [net.xy[net.anchors[s]] for s in sorted(level[route])]
        for a, b in zip(nodes, nodes[1:], strict=False):
            h = math.dist(net.xy[a], net.xy[b])
            if frozenset((a, b)) in both_ways:
                continue
            at_most({b: 1.0, a: -1.0}, -rules.least_slope * h)
            at_most({a: 1.0, b: -1.0, steep[route]: -h}, 0.0)
            mid = ((net.xy[a][0] + net.xy[b][0]) / 2, (net.xy[a][1] + net.xy[b][1]) / 2)
            if any(math.dist(mid, p) < rules.level_mm for p in gentle):
                at_most({a: 1.0, b: -1.0}, rules.level_slope * h)
        for a, b, c in zip(nodes, nodes[1:], nodes[2:], strict=False):
            h1, h2 = math.dist(net.xy[a], net.xy[b]), math.dist(net.xy[b], net.xy[c])
            row = {a: 1 / h1, b: -1 / h1 - 1 / h2, c: 1 / h2}
            at_most({**row, bends[route]: -(h1 + h2) / 2}, 0.0)
            at_most({**{k: -v for k, v in row.items()}, bends[route]: -(h1 + h2) / 2}, 0.0)
    r, c, v = zip(*((k, j, x) for k, row in enumerate(rows) for j, x in row.items()), strict=True)
    total = size + 2 * len(names)
    cost = np.zeros(total)
    cost[size : size + len(names)] = 1.0
    cost[size + len(names) :] = rules.bend_weight_mm
    bounds: list[tuple[float, float | None]] = [(rules.lowest_mm, None)] * size + [(0.0, None)] * (
        2 * len(names)
    )
    axis = net.anchors.get("source_idol")
    if axis is not None:
        top = fixed["source_idol"]
        for route in names:
            for n in net.routes[route] if net.routes[route][0] == axis else ():
                far = math.dist(net.xy[n], net.xy[axis])
                if far <= rules.mouth_radius_mm:
                    z = top + (rules.mouth_z_mm - top) * far / rules.mouth_radius_mm
                    bounds[n] = (z - 0.02, z + 0.02)
    for name, z in fixed.items():
        bounds[net.anchors[name]] = (z, z)
    for name, z in highest.items():
        bounds[net.anchors[name]] = (rules.lowest_mm, max(z, rules.lowest_mm))
    answer = linprog(
        cost,
        A_ub=coo_matrix((v, (r, c)), shape=(len(rows), total)).tocsr(),
        b_ub=np.array(limits),
        bounds=bounds,
        method="highs",
    )
    if answer.status != 0:
        raise VulkarError("map.heights", reason=str(answer.message))
    return [float(z) for z in answer.x[:size]]
