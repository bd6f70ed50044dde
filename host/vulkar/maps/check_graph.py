"""Can pawns get everywhere, and is it said of every space what a fireball does there?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from vulkar.maps.model import IslandMap
from vulkar.maps.problem import Problem, problem

TRAIL = ("cell", "stone", "bridge", "end")


def graph_problems(map: IslandMap) -> list[Problem]:
    """Links, caves, pits, zones, safety, counts of steps and of sensors."""
    return [*_links(map), *_joined(map), *_caves(map), *_zones(map), *_safety(map), *_counts(map)]


def steps(map: IslandMap, start: str) -> dict[str, int]:
    """Fewest steps along links from ``start`` to every space that they reach."""
    out = {start: 0}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for near in map.neighbours(here):
            if near not in out:
                out[near] = out[here] + 1
                todo.append(near)
    return out


def _links(map: IslandMap) -> Iterator[Problem]:
    seen: set[frozenset[str]] = set()
    for a, b in map.links:
        if a == b:
            yield problem("map.link.self", "links.chains", a=a)
        elif frozenset((a, b)) in seen:
            yield problem("map.link.twice", "links.chains", a=a, b=b)
        seen.add(frozenset((a, b)))
        for s in (a, b):
            if map.spaces[s].kind not in TRAIL:
                yield problem("map.link.kind", "links.chains", a=a, b=b, kind=map.spaces[s].kind)
    for s in map.spaces:
        for n in map.neighbours(s):
            if s not in map.neighbours(n):
                yield problem("map.link.oneway", f"spaces.{s}", to=n)
    names: dict[str, str] = {}
    for space in map.spaces.values():
        if space.name in names:
            yield problem(
                "map.name", f"spaces.{space.id}", name=space.name, other=names[space.name]
            )
        names.setdefault(space.name, space.id)


def _joined(map: IslandMap) -> Iterator[Problem]:
    reached = steps(map, map.start)
    for s in map.spaces.values():
        if s.kind in TRAIL and s.id not in reached:
            yield problem("map.apart", f"spaces.{s.id}", start=map.start)


def _caves(map: IslandMap) -> Iterator[Problem]:
    listed: dict[str, int] = {}
    for key, c in map.caves.items():
        listed.setdefault(c.space, key)
    for key, c in map.caves.items():
        if listed[c.space] != key:
            yield problem("map.cave.twice", f"caves.{key}", other=listed[c.space])
        for a, b in zip(c.entered_from, c.entered_from[1:], strict=False):
            if b not in map.neighbours(a):
                yield problem("map.cave.apart", f"caves.{key}", a=a, b=b)
    for s in map.spaces.values():
        if s.kind == "cave" and s.id not in listed:
            yield problem("map.cave.number", f"spaces.{s.id}")


def _zones(map: IslandMap) -> Iterator[Problem]:
    for zone in map.zones:
        if map.pits and zone not in map.pits:
            yield problem("map.zone.pit", f"zones.{zone}")
    for p in map.pits.values():
        if p.zone not in map.zones:
            yield problem("map.pit.zone", f"pits.{p.zone}")
        if map.spaces[p.exit_to].rock_chip != p.zone:
            yield problem("map.chip", f"pits.{p.zone}", space=p.exit_to)
    for s in map.spaces.values():
        if s.rock_chip is not None and map.pits[s.rock_chip].exit_to != s.id:
            exit_to = map.pits[s.rock_chip].exit_to
            yield problem("map.chip.twice", f"spaces.{s.id}", pit=s.rock_chip, other=exit_to)


def _safety(map: IslandMap) -> Iterator[Problem]:
    rolled = {s: r.id for r in map.routes.values() for s in r.spaces}
    for s in map.spaces.values():
        where = f"spaces.{s.id}"
        if s.safe and s.id in rolled:
            yield problem("map.safe", where, route=rolled[s.id])
        elif not s.safe and s.id not in rolled:
            yield problem("map.exposed", where)
        if s.id in rolled and s.zone is None and s.kind != "bridge":
            yield problem("map.zone.none", where, route=rolled[s.id])


def _counts(map: IslandMap) -> Iterator[Problem]:
    for key, a, b, wanted in (
        ("start_to_jewel", map.start, map.jewel, map.steps.start_to_jewel),
        ("jewel_to_goal", map.jewel, map.goal, map.steps.jewel_to_goal),
    ):
        found = steps(map, a).get(b)
        if found is not None and found != wanted:
            yield problem("map.steps", f"steps.{key}", a=a, b=b, found=found, wanted=wanted)
    for s in map.spaces.values():
        if not s.slots:
            yield problem("map.slots", f"spaces.{s.id}")
        if s.kind in ("pit", "water") and any(t.sensor for t in s.slots):
            yield problem("map.sensor.kind", f"spaces.{s.id}", kind=s.kind)
    if (found := len(map.sensored())) != map.sensors:
        yield problem("map.sensors", "board.sensors", found=found, wanted=map.sensors)
