"""Authoring, step two: the centre lines of all routes as one smooth network that passes its spaces.

Routes that run the same stretch share its nodes, so they cannot drift apart; the network is bent as
little as possible while it stays near the survey and on its spaces.
Needs numpy and scipy (the ``sim`` extra).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LineRules:
    """``stiff_mm``: bends shorter than this are smoothed out; ``space_pull``: how hard a space
    holds the line, on the scale of the bending term."""

    step_mm: float
    stiff_mm: float
    space_pull: float


@dataclass(slots=True)
class Network:
    """Nodes of all lines; ``routes`` are node numbers in rolling order, ``anchors`` name some."""

    xy: list[Point] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    routes: dict[str, list[int]] = field(default_factory=dict)
    stretches: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def anchor(self, name: str, at: Point) -> int:
        """The node of an anchor, made on first sight."""
        if name not in self.anchors:
            self.anchors[name] = len(self.xy)
            self.xy.append(at)
        return self.anchors[name]


def _arc(line: list[Point]) -> list[float]:
    out = [0.0]
    for a, b in itertools.pairwise(line):
        out.append(out[-1] + math.dist(a, b))
    return out


def _at(line: list[Point], arc: list[float], s: float) -> Point:
    for k in range(1, len(arc)):
        if s <= arc[k] or k == len(arc) - 1:
            t = (s - arc[k - 1]) / ((arc[k] - arc[k - 1]) or 1.0)
            (ax, ay), (bx, by) = line[k - 1], line[k]
            return ax + (bx - ax) * t, ay + (by - ay) * t
    return line[-1]


def _nearest(line: list[Point], arc: list[float], p: Point, after: float) -> float:
    """Arc of the point of ``line`` nearest to ``p``, not before ``after``."""
    steps = max(1, math.ceil((arc[-1] - after) / 0.5))
    candidates = [after + (arc[-1] - after) * k / steps for k in range(steps + 1)]
    return min(candidates, key=lambda s: math.dist(_at(line, arc, s), p))


def add_route(
    net: Network,
    route: str,
    line: list[Point],
    anchors: list[tuple[str, Point, Point]],
    rules: LineRules,
) -> None:
    """Adds a route. ``anchors``: (name, surveyed position, position wanted), source and tray first
    and last; ``line`` is the surveyed line on the same scale."""
    arc = _arc(line)
    arcs: list[float] = []
    for k, (_, old, _new) in enumerate(anchors):
        before = arcs[-1] if arcs else 0.0
        arcs.append(
            0.0
            if k == 0
            else arc[-1]
            if k == len(anchors) - 1
            else _nearest(line, arc, old, before)
        )
    nodes = [net.anchor(anchors[0][0], anchors[0][2])]
    for k in range(1, len(anchors)):
        (name_a, _, to_a), (name_b, _, to_b) = anchors[k - 1], anchors[k]
        end = net.anchor(name_b, to_b)
        reverse = net.stretches.get((name_b, name_a))
        if (name_a, name_b) in net.stretches:
            inner = net.stretches[name_a, name_b]
        elif reverse is not None:
            inner = list(reversed(reverse))
        else:
            inner = []
            s_a, s_b = arcs[k - 1], arcs[k]
            pa, pb = _at(line, arc, s_a), _at(line, arc, s_b)
            # beyond its last space a line goes straight to its tray, wherever the survey had it
            straight = k == len(anchors) - 1
            count = max(
                1, round(max(math.dist(to_a, to_b), 0 if straight else s_b - s_a) / rules.step_mm)
            )
            for j in range(1, count):
                t = j / count
                sx, sy = _at(line, arc, s_a + (s_b - s_a) * t)
                if straight:
                    sx, sy = pa[0] * (1 - t) + pb[0] * t, pa[1] * (1 - t) + pb[1] * t
                dx = (to_a[0] - pa[0]) * (1 - t) + (to_b[0] - pb[0]) * t
                dy = (to_a[1] - pa[1]) * (1 - t) + (to_b[1] - pb[1]) * t
                inner.append(len(net.xy))
                net.xy.append((sx + dx, sy + dy))
            net.stretches[name_a, name_b] = inner
        nodes += [*inner, end]
    net.routes[route] = nodes


def smooth(net: Network, rules: LineRules, fixed_anchors: set[str]) -> None:
    """Bends the network as little as possible: ``fixed_anchors`` stay, spaces hold their line
    strongly, other nodes weakly."""
    import numpy as np
    from scipy.sparse import coo_matrix, diags
    from scipy.sparse.linalg import spsolve

    size = len(net.xy)
    start = np.array(net.xy)
    triples = sorted(
        {
            (a, b, c) if a < c else (c, b, a)
            for nodes in net.routes.values()
            for a, b, c in zip(nodes, nodes[1:], nodes[2:], strict=False)
        }
    )
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for row, (a, b, c) in enumerate(triples):
        for column, value in ((a, 1.0), (b, -2.0), (c, 1.0)):
            rows.append(row)
            columns.append(column)
            values.append(value)
    bend = coo_matrix((values, (rows, columns)), shape=(len(triples), size)).tocsr()
    pull = np.full(size, (rules.step_mm / rules.stiff_mm) ** 4)
    pull[list(net.anchors.values())] = rules.space_pull
    matrix = (bend.T @ bend + diags(pull)).tocsr()
    fixed = np.zeros(size, dtype=bool)
    fixed[[net.anchors[a] for a in fixed_anchors]] = True
    free = ~fixed
    right = pull[free, None] * start[free] - matrix[free][:, fixed] @ start[fixed]
    solved = start.copy()
    solved[free] = spsolve(matrix[free][:, free].tocsc(), right)
    net.xy = [(float(x), float(y)) for x, y in solved]
