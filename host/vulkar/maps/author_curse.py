"""Writes curse.toml, our island for the 2018 game. ``python -m vulkar.maps.author_curse``.

data/curse.toml describes rings, spokes and channels in polar terms seen from the idol; this turns
them into spaces, links and routes on a cone. Same input, same bytes out.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vulkar.maps.author_write import num

HERE = Path(__file__).parent
HEAD = """\
# Our island for the 2018 game: ours, for no graph of that board is public.
# Written by `python -m vulkar.maps.author_curse` from data/curse.toml: change that, not this file.
# Millimetres; origin in the south-west corner, x east, y north, z above the water.
"""
MOUTH_MM = 30.0
STEP_MM = 8.0  # between points of a route

Polar = tuple[float, float]  # compass degrees, radius before the stretch


def row(**fields: object) -> str:
    """An inline table; None is left out, text is quoted."""
    shown = (f"{k} = {said(v)}" for k, v in fields.items() if v is not None)
    return "{ " + ", ".join(shown) + " }"


def said(value: object) -> str:
    """A TOML value."""
    if isinstance(value, float):
        return num(value)
    if isinstance(value, dict):
        return row(**value)
    if isinstance(value, list):
        return "[" + ", ".join(said(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


@dataclass(slots=True)
class Spot:
    """A space before it is written."""

    name: str
    at: Polar
    kind: str
    zone: str | None


@dataclass(slots=True)
class Island:
    """What is drawn so far."""

    data: dict[str, Any]
    spots: dict[str, Spot] = field(default_factory=dict)
    chains: list[list[str]] = field(default_factory=list)
    caves: list[tuple[int, str, list[str]]] = field(default_factory=list)
    sources: dict[str, Polar] = field(default_factory=dict)
    trees: dict[str, tuple[Polar, list[str]]] = field(default_factory=dict)
    routes: dict[str, dict[str, Any]] = field(default_factory=dict)

    def radius(self, name: str) -> float:
        """A radius by its name, in mm."""
        return float(self.data["radii"][name])

    def xy(self, at: Polar) -> tuple[float, float]:
        """Where a polar place is on the board, in mm."""
        board = self.data["board"]
        a = math.radians(at[0])
        x, y = board["middle"]
        return x + board["stretch"] * at[1] * math.sin(a), y + at[1] * math.cos(a)

    def polar(self, x: float, y: float) -> Polar:
        """The inverse of :meth:`xy`."""
        board = self.data["board"]
        mx, my = board["middle"]
        dx, dy = (x - mx) / board["stretch"], y - my
        return math.degrees(math.atan2(dx, dy)) % 360, math.hypot(dx, dy)

    def z(self, x: float, y: float) -> float:
        """The cone's height in mm."""
        board = self.data["board"]
        mx, my = board["middle"]
        near = math.hypot(x - mx, y - my)
        if near <= MOUTH_MM:
            return float(board["top_mm"] + (board["mouth_mm"] - board["top_mm"]) * near / MOUTH_MM)
        r = self.polar(x, y)[1]
        inner = r * MOUTH_MM / near  # the mouth is round, the island is not
        part = (r - inner) / (self.radius("tray") - inner)
        return float(board["mouth_mm"] + (board["shore_mm"] - board["mouth_mm"]) * part)


def zone_of(angle: float, ring: str) -> str:
    """The region of a place: the summit, and the two slopes north and south of it."""
    if ring == "S":
        return "summit"
    return "beach" if 90 <= angle % 360 < 270 else "scar"


def draw(data: dict[str, Any]) -> Island:
    """All of the island."""
    out = Island(data)
    for ring, r in data["rings"].items():
        angles = range(0, 360, r["step"])
        for n, angle in enumerate(angles, 1):
            at = (float(angle), out.radius(r["radius"]))
            out.spots[f"{ring}{angle}"] = Spot(f"{r['name']} {n}", at, "cell", zone_of(angle, ring))
        gaps = {frozenset(g) for g in r["gaps"]}
        closed = [*angles, 0]
        for a, b in itertools.pairwise(closed):
            if frozenset((a, b)) not in gaps:
                out.chains.append([f"{ring}{a}", f"{ring}{b}"])
    _spokes(out)
    _caves(out)
    _channels(out)
    out.chains = _joined(out.chains)
    return out


def _spokes(out: Island) -> None:
    for id, s in out.data["spokes"].items():
        if "on" in s:
            spot = out.spots[s["on"]]
            spot.name, spot.kind = s["name"], s["kind"]
            continue
        at = (float(s["angle"]), out.radius(s["radius"]))
        out.spots[id] = Spot(s["name"], at, s.get("kind", "stone"), zone_of(at[0], id))
        a, b = s["joins"]
        out.chains.append([a, id, b])
    for id, e in out.data["ends"].items():
        out.spots[id] = Spot(e["name"], out.polar(e["x"], e["y"]), "end", None)
    pad = out.data["helipad"]
    out.spots[pad["space"]].name = "Helipad"
    out.chains.append([pad["joins"], pad["space"]])


def _caves(out: Island) -> None:
    channels = out.data["channels"]["angles"]
    numbers = out.data["caves"]
    for k, angle in enumerate(channels):
        for ring, name in (("inner", "CI"), ("outer", "CO")):
            at = (float(angle), out.radius(f"{ring}_cave"))
            number = numbers[ring][k]
            id = f"{name}{k + 1}"
            doors = [f"M{angle}"] if ring == "inner" else [f"O{angle - 6}", f"O{angle + 6}"]
            where = "Terrace" if ring == "inner" else "Shore"
            out.spots[id] = Spot(f"{where} cave {number}", at, "cave", None)
            out.caves.append((number, id, doors))


def _channels(out: Island) -> None:
    c = out.data["channels"]
    fork = out.radius("fork")
    out.sources["idol"] = (0.0, 0.0)
    for angle in c["angles"]:
        ways = []
        for side, sign in (("left", -1), ("right", 1)):
            terrace, shore = angle + sign * c["terrace"], angle + sign * c["shore"]
            id = f"I{angle}_{side}"
            ways.append(id)
            line = [(angle, fork), (terrace, out.radius("middle")), (shore, out.radius("outer"))]
            out.routes[id] = {
                "name": f"idol {angle} degrees, {side} of its tree",
                "source": "idol",
                "facing": f"F{angle}",
                "ways": {f"T{angle}": id},
                "line": [(0.0, 0.0), *line, (shore, out.radius("tray"))],
            }
        out.trees[f"T{angle}"] = ((float(angle), fork), ways)
    for angle in c["embers"]:
        source = f"E{angle}"
        out.sources[source] = (float(angle), out.radius("ember"))
        straight = [(angle, out.radius("ember")), (angle, out.radius("tray"))]
        out.routes[f"{source}_out"] = {
            "name": f"ember {angle} degrees, straight down",
            "source": source,
            "push": "out",
            "ways": {},
            "line": straight,
        }
    seventh = c["seventh"]
    source, bend = f"E{seventh['ember']}", seventh["bends_to"]
    at = (float(seventh["ember"]), out.radius("middle"))
    bent = f"{source}_bent"
    out.routes[bent] = {
        "name": f"ember {seventh['ember']} degrees, round its tree",
        "source": source,
        "push": "out",
        "ways": {f"T{seventh['ember']}": bent},
        "line": [
            (seventh["ember"], out.radius("ember")),
            at,
            (bend, out.radius("outer")),
            (bend, out.radius("tray")),
        ],
    }
    out.routes[f"{source}_out"]["ways"] = {f"T{seventh['ember']}": f"{source}_out"}
    out.trees[f"T{seventh['ember']}"] = (at, [f"{source}_out", bent])


def _joined(pairs: list[list[str]]) -> list[list[str]]:
    """Chains that follow each other, as one."""
    out: list[list[str]] = []
    for pair in pairs:
        if out and out[-1][-1] == pair[0]:
            out[-1] += pair[1:]
        else:
            out.append(list(pair))
    return out


def polyline(out: Island, line: list[Polar]) -> list[tuple[float, float, float]]:
    """Straight stretches in small steps, on the cone."""
    corners = [out.xy(p) for p in line]
    points = [corners[0]]
    for a, b in itertools.pairwise(corners):
        many = max(1, round(math.dist(a, b) / STEP_MM))
        points += [
            (a[0] + (b[0] - a[0]) * k / many, a[1] + (b[1] - a[1]) * k / many)
            for k in range(1, many + 1)
        ]
    return [(x, y, out.z(x, y)) for x, y in points]


def passed(out: Island, line: list[tuple[float, float, float]]) -> list[str]:
    """The spaces that a route rolls over, in order."""
    from vulkar.maps.shape import foot

    found = []
    for id, s in out.spots.items():
        at = foot(line, *out.xy(s.at))
        if at.gap_mm < 1.0 and s.kind != "cave":
            found.append((at.arc_mm, id))
    return [id for _, id in sorted(found)]


def steps(chains: list[list[str]], start: str) -> dict[str, int]:
    """Fewest steps along the links from a space to every other."""
    near: dict[str, list[str]] = {}
    for a, b in (pair for chain in chains for pair in itertools.pairwise(chain)):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    found = {start: 0}
    todo = [start]
    for here in todo:
        for there in near[here]:
            if there not in found:
                found[there] = found[here] + 1
                todo.append(there)
    return found


def write(out: Island) -> Iterator[str]:
    """The lines of the map file."""
    data = out.data
    lines = {i: polyline(out, r["line"]) for i, r in out.routes.items()}
    spaces = {i: passed(out, line) for i, line in lines.items()}
    touched = {s for on in spaces.values() for s in on}
    yield HEAD
    yield 'format = 1\nid = "curse"\nname = "Cursed island"'
    yield f'start = "COPTER"\ngoal = "{data["helipad"]["space"]}"'
    yield f'jewel = "{data["heart"]["space"]}"'
    sensors = sum(1 for s in out.spots.values() if s.kind != "end")
    board = data["board"]
    yield "\n[board]"
    yield f"width_mm = {board['width_mm']}\ndepth_mm = {board['depth_mm']}\nsensors = {sensors}"
    start, heart, pad = "COPTER", data["heart"]["space"], data["helipad"]["space"]
    far = steps(out.chains, heart)
    yield f"\n[steps]\nstart_to_jewel = {far[start]}\njewel_to_goal = {far[pad]}"
    yield "\n[geometry]"
    yield from (f"{k} = {num(v, 2)}" for k, v in data["geometry"].items())
    yield "\n[spaces]"
    yield from _space_rows(out, touched)
    yield "\n[links]\nchains = ["
    for chain in out.chains:
        yield f"  {said(chain)},"
    yield "]\n\n# Several caves share a number; a key counts them.\n[caves]"
    for key, (number, id, doors) in enumerate(out.caves, 1):
        yield f"{key} = {row(number=number, space=id, entered_from=doors)}"
    yield "\n[zones]"
    yield from (f"{k} = {said(v)}" for k, v in data["zones"].items())
    for table in ("urns", "snapshots", "areas"):
        yield f"\n[{table}]"
        yield from (f"{k} = {row(**v)}" for k, v in data[table].items())
    yield from _movers(out, lines)
    for i, r in out.routes.items():
        yield from _route_rows(i, r, lines[i], spaces[i])


def _space_rows(out: Island, touched: set[str]) -> Iterable[str]:
    for i, s in out.spots.items():
        x, y = out.xy(s.at)
        slots: list[dict[str, object]] = [{"sensor": s.kind != "end"}]
        if s.kind == "end":  # room for all four
            slots = [
                {"sensor": False, "dx_mm": float(dx), "dy_mm": float(dy)}
                for dx in (-13, 13)
                for dy in (-13, 13)
            ]
        yield f"{i} = " + row(
            name=s.name,
            kind=s.kind,
            zone=s.zone,
            safe=None if i in touched else True,
            x_mm=x,
            y_mm=y,
            z_mm=2.0 if s.kind == "end" else out.z(x, y),
            slots=slots,
        )


def _movers(out: Island, lines: dict[str, list[tuple[float, float, float]]]) -> Iterator[str]:
    x, y = out.data["board"]["middle"]
    yield f"\n[idol]\nx_mm = {num(x)}\ny_mm = {num(y)}"
    yield f"mouth_radius_mm = {num(MOUTH_MM)}\nmouth_z_mm = {num(out.data['board']['mouth_mm'])}"
    yield "\n[idol.facings]"
    for angle in out.data["channels"]["angles"]:
        routes = [i for i, r in out.routes.items() if r.get("facing") == f"F{angle}"]
        px, py, _ = next(p for p in lines[routes[0]] if math.hypot(p[0] - x, p[1] - y) >= MOUTH_MM)
        compass = math.degrees(math.atan2(px - x, py - y)) % 360
        yield f"F{angle} = " + row(compass_deg=round(compass), tolerance_deg=8, routes=routes)
    yield "\n[sources]"
    for i, at in out.sources.items():
        sx, sy = out.xy(at)
        yield f"{i} = " + row(x_mm=sx, y_mm=sy, z_mm=out.z(sx, sy))
    yield "\n[diverters]"
    for i, (at, ways) in out.trees.items():
        sx, sy = out.xy(at)
        yield f"{i} = " + row(x_mm=sx, y_mm=sy, ways=ways)


def _route_rows(
    id: str, r: dict[str, Any], line: list[tuple[float, float, float]], spaces: list[str]
) -> Iterator[str]:
    yield f"\n[routes.{id}]\nname = {said(r['name'])}\nsource = {said(r['source'])}"
    yield from (f"{k} = {said(r[k])}" for k in ("facing", "push") if k in r)
    if r["ways"]:
        yield f"diverters = {row(**r['ways'])}"
    yield f"spaces = {said(spaces)}"
    points = [f"[{num(x)}, {num(y)}, {num(z, 2)}]" for x, y, z in line]
    yield f"rest = {points[-1]}\npolyline = ["
    for k in range(0, len(points), 4):
        yield "  " + ", ".join(points[k : k + 4]) + ","
    yield "]"


def main() -> None:
    """Writes curse.toml, or to the path given."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "curse.toml"
    data = tomllib.loads((HERE / "data" / "curse.toml").read_text(encoding="utf-8"))
    target.write_text("\n".join(write(draw(data))) + "\n", encoding="utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
