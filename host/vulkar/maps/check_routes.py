"""Can a marble roll every route: from its cradle, over its spaces, always downhill, to its tray?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from vulkar.maps.model import IDOL, IslandMap, Route
from vulkar.maps.problem import Problem, problem
from vulkar.maps.shape import compass, foot, turn

RISE_MM = 0.2  # a floor may rise this much over a whole route
CLIMB = 0.06  # slope that an idol marble climbs where a stretch is run both ways
OVER_MM = 6.0  # a route rolls over a space if it passes its middle nearer than this
MEET_MM = 0.5  # floors of two routes over one space, and a space's own height, agree this well


def route_problems(map: IslandMap) -> list[Problem]:
    """Aiming, ends, order of spaces, heights and distances of all routes."""
    found: list[Problem] = [*_facings(map), *_alike(map), *_diverters(map)]
    both = _both_ways(map)
    for r in map.routes.values():
        found += [*_aim(map, r), *_ends(map, r), *_spaces(map, r), *_fall(map, r, both)]
    return found


def _facings(map: IslandMap) -> Iterator[Problem]:
    for a, b in itertools.combinations(map.idol.facings.values(), 2):
        if turn(a.compass_deg, b.compass_deg) <= a.tolerance_deg + b.tolerance_deg:
            yield problem("map.facing.close", f"idol.facings.{a.id}", other=b.id)
    for f in map.idol.facings.values():
        for r in f.routes:
            if map.routes[r].facing != f.id:
                yield problem("map.facing.route", f"idol.facings.{f.id}", route=r)


def _aim(map: IslandMap, r: Route) -> Iterator[Problem]:
    where = f"routes.{r.id}"
    if r.source != IDOL:
        if r.push is None or r.facing is not None:
            yield problem("map.route.push", where)
        return
    if r.facing is None or r.push is not None:
        yield problem("map.route.facing", where)
        return
    facing = map.idol.facings[r.facing]
    if r.id not in facing.routes:
        yield problem("map.facing.route", f"idol.facings.{facing.id}", route=r.id)
    x, y = map.idol.x_mm, map.idol.y_mm
    rim = next(
        (p for p in r.polyline if math.hypot(p[0] - x, p[1] - y) >= map.idol.mouth_radius_mm),
        r.polyline[-1],
    )
    found = compass(rim[0] - x, rim[1] - y)
    if turn(found, facing.compass_deg) > facing.tolerance_deg:
        yield problem(
            "map.route.aim", where, facing=facing.id, wanted=facing.compass_deg, found=round(found)
        )


def _alike(map: IslandMap) -> Iterator[Problem]:
    """Two routes must not be asked for in the same way."""
    seen: dict[object, str] = {}
    for r in map.routes.values():
        key = (r.source, r.facing, r.push, tuple(sorted(r.diverters.items())))
        if key in seen:
            yield problem("map.route.same", f"routes.{r.id}", other=seen[key])
        seen.setdefault(key, r.id)


def _diverters(map: IslandMap) -> Iterator[Problem]:
    for d in map.diverters.values():
        users = [r for r in map.routes.values() if d.id in r.diverters]
        for way in d.ways:
            if not any(r.diverters[d.id] == way for r in users):
                yield problem("map.diverter.idle", f"diverters.{d.id}", way=way)
        for r in users:
            gap = foot(r.polyline, d.x_mm, d.y_mm).gap_mm
            if gap > map.geometry.trough_mm:
                yield problem("map.diverter.far", f"diverters.{d.id}", route=r.id, gap=f"{gap:.0f}")


def _ends(map: IslandMap, r: Route) -> Iterator[Problem]:
    s = map.sources[r.source]
    if math.dist(r.polyline[0], (s.x_mm, s.y_mm, s.z_mm)) > MEET_MM:
        yield problem("map.route.start", f"routes.{r.id}.polyline", source=r.source)
    if math.dist(r.polyline[-1], r.rest) > MEET_MM:
        yield problem("map.route.rest", f"routes.{r.id}.rest")


def _spaces(map: IslandMap, r: Route) -> Iterator[Problem]:
    where = f"routes.{r.id}.spaces"
    least = (map.geometry.trough_mm + map.geometry.pad_mm) / 2
    arc = -1.0
    for id in r.spaces:
        s = map.spaces[id]
        f = foot(r.polyline, s.x_mm, s.y_mm)
        if f.gap_mm > OVER_MM:
            yield problem("map.route.misses", where, space=id, gap=f"{f.gap_mm:.1f}", most=OVER_MM)
            continue
        if f.arc_mm <= arc:
            yield problem("map.route.order", where, space=id)
        arc = f.arc_mm
        if abs(f.at[2] - s.z_mm) > MEET_MM:
            yield problem(
                "map.route.height", f"spaces.{id}", route=r.id, floor=f"{f.at[2]:.1f}", z=s.z_mm
            )
    for s in map.spaces.values():
        if s.id not in r.spaces:
            spots = s.spots or ((s.x_mm, s.y_mm),)
            gap = min(foot(r.polyline, x, y).gap_mm for x, y in spots)
            if gap < least:
                yield problem(
                    "map.route.brushes", where, space=s.id, gap=f"{gap:.1f}", least=f"{least:g}"
                )


def _both_ways(map: IslandMap) -> set[tuple[str, str]]:
    """Pairs of spaces that one route rolls in one order and another in the other."""
    steps = {p for r in map.routes.values() for p in zip(r.spaces, r.spaces[1:], strict=False)}
    return {(a, b) for a, b in steps if (b, a) in steps}


def _fall(map: IslandMap, r: Route, both: set[tuple[str, str]]) -> Iterator[Problem]:
    climbs = []
    for a, b in zip(r.spaces, r.spaces[1:], strict=False):
        if (a, b) in both:
            pair = [map.spaces[s] for s in (a, b)]
            climbs.append([foot(r.polyline, s.x_mm, s.y_mm).arc_mm for s in pair])
    arc, low = 0.0, r.polyline[0][2]
    for p, q in zip(r.polyline, r.polyline[1:], strict=False):
        flat = math.hypot(q[0] - p[0], q[1] - p[1])
        middle = arc + flat / 2
        if any(s <= middle <= e for s, e in climbs):
            if q[2] - p[2] > CLIMB * flat:
                yield _rises(r, q, q[2] - p[2])
                return
            low = q[2]
        low = min(low, q[2])
        if q[2] - low > RISE_MM:
            yield _rises(r, q, q[2] - low)
            return
        arc += flat


def _rises(r: Route, at: tuple[float, float, float], rise: float) -> Problem:
    return problem(
        "map.route.rises", f"routes.{r.id}.polyline", x=at[0], y=at[1], rise=f"{rise:.1f}"
    )
