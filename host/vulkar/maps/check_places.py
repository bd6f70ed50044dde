"""Is there room: between places that can be occupied at once, and inside of the board?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from vulkar.maps.model import IslandMap, Space
from vulkar.maps.problem import Problem, problem

CAVE_REACH_MM = 60.0  # a cave farther than this from its space is a slip of the pen
LEAST_WALL_MM = 7.0  # lower walls did not hold a marble (docs/reference/maps.md)


def place_problems(map: IslandMap) -> list[Problem]:
    """Clearances, the board's edge, caves far from their trail."""
    return [*_room(map), *_edges(map), *_caves(map)]


def _standing(s: Space) -> list[tuple[float, float]]:
    """Where pawns can be: every slot, or the middle where they lie in a heap."""
    return [(s.x_mm, s.y_mm)] if s.kind in ("pit", "water") else list(s.spots)


def _room(map: IslandMap) -> Iterator[Problem]:
    least = map.geometry.clearance_mm
    spots = [(s.id, x, y) for s in map.spaces.values() for x, y in _standing(s)]
    seen: set[tuple[str, str]] = set()
    for (a, ax, ay), (b, bx, by) in itertools.combinations(spots, 2):
        if abs(ax - bx) >= least or abs(ay - by) >= least or (a, b) in seen:
            continue
        gap = math.hypot(ax - bx, ay - by)
        if gap < least:
            seen.add((a, b))
            other = b if a != b else "another of its own slots"
            yield problem(
                "map.close", f"spaces.{a}", other=other, gap=f"{gap:.1f}", least=f"{least:g}"
            )
    for r in map.routes.values():
        for s in map.spaces.values():
            gap = min((math.dist(spot, r.rest[:2]) for spot in _standing(s)), default=math.inf)
            if gap < least:
                yield problem(
                    "map.tray.close",
                    f"routes.{r.id}.rest",
                    space=s.id,
                    gap=f"{gap:.1f}",
                    least=f"{least:g}",
                )


def _edges(map: IslandMap) -> Iterator[Problem]:
    def outside(x: float, y: float) -> bool:
        return not (0.0 <= x <= map.width_mm and 0.0 <= y <= map.depth_mm)

    for s in map.spaces.values():
        away = next((spot for spot in ((s.x_mm, s.y_mm), *s.spots) if outside(*spot)), None)
        if away:
            yield problem("map.outside", f"spaces.{s.id}", x=away[0], y=away[1])
    for r in map.routes.values():
        for x, y, _ in r.polyline:
            if outside(x, y):
                yield problem("map.outside", f"routes.{r.id}", x=x, y=y)
                break
    if map.geometry.wall_mm < LEAST_WALL_MM:
        yield problem(
            "map.wall", "geometry.wall_mm", wall=map.geometry.wall_mm, least=LEAST_WALL_MM
        )


def _caves(map: IslandMap) -> Iterator[Problem]:
    for key, c in map.caves.items():
        cave = map.spaces[c.space]
        for id in c.entered_from:
            s = map.spaces[id]
            gap = math.hypot(s.x_mm - cave.x_mm, s.y_mm - cave.y_mm)
            if gap > CAVE_REACH_MM:
                yield problem("map.cave.far", f"caves.{key}", space=id, gap=f"{gap:.0f}")
