"""Writes classic.toml: survey in, playable island out. ``python -m vulkar.maps.author``.

The survey (data/classic-1986.toml) is by eye; data/classic-changes.toml holds every decision of
ours. Same input, same bytes out. Needs the ``sim`` extra; nothing else in the package imports it.
"""

from __future__ import annotations

import itertools
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vulkar.maps.author_heights import HeightRules, solve
from vulkar.maps.author_lines import LineRules, Network, add_route, smooth
from vulkar.maps.author_places import Point, respace
from vulkar.maps.author_write import write

HERE = Path(__file__).parent
DATA = HERE / "data"
TARGET = HERE / "classic.toml"


@dataclass(slots=True)
class Draft:
    """All that is solved, before it is written. Millimetres on the finished board."""

    survey: dict[str, Any]
    changes: dict[str, Any]
    scaled: dict[str, Point]  # the survey's places, only scaled
    scaled_z: dict[str, float]
    places: dict[str, Point]
    z: dict[str, float]
    lines: dict[str, list[tuple[float, float, float]]]
    waypoints: dict[str, Point]


def read() -> tuple[dict[str, Any], dict[str, Any]]:
    """The survey and our changes."""
    return tuple(  # type: ignore[return-value]
        tomllib.loads((DATA / name).read_text(encoding="utf-8"))
        for name in ("classic-1986.toml", "classic-changes.toml")
    )


def _links(survey: dict[str, Any]) -> list[tuple[str, str]]:
    chains: list[list[str]] = survey["links"]["chains"]
    return [(a, b) for c in chains for a, b in itertools.pairwise(c)]


def _anchors(draft: Draft, route: str) -> list[tuple[str, Point, Point]]:
    """(name, where the survey has it, where we want it) from source to tray."""
    survey, changes = draft.survey, draft.changes
    r = survey["routes"][route]
    k = changes["scale"]
    line = r["line"]
    first = (line[0][0] * k, line[0][1] * k)
    moved = changes["sources"].get(r["source"])
    out = [(f"source_{r['source']}", first, (moved["x"], moved["y"]) if moved else first)]

    def waypoints(before: str) -> None:
        for name, w in changes["waypoints"].items():
            if w["before"].get(route) == before:
                waypoints(name)
                out.append((name, (w["x"], w["y"]), (w["x"], w["y"])))

    for space in r["spaces"]:
        waypoints(space)
        out.append((space, draft.scaled[space], draft.places[space]))
    tray, at = next((n, t) for n, t in changes["trays"].items() if route in t["routes"])
    out.append((f"tray_{tray}", (line[-1][0] * k, line[-1][1] * k), (at["x"], at["y"])))
    return out


def _carry(draft: Draft, solved: dict[str, float]) -> None:
    """Gives places off every route their neighbours' change of height, fading with distance."""
    delta = {s: z - draft.scaled_z[s] for s, z in solved.items() if s in draft.scaled_z}
    near: dict[str, list[str]] = {s: [] for s in draft.places}
    for a, b in _links(draft.survey):
        near[a].append(b)
        near[b].append(a)
    for name, p in draft.survey["places"].items():
        near[name] += [*p.get("entered_from", []), *([p["exit_to"]] if p["kind"] == "pit" else [])]
    shift = {s: delta.get(s, 0.0) for s in draft.places}
    loose = [s for s in draft.places if s not in delta and near[s]]
    for _ in range(200):
        for s in loose:
            shift[s] = 0.8 * sum(shift[n] for n in near[s]) / len(near[s])
    for s in draft.places:
        draft.z[s] = max(2.0, draft.scaled_z[s] + shift[s])
    draft.z["WATER"] = draft.scaled_z["WATER"]


def draft_classic(survey: dict[str, Any], changes: dict[str, Any]) -> Draft:
    """Runs all steps. Raises ``VulkarError`` where the changes allow no solution."""
    k = changes["scale"]
    rows = {**survey["spaces"], **survey["places"]}
    scaled = {s: (r["x"] * k, r["y"] * k) for s, r in rows.items()}
    moves = {s: (float(x), float(y)) for s, (x, y) in changes["moves"].items()}
    places = respace({**scaled, **moves}, set(moves), changes["clearance"]["places_mm"])
    draft = Draft(
        survey, changes, scaled, {s: r["z"] * k for s, r in rows.items()}, places, {}, {}, {}
    )
    net = Network()
    lines = LineRules(**changes["lines"])
    for route, r in survey["routes"].items():
        line = [(x * k, y * k) for x, y in r["line"]]
        add_route(net, route, line, _anchors(draft, route), lines)
    smooth(net, lines, {a for a in net.anchors if a.startswith(("source_", "tray_"))})
    # where a bend has pulled a line off its space, the space follows: its socket lies on the line
    places |= {s: net.xy[n] for s, n in net.anchors.items() if s in places}
    h = changes["heights"]
    sources = {s: r["z"] * k for s, r in survey["stations"].items()}
    sources["idol"] = survey["idol"]["source_z"] * k
    sources |= {s: r["z"] for s, r in changes["sources"].items()}
    trays = changes["trays"]
    z = solve(
        net,
        fixed={f"source_{s}": z for s, z in sources.items()},
        highest={
            f"tray_{n}": t.get(
                "highest", min(survey["routes"][r]["rest_z"] for r in t["routes"]) * k
            )
            for n, t in trays.items()
        },
        level={
            r: {s for s in row["spaces"] if rows[s]["kind"] != "bridge"}
            for r, row in survey["routes"].items()
        },
        rules=HeightRules(
            h["least_slope"],
            h["level_slope"],
            h["level_mm"],
            (h["two_way"][0], h["two_way"][1]),
            h["two_way_slope"],
            h["lowest_mm"],
            h["bend_weight_mm"],
            h["ripple_weight"],
            changes["idol"]["mouth_radius_mm"],
            changes["idol"]["mouth_z_mm"],
        ),
    )
    _carry(draft, {name: z[i] for name, i in net.anchors.items()})
    anchored = set(net.anchors.values())
    for route, nodes in net.routes.items():
        # every second node, and all anchors: 8 mm steps are plenty for a smooth line
        keep: list[int] = []
        for n in nodes:
            if n in anchored or _far(net, keep[-1], n):
                keep.append(n)
        draft.lines[route] = [(*net.xy[n], z[n]) for n in keep]
    draft.waypoints = {n: net.xy[net.anchors[n]] for n in changes["waypoints"]}
    return draft


def _far(net: Network, a: int, b: int) -> bool:
    (ax, ay), (bx, by) = net.xy[a], net.xy[b]
    return (ax - bx) ** 2 + (ay - by) ** 2 > 6.0**2


def main() -> None:
    """Writes classic.toml, or to the path given."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_text(write(draft_classic(*read())), encoding="utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
