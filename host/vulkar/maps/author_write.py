"""Authoring, last step: the solved island as the text of a map file, one line per thing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vulkar.maps.author import Draft

HEAD = """\
# The 1986 island as one map. Written by `python -m vulkar.maps.author` from data/classic-1986.toml
# (the survey) and data/classic-changes.toml (our decisions): change those, not this file.
# Millimetres; origin in the south-west corner, x east, y north, z above the water.
# Left out: the links C5_4-HR1 and HR8-FC1, which the survey could not confirm.
"""
PAWNS = 6  # how many pawns a place without limit is given room for
RING_MM = 24.0


def num(value: float, places: int = 1) -> str:
    """``12.0`` -> ``12``, ``12.34`` -> ``12.3``: the same text on every machine."""
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _row(**fields: Any) -> str:
    return "{ " + ", ".join(f"{k} = {v}" for k, v in fields.items() if v is not None) + " }"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ring() -> str:
    from math import cos, pi, sin

    spots = [(RING_MM * cos(k * pi / 3), RING_MM * sin(k * pi / 3)) for k in range(PAWNS)]
    return (
        "["
        + ", ".join(f"{{ sensor = false, dx_mm = {num(x)}, dy_mm = {num(y)} }}" for x, y in spots)
        + "]"
    )


def _slots(spots: list[list[float]]) -> str:
    """Slots at ``spots`` (dx, dy), of which the first has the space's sensor."""
    return (
        "["
        + ", ".join(
            _row(
                sensor="false" if k else "true",
                dx_mm=num(x) if x or y else None,
                dy_mm=num(y) if x or y else None,
            )
            for k, (x, y) in enumerate(spots)
        )
        + "]"
    )


def _names(draft: Draft) -> dict[str, str]:
    """A name for every space: its trail, numbered where the trail has more than one space."""
    trails = draft.survey["trails"]
    many: dict[str, int] = {}
    for s in draft.survey["spaces"].values():
        many[s["trail"]] = many.get(s["trail"], 0) + 1
    out = {
        i: trails[s["trail"]] + (f" {s['n']}" if many[s["trail"]] > 1 else "")
        for i, s in draft.survey["spaces"].items()
    }
    return out | {i: p["name"] for i, p in draft.survey["places"].items()}


def _spaces(draft: Draft) -> Iterable[str]:
    names = _names(draft)
    touched = {s for r in draft.survey["routes"].values() for s in r["spaces"]}
    rows = {**draft.survey["spaces"], **draft.survey["places"]}
    yield "[spaces]"
    for i, s in rows.items():
        kind = s["kind"]
        slots = (
            _ring()
            if i == "DMP"
            else f"[{', '.join(['{ sensor = false }'] * PAWNS)}]"
            if kind in ("pit", "water")
            else _slots(draft.changes["slots"].get(i, [[0.0, 0.0]]))
        )
        x, y = draft.places[i]
        row = _row(
            name=_text(names[i]),
            kind=_text(kind),
            zone=_text(s["zone"]) if "zone" in s else None,
            dark="true" if s.get("dark") else None,
            safe=None if i in touched else "true",
            rock_chip=_text(s["chip"]) if "chip" in s else None,
            x_mm=num(x),
            y_mm=num(y),
            z_mm=num(draft.z[i]),
            slots=slots,
        )
        yield f"{i} = {row}"


def _graph(draft: Draft) -> Iterable[str]:
    survey = draft.survey
    yield "\n# Trails as chains: each space is linked to the next, both ways.\n[links]\nchains = ["
    for chain in survey["links"]["chains"]:
        line = "  ["
        for k, s in enumerate(chain):
            piece = _text(s) + ("" if k == len(chain) - 1 else ", ")
            if len(line) + len(piece) > 96:
                yield line.rstrip()
                line = "   "
            line += piece
        yield line + "],"
    yield "]\n\n[caves]"
    places = survey["places"]
    for i, p in places.items():
        if p["kind"] == "cave":
            yield f"{i[1:]} = " + _row(space=_text(i), entered_from=_text(p["entered_from"]))
    yield "\n# A pawn hit in a zone falls into its pit, and leaves it by its Rock Chip space."
    yield "[pits]"
    for i, p in places.items():
        if p["kind"] == "pit":
            yield f"{i[-1]} = " + _row(space=_text(i), exit_to=_text(p["exit_to"]))
    water = places["WATER"]
    yield f'\n[water]\nspace = "WATER"\nexit_to = {_text(water["exit_to"])}'


def _zones(draft: Draft) -> Iterable[str]:
    trails = draft.survey["trails"]
    zones: dict[str, list[str]] = {}
    for s in draft.survey["spaces"].values():
        if "zone" in s:
            names = zones.setdefault(s["zone"], [])
            if trails[s["trail"]] not in names:
                names.append(trails[s["trail"]])
    yield "\n[zones]"
    for z in sorted(zones):
        yield f"{z} = {_text(', '.join(zones[z]))}"


def _movers(draft: Draft) -> Iterable[str]:
    survey, changes = draft.survey, draft.changes
    k = changes["scale"]
    idol = survey["idol"]
    yield "\n[idol]"
    yield f"x_mm = {num(idol['x'] * k)}\ny_mm = {num(idol['y'] * k)}"
    yield from (f"{key} = {num(v)}" for key, v in changes["idol"].items())
    yield "\n[idol.facings]"
    for i, f in survey["facings"].items():
        yield f"{i} = " + _row(
            compass_deg=f["compass_deg"],
            tolerance_deg=f["tolerance_deg"],
            routes=_text(f["routes"]),
        )
    yield "\n[sources]"
    for i in ("idol", *sorted(survey["stations"])):
        x, y, z = next(draft.lines[r][0] for r, v in survey["routes"].items() if v["source"] == i)
        yield f"{i} = " + _row(x_mm=num(x), y_mm=num(y), z_mm=num(z))
    yield "\n# A plate that closes one of two branches; a way is named for what it lets through."
    yield "[diverters]"
    for i, d in changes["diverters"].items():
        x, y = draft.waypoints.get(d["at"]) or draft.places[d["at"]]
        yield f"{i} = " + _row(x_mm=num(x), y_mm=num(y), ways=_text(d["ways"]))


def _routes(draft: Draft) -> Iterable[str]:
    for i, r in draft.survey["routes"].items():
        yield f"\n[routes.{i}]\nname = {_text(r['name'])}\nsource = {_text(r['source'])}"
        for key in ("facing", "push"):
            if key in r:
                yield f"{key} = {_text(r[key])}"
        ways = {d: v["open"][i] for d, v in draft.changes["diverters"].items() if i in v["open"]}
        if ways:
            yield "diverters = " + _row(**{d: _text(w) for d, w in ways.items()})
        yield f"spaces = {_text(r['spaces'])}"
        points = [f"[{num(x)}, {num(y)}, {num(z, 2)}]" for x, y, z in draft.lines[i]]
        yield f"rest = {points[-1]}\npolyline = ["
        for k in range(0, len(points), 4):
            yield "  " + ", ".join(points[k : k + 4]) + ","
        yield "]"


def write(draft: Draft) -> str:
    """The whole file."""
    c = draft.changes
    start = [
        HEAD,
        f'format = 1\nid = "{c["id"]}"\nname = "{c["name"]}"',
        'start = "DMP"\ngoal = "DOCK"\njewel = "VKP"\n',
        f"[board]\nwidth_mm = {num(c['board']['width_mm'])}",
        f"depth_mm = {num(c['board']['depth_mm'])}",
        f"sensors = {c['board']['sensors']}",
        "\n[steps]",
        *(f"{key} = {v}" for key, v in c["steps"].items()),
        "\n[geometry]",
        *(f"{key} = {num(v, 2)}" for key, v in c["geometry"].items()),
        "",
    ]
    body = (_spaces, _graph, _zones, _movers, _routes)
    return "\n".join([*start, *(line for part in body for line in part(draft))]) + "\n"
