"""An island as the rules see it: small integers and tables, made once from a map."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from vulkar.maps import IslandMap

FAR: Final = 9999
MOVES: Final = 50_000  # answers kept for each board
# stretches and places that a rule names
BLUFF: Final = "GSB"  # Great Sway Bluff, numbered from the water up
LOW_ROAD: Final = "LR"  # the Low Road, numbered from the fork
TOKEN_STEP: Final = "WS"  # Witchlord Step
TRAIL_KINDS: Final = frozenset({"cell", "stone", "bridge", "end"})


class Board:
    """Spaces by index. Nothing geometric: ids, links, kinds, zones, flags and routes' spaces."""

    __slots__ = (
        "back_dist", "bridge", "by_route",
        "cave_of", "caves", "climb", "climb_next", "dark", "dock", "index",
        "is_cave", "low_road", "many", "moves", "names", "near", "next", "owner_dist", "paths",
        "pit_for", "plain_dist",
        "rock_chip", "route_from", "route_home", "route_ids", "route_source", "route_spaces",
        "routes_at", "safe", "source_map", "sources",
        "start", "step", "titles", "top", "trail", "vulkar", "vulkar_dist", "walks", "water",
    )  # fmt: skip

    def __init__(self, source: IslandMap) -> None:
        """Makes the tables. Raises ``KeyError`` if the map lacks a place that the rules name."""
        self.paths: dict[Hashable, tuple[tuple[int, ...], ...]] = {}  # see find_paths
        self.moves: dict[tuple[int, ...], list[object]] = {}  # see move_answer
        self.near: dict[tuple[int, int], frozenset[int]] = {}  # see within
        self.walks: dict[int, tuple[int, ...]] = {}  # see steps_from
        if source.water is None:
            raise KeyError("water")
        spaces = list(source.spaces.values())
        self.source_map = source
        self.names = tuple(s.id for s in spaces)
        self.titles = tuple(s.name for s in spaces)
        self.index = {name: i for i, name in enumerate(self.names)}
        ix = self.index
        size = len(spaces)
        kinds = [s.kind for s in spaces]
        self.dark = tuple(bool(s.dark) for s in spaces)
        self.safe = tuple(bool(s.safe) for s in spaces)
        self.bridge = tuple(k == "bridge" for k in kinds)
        self.is_cave = tuple(k == "cave" for k in kinds)
        self.start, self.dock = ix[source.start], ix[source.goal]
        self.vulkar, self.water = ix[source.jewel], ix[source.water.space]
        self.step = ix[TOKEN_STEP]
        # where a passer-by can take the jewel from its owner: trails and bridges, Vul-Kar included
        self.trail = tuple(
            k in TRAIL_KINDS and i not in (self.start, self.dock) for i, k in enumerate(kinds)
        )
        # any number of pieces fit here
        self.many = tuple(k in ("pit", "water") or i == self.start for i, k in enumerate(kinds))
        walk: list[list[int]] = [[] for _ in range(size)]
        for a, b in source.links:
            i, j = ix[a], ix[b]
            if kinds[i] in TRAIL_KINDS and kinds[j] in TRAIL_KINDS:
                walk[i].append(j)
                walk[j].append(i)
        self.caves = {n: ix[c.space] for n, c in source.caves.items()}
        self.cave_of = {i: n for n, i in self.caves.items()}
        mouths: list[list[int]] = [[] for _ in range(size)]
        for cave in source.caves.values():
            for outside in cave.entered_from:
                mouths[ix[outside]].append(ix[cave.space])
                walk[ix[cave.space]].append(ix[outside])
        pits = source.pits
        self.rock_chip = {ix[p.space]: ix[p.exit_to] for p in pits.values()}
        for pit, out in self.rock_chip.items():
            walk[pit].append(out)
        climb = _line(ix, BLUFF)
        self.climb = frozenset(climb)
        self.climb_next = dict(zip((self.water, *climb), climb, strict=False))
        self.top = climb[-1]
        walk[self.water].append(climb[0])
        self.next = tuple(tuple(a + b) for a, b in zip(walk, mouths, strict=True))
        self.pit_for = tuple(
            ix[pits[s.zone].space] if s.zone is not None else self.water for s in spaces
        )
        low = _line(ix, LOW_ROAD)
        self.low_road = frozenset(low)
        on_trail = [i for i in range(size) if kinds[i] in TRAIL_KINDS]
        self.plain_dist = _distances(self.dock, walk, on_trail)
        high = [i for i in on_trail if i not in self.low_road]
        self.owner_dist = _distances(self.dock, walk, high)
        # the way back to the High Road for an owner on the Low Road: its western end is closed
        cut = [[j for j in w if i in low or j not in low[:1]] for i, w in enumerate(walk)]
        self.back_dist = _distances(self.dock, cut, on_trail)
        self.vulkar_dist = _distances(self.vulkar, walk, on_trail)
        routes = list(source.routes.values())
        self.route_ids = tuple(r.id for r in routes)
        self.route_source = tuple(r.source for r in routes)
        self.sources = tuple(source.sources)
        self.route_from = tuple(self.sources.index(r.source) for r in routes)
        self.route_home = tuple(_nearest(source, r.rest) for r in routes)
        self.by_route = {r: i for i, r in enumerate(self.route_ids)}
        self.route_spaces = tuple(tuple(ix[s] for s in r.spaces) for r in routes)
        self.routes_at = tuple(
            tuple(r for r, on in enumerate(self.route_spaces) if i in on) for i in range(size)
        )

    def ids(self, spaces: Iterable[int]) -> list[str]:
        """Space ids of indices."""
        names = self.names
        return [names[i] for i in spaces]

    def move_answer(self, path: tuple[int, ...]) -> list[object]:
        """``["move", [space ids]]``. Shared by all questions: nobody may change it."""
        found = self.moves.get(path)
        if found is None:
            if len(self.moves) >= MOVES:
                self.moves.clear()
            found = self.moves[path] = ["move", self.ids(path)]
        return found

    def within(self, start: int, steps: int) -> frozenset[int]:
        """The spaces that a piece can come to from ``start`` in so many steps, and its own."""
        key = (start, steps)
        found = self.near.get(key)
        if found is None:
            reached = {start}
            edge = [start]
            for _ in range(steps):
                edge = [j for i in edge for j in self.next[i] if j not in reached]
                reached.update(edge)
            found = self.near[key] = frozenset(reached)
        return found

    def steps_from(self, start: int) -> tuple[int, ...]:
        """Steps along trails and bridges from ``start`` to every space, FAR where no trail leads.

        Occupied spaces count, caves are no way; from the water one counts up the bluff.
        """
        found = self.walks.get(start)
        if found is None:
            on_foot = [i for i, cave in enumerate(self.is_cave) if not cave]
            found = self.walks[start] = _distances(start, self.next, on_foot)
        return found


def _line(ix: dict[str, int], prefix: str) -> tuple[int, ...]:
    """The numbered spaces of one stretch, for example GSB1..GSB5, in their order."""
    found = [n for n in ix if n.startswith(prefix) and n[len(prefix) :].isdigit()]
    return tuple(ix[n] for n in sorted(found, key=lambda n: int(n[len(prefix) :])))


def _nearest(source: IslandMap, rest: tuple[float, ...]) -> int:
    """The source whose place is nearest, seen from above, to where a marble comes to rest."""
    apart = [(s.x_mm - rest[0]) ** 2 + (s.y_mm - rest[1]) ** 2 for s in source.sources.values()]
    return apart.index(min(apart))


def _distances(goal: int, walk: Sequence[Sequence[int]], allowed: Iterable[int]) -> tuple[int, ...]:
    """Steps between ``goal`` and every space, along ``walk`` and over ``allowed`` spaces only."""
    dist = [FAR] * len(walk)
    dist[goal] = 0
    ok = set(allowed)
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for there in walk[here]:
            if there in ok and dist[there] == FAR:
                dist[there] = dist[here] + 1
                queue.append(there)
    return tuple(dist)


def board_of(source: IslandMap) -> Board:
    """The board of a map; built once for each map object."""
    return source.once(Board)
