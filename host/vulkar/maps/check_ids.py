"""Do all ids that a map mentions exist, and is each thing of the kind that is asked for?"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator

from vulkar.maps.model import IslandMap
from vulkar.maps.problem import Problem, problem


def _unknown(where: str, id: str, what: str, known: Collection[str]) -> Iterator[Problem]:
    if id not in known:
        near = difflib.get_close_matches(id, known, n=1, cutoff=0.0)
        yield problem("map.id", where, unknown=id, what=what, nearest=near[0] if near else "none")


def id_problems(map: IslandMap) -> list[Problem]:
    """Ids that lead nowhere, in the order of the file's tables."""
    return [*_places(map), *_routes(map)]


def _places(map: IslandMap) -> Iterator[Problem]:
    spaces = map.spaces
    for key in ("start", "goal", "jewel"):
        yield from _unknown(key, getattr(map, key), "space", spaces)
    for s in spaces.values():
        if s.zone is not None:
            yield from _unknown(f"spaces.{s.id}", s.zone, "zone", map.zones)
        if s.rock_chip is not None:
            yield from _unknown(f"spaces.{s.id}", s.rock_chip, "pit", map.pits)
    for a, b in map.links:
        yield from _unknown("links.chains", a, "space", spaces)
        yield from _unknown("links.chains", b, "space", spaces)
    wanted = [
        *((f"caves.{k}", c.space, "cave") for k, c in map.caves.items()),
        *((f"pits.{p.zone}", p.space, "pit") for p in map.pits.values()),
        *([("water.space", map.water.space, "water")] if map.water else []),
    ]
    for where, id, kind in wanted:
        yield from _unknown(where, id, "space", spaces)
        if id in spaces and spaces[id].kind != kind:
            yield problem("map.kind", where, space=id, kind=spaces[id].kind, wanted=kind)
    exits = [
        *((f"caves.{k}", s) for k, c in map.caves.items() for s in c.entered_from),
        *((f"pits.{p.zone}", p.exit_to) for p in map.pits.values()),
        *([("water.exit_to", map.water.exit_to)] if map.water else []),
        *((f"urns.{u.id}", s) for u in map.urns.values() for s in u.spaces),
        *((f"snapshots.{p.id}", s) for p in map.snapshots.values() for s in p.spaces),
        *((f"areas.{a.id}", s) for a in map.areas.values() for s in a.ends),
    ]
    for where, id in exits:
        yield from _unknown(where, id, "space", spaces)


def _routes(map: IslandMap) -> Iterator[Problem]:
    for f in map.idol.facings.values():
        for id in f.routes:
            yield from _unknown(f"idol.facings.{f.id}", id, "route", map.routes)
    for r in map.routes.values():
        where = f"routes.{r.id}"
        yield from _unknown(f"{where}.source", r.source, "source", map.sources)
        if r.facing is not None:
            yield from _unknown(f"{where}.facing", r.facing, "facing", map.idol.facings)
        for d, way in r.diverters.items():
            yield from _unknown(f"{where}.diverters", d, "diverter", map.diverters)
            if d in map.diverters:
                yield from _unknown(f"{where}.diverters", way, f"way of {d}", map.diverters[d].ways)
        for s in r.spaces:
            yield from _unknown(f"{where}.spaces", s, "space", map.spaces)
