"""The island as the rules of 2018 see it: small integers and tables, made once from a map."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from vulkar.maps import IDOL, IslandMap
from vulkar.maps.shape import compass, turn

FAR: Final = 9999


class Board:
    """Spaces by index, with what lies on them; trees, embers and routes."""

    __slots__ = (
        "areas", "cave_number", "caves", "colours_shot", "copter", "embers",
        "facings", "heart", "helipad", "helipad_far", "index", "is_cave", "moves", "names", "near",
        "routes", "shots", "shots_at", "source_map", "tree_routes", "trees", "unstable", "urns",
        "urns_at",
    )  # fmt: skip

    def __init__(self, source: IslandMap) -> None:
        """Makes the tables. Raises ``KeyError`` if the map lacks what the rules name."""
        if not source.urns or not source.snapshots:
            raise KeyError("urns and snapshots")
        self.moves: dict[tuple[int, ...], list[object]] = {}  # see move_answer
        self.source_map = source
        spaces = list(source.spaces.values())
        self.names = tuple(s.id for s in spaces)
        self.index = ix = {name: i for i, name in enumerate(self.names)}
        self.unstable = tuple(s.kind == "bridge" for s in spaces)
        self.is_cave = tuple(s.kind == "cave" for s in spaces)
        near: list[list[int]] = [[] for _ in spaces]
        for a, b in source.links:
            near[ix[a]].append(ix[b])
            near[ix[b]].append(ix[a])
        self.caves: dict[int, tuple[int, ...]] = {}
        self.cave_number: dict[int, int] = {}
        for cave in source.caves.values():
            at = ix[cave.space]
            self.caves[cave.number] = (*self.caves.get(cave.number, ()), at)
            self.cave_number[at] = cave.number
            for door in cave.entered_from:
                near[ix[door]].append(at)
                near[at].append(ix[door])
        self.near = tuple(tuple(n) for n in near)
        self.copter, self.helipad = ix[source.start], ix[source.goal]
        self.heart = ix[source.jewel]
        self.helipad_far = _distances(self.helipad, self.near)
        self.urns = tuple(source.urns)
        self.shots = tuple(source.snapshots)
        self.urns_at = _at(len(spaces), ((ix[s] for s in u.spaces) for u in source.urns.values()))
        self.shots_at = _at(
            len(spaces), ((ix[s] for s in p.spaces) for p in source.snapshots.values())
        )
        self.colours_shot = tuple(p.cards for p in source.snapshots.values())
        self.areas = {a.id: tuple(ix[s] for s in a.ends) for a in source.areas.values()}
        self.facings = tuple(
            sorted(source.idol.facings, key=lambda f: source.idol.facings[f].compass_deg)
        )
        self.trees = tuple(source.diverters)
        self.embers = tuple(s for s in source.sources if s != IDOL)
        self.routes = tuple(source.routes.values())
        self.tree_routes = tuple(
            tuple(
                (self.trees.index(t), source.diverters[t].ways.index(w))
                for t, w in r.diverters.items()
            )
            for r in self.routes
        )

    def route(self, source: str, facing: str | None, trees: Sequence[int]) -> str:
        """The route that a marble takes from a source, as idol and trees stand."""
        for r, needs in zip(self.routes, self.tree_routes, strict=True):
            if r.source == source and r.facing == facing and all(trees[t] == w for t, w in needs):
                return r.id
        raise KeyError(f"{source} {facing}")

    def facing_toward(self, dx_mm: float, dy_mm: float) -> int:
        """The facing that looks nearest to a direction, x east and y north of the idol."""
        wanted = compass(dx_mm, dy_mm)
        facings = self.source_map.idol.facings
        apart = [turn(facings[f].compass_deg, wanted) for f in self.facings]
        return apart.index(min(apart))

    def ids(self, spaces: Iterable[int]) -> list[str]:
        """Space ids of indices."""
        return [self.names[i] for i in spaces]

    def move_answer(self, path: tuple[int, ...]) -> list[object]:
        """``["move", [space ids]]``. Shared by all questions: nobody may change it."""
        found = self.moves.get(path)
        if found is None:
            if len(self.moves) >= 50_000:
                self.moves.clear()
            found = self.moves[path] = ["move", self.ids(path)]
        return found


def _at(size: int, places: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """For each space the number of the thing that is reached from it, -1 for none."""
    out = [-1] * size
    for n, spaces in enumerate(places):
        for s in spaces:
            out[s] = n
    return tuple(out)


def _distances(goal: int, near: Sequence[Sequence[int]]) -> tuple[int, ...]:
    dist = [FAR] * len(near)
    dist[goal] = 0
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for there in near[here]:
            if dist[there] == FAR:
                dist[there] = dist[here] + 1
                queue.append(there)
    return tuple(dist)


def board_of(source: IslandMap) -> Board:
    """The board of a map; built once for each map object."""
    return source.once(Board)
