"""The island for a phone: a few kilobytes of SVG whose colours come from the page's style sheet.

One unit is a millimetre, x to the right and y down from the north-west corner. Pawns, the jewel and
ways are drawn by the browser on top, from the positions in :func:`small_map`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from vulkar.maps import IslandMap
from vulkar.maps.drawing.ground import hull
from vulkar.pages.seat.places import Places

Xy = Sequence[float]
SLACK_MM: Final = 2.0  # how far a drawn line may lie beside the marble's
LAND_MM: Final = 86  # width of the land around each footpath and channel


def small_map(places: Places) -> dict[str, Any]:
    """``svg``: the drawing; ``spaces``: id -> [x, y]; ``names``: id -> name; ``routes``: id -> path
    data; ``trails``: [name, x, y] of each trail with three spaces or more; ``size``: [w, d]."""
    map = places.map
    spaces = {s.id: [round(s.x_mm), round(map.depth_mm - s.y_mm)] for s in map.spaces.values()}
    routes = {r.id: _line(map, [p[:2] for p in r.polyline]) for r in map.routes.values()}
    return {
        "svg": _svg(map, spaces, routes),
        "spaces": spaces,
        "names": {space: places.name(space) for space in spaces},
        "routes": routes,
        "trails": _trails(places, spaces),
        "size": [round(map.width_mm), round(map.depth_mm)],
    }


def _svg(map: IslandMap, spaces: dict[str, list[int]], routes: dict[str, str]) -> str:
    w, d = round(map.width_mm), round(map.depth_mm)
    channels = "".join(routes.values())
    links = "".join(
        "M{} {}L{} {}".format(*spaces[a], *spaces[b])
        for a, b in map.links
        if "bridge" not in (map.spaces[a].kind, map.spaces[b].kind)
    )
    bridges = "".join(
        "M{} {}L{} {}".format(*spaces[a], *spaces[b])
        for a, b in map.links
        if "bridge" in (map.spaces[a].kind, map.spaces[b].kind)
    )
    shore = hull([(s.x_mm, s.y_mm) for s in map.spaces.values()])
    coast = _line(map, [*shore, shore[0]])
    idol = (round(map.idol.x_mm), round(map.depth_mm - map.idol.y_mm))
    r = round(map.geometry.pad_mm / 2, 1)
    return "".join(
        (
            f'<rect class="sea" x="-400" y="-400" width="{w + 800}" height="{d + 800}"/>',
            f'<path class="shallows" d="{coast}"/><path class="shore" d="{coast}"/>',
            f'<path class="land" stroke-width="{LAND_MM}" d="{channels}{links}"/>',
            f'<path class="rim" d="{channels}"/><path class="channel" d="{channels}"/>',
            f'<path class="path" d="{links}"/><path class="bridge" d="{bridges}"/>',
            f'<circle class="idol" cx="{idol[0]}" cy="{idol[1]}" r="30"/>',
            f'<path class="mouth" d="M{idol[0] - 13} {idol[1] + 3}h26l-4 11h-18z"/>',
            f'<path class="eyes" d="M{idol[0] - 9} {idol[1] - 9}h.1m18 0h.1"/>',
            *(_station(map, s) for s in map.sources if s != "idol"),
            *(_space(map, id, at, r) for id, at in spaces.items()),
        )
    )


def _station(map: IslandMap, source: str) -> str:
    s = map.sources[source]
    x, y = round(s.x_mm), round(map.depth_mm - s.y_mm)
    return (
        f'<path class="station" d="M{x} {y - 13}l13 13-13 13-13-13z"/>'
        f'<text class="on" x="{x}" y="{y}">{escape(source)}</text>'
    )


def _space(map: IslandMap, id: str, at: list[int], r: float) -> str:
    s = map.spaces[id]
    x, y = at
    marks = [s.kind, *("dark",) * s.dark, *("safe",) * s.safe, *("end",) * (s.kind == "end")]
    kind = f"class={quoteattr('s ' + ' '.join(dict.fromkeys(marks)))}"
    if s.kind in ("cave", "pit", "water", "end"):
        words = _letters(map, id)
        label = f'<text class="on" x="{x}" y="{y}">{escape(words)}</text>' if words else ""
        return f'<circle {kind} cx="{x}" cy="{y}" r="{r + 3:g}"/>{label}'
    return f'<circle {kind} cx="{x}" cy="{y}" r="{r:g}"/>'


def _letters(map: IslandMap, id: str) -> str:
    for cave in map.caves.values():
        if cave.space == id:
            return str(cave.number)
    return next((zone for zone, pit in map.pits.items() if pit.space == id), "")


def _trails(places: Places, spaces: dict[str, list[int]]) -> list[list[Any]]:
    found: dict[str, list[str]] = {}
    for id, s in places.map.spaces.items():
        if s.kind in ("cell", "stone"):
            found.setdefault(places.trail(id), []).append(id)
    out: list[list[Any]] = []
    for name, ids in found.items():
        if len(ids) >= 3:
            out.append([name, *spaces[ids[len(ids) // 2]]])
    ends = dict.fromkeys((places.map.start, places.map.jewel, places.map.goal))
    return out + [[places.name(id), *spaces[id]] for id in ends]


def _line(map: IslandMap, points: Sequence[Xy]) -> str:
    """Path data in whole millimetres, each point as a step from the one before."""
    kept = [(round(x), round(map.depth_mm - y)) for x, y in thinned(points, SLACK_MM)]
    (x, y), out = kept[0], [f"M{kept[0][0]} {kept[0][1]}"]
    for nx, ny in kept[1:]:
        dy = f"{ny - y}" if ny < y else f" {ny - y}"
        out.append(f"l{nx - x}{dy}")
        x, y = nx, ny
    return "".join(out)


def thinned(points: Sequence[Xy], slack: float) -> list[Xy]:
    """The line with as few of its points as keep it within ``slack`` (Douglas and Peucker)."""
    if len(points) < 3:
        return list(points)
    (ax, ay), (bx, by) = points[0], points[-1]
    long = math.dist((ax, ay), (bx, by))

    def off(p: Xy) -> float:
        if long == 0.0:
            return math.dist(p, (ax, ay))
        return abs((bx - ax) * (ay - p[1]) - (ax - p[0]) * (by - ay)) / long

    far, k = max((off(p), k) for k, p in enumerate(points[1:-1], 1))
    if far <= slack:
        return [points[0], points[-1]]
    return thinned(points[: k + 1], slack)[:-1] + thinned(points[k:], slack)
