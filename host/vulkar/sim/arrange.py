"""Where pawns stand for one roll of the closed loop: on the route, beside it, and off centre."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from vulkar.island.detect import distance_mm, watched
from vulkar.maps import IslandMap, Route

PAWNS = ("red", "blue", "green", "yellow")
BESIDE_MM = 45.0
KINDS = ("single", "row", "row", "edge")  # a pawn that meets a pawn comes to rest in the grey


@dataclass(frozen=True, slots=True)
class Setup:
    """One roll to come. ``at`` is pawn -> (space id, dx mm, dy mm, yaw rad)."""

    number: int
    kind: str
    route: str
    at: dict[str, tuple[str, float, float, float]]

    @property
    def standing(self) -> dict[str, str]:
        """Pawn -> space id."""
        return {pawn: spot[0] for pawn, spot in self.at.items()}


def arrange(island: IslandMap, seed: int, number: int) -> Setup:
    """The setup of roll ``number``: every route in turn, every kind on every route in turn."""
    rng = random.Random(f"{seed}/{number}")
    routes = list(island.routes.values())
    route = routes[number % len(routes)]
    kind = KINDS[number // len(routes) % len(KINDS)]
    on = [space for space in route.spaces if watched(island, space)]
    beside = [
        space
        for space in island.spaces
        if watched(island, space)
        and space not in route.spaces
        and min(distance_mm(island, space, other) for other in route.spaces) <= BESIDE_MM
    ]
    first = rng.choice(on)
    chosen = [first]
    if kind == "row":
        chosen += rng.sample([space for space in on if space != first], min(2, len(on) - 1))
    chosen += rng.sample(beside, min(len(PAWNS) - len(chosen), len(beside), 2))
    at = {}
    for pawn, space in zip(PAWNS, chosen, strict=False):
        dx_mm, dy_mm = _scatter(rng), _scatter(rng)
        if kind == "edge" and space == first:
            dx_mm, dy_mm = _edge(island, route, space, rng)
        at[pawn] = (space, dx_mm, dy_mm, rng.uniform(0.0, math.tau))
    return Setup(number, kind, route.id, at)


def _scatter(rng: random.Random) -> float:
    return max(-2.0, min(2.0, rng.gauss(0.0, 0.7)))


def _edge(island: IslandMap, route: Route, space: str, rng: random.Random) -> tuple[float, float]:
    """To one side of the channel, as far as a hall still knows the pawn."""
    ux, uy = along(island, route, space)
    side_mm = rng.choice((-1.0, 1.0)) * rng.uniform(2.0, 3.5)
    return -uy * side_mm, ux * side_mm


def along(island: IslandMap, route: Route, space: str) -> tuple[float, float]:
    """Unit vector (x, y) of a route where it passes a space."""
    at = island.spaces[space]

    def off_mm(k: int) -> float:
        (ax, ay, _), (bx, by, _) = route.polyline[k], route.polyline[k + 1]
        return math.hypot((ax + bx) / 2 - at.x_mm, (ay + by) / 2 - at.y_mm)

    k = min(range(len(route.polyline) - 1), key=off_mm)
    (ax, ay, _), (bx, by, _) = route.polyline[k], route.polyline[k + 1]
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length
