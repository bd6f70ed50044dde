"""One way to break a map after the other: each gives its own problem, with the right line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.maps.broken import MapText
from vulkar import maps
from vulkar.errors import CATALOGUE
from vulkar.maps.lines import key_lines

BASE = MapText()
ISLAND = maps.load("classic")


@dataclass(frozen=True)
class Case:
    """``also`` are codes of problems that cannot be kept out of this way to break the map."""

    code: str
    where: str
    text: MapText
    says: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def chain(*spaces: str) -> MapText:
    """One more chain of links."""
    row = ", ".join(f'"{s}"' for s in spaces)
    return BASE.swap("chains = [\n", f"chains = [\n  [{row}],\n")


def at(space: str, dx: float = 0.0, dy: float = 0.0, dz: float = 0.0, like: str = "") -> MapText:
    """A space moved, from its own place or from that of another."""
    s = ISLAND.spaces[like or space]
    text = BASE.set(f"spaces.{space}", f"{s.x_mm + dx:.1f}", "x_mm")
    text = text.set(f"spaces.{space}", f"{s.y_mm + dy:.1f}", "y_mm")
    return text.set(f"spaces.{space}", f"{s.z_mm + dz:.1f}", "z_mm")


def second_slot(space: str, dx: float = 0.0, dy: float = 0.0) -> MapText:
    """One more slot on a space, beside the one that has the sensor."""
    slots = f"[{{ sensor = true }}, {{ sensor = false, dx_mm = {dx}, dy_mm = {dy} }}]"
    return BASE.set(f"spaces.{space}", slots, "slots")


def line_of_a_w(k: int, dz: float) -> MapText:
    """Route A_W with its k-th point at another height."""
    x, y, z = ISLAND.routes["A_W"].polyline[k]
    old = f"[{x:g}, {y:g}, {z:g}]"
    return BASE.swap(old, f"[{x:g}, {y:g}, {z + dz:g}]")


PIT_B_IN_TRAY = BASE.set("spaces.PIT_B", "648", "x_mm").set("spaces.PIT_B", "574", "y_mm")

CASES = [
    # ids
    Case("map.id", "start", BASE.set("start", '"DPM"'), ("DPM", "'DMP'")),
    Case("map.id", "links.chains", chain("WT1", "WT99"), ("WT99",)),
    Case("map.id", "spaces.WT7", BASE.set("spaces.WT7", '"X"', "zone"), ("zone 'X'",)),
    Case("map.id", "spaces.WT4", BASE.set("spaces.WT4", '"X"', "rock_chip"), ("pit 'X'",)),
    Case("map.id", "caves.1", BASE.set("caves.1", '["WT5", "WT66"]', "entered_from"), ("'WT6'",)),
    Case("map.id", "pits.A", BASE.set("pits.A", '"PIT_Z"', "space"), ("PIT_Z",)),
    Case("map.id", "water.exit_to", BASE.set("water.exit_to", '"GSB9"'), ("GSB9",)),
    Case("map.id", "idol.facings.E", BASE.set("idol.facings.E", '["I_X"]', "routes"), ("I_X",)),
    Case("map.id", "routes.A_W.source", BASE.set("routes.A_W.source", '"Q"'), ("source 'Q'",)),
    Case("map.id", "routes.I_S.facing", BASE.set("routes.I_S.facing", '"N"'), ("facing 'N'",)),
    Case(
        "map.id",
        "routes.I_W.diverters",
        BASE.set("routes.I_W.diverters", '{ D_X = "I_W" }'),
        ("diverter 'D_X'",),
    ),
    Case(
        "map.id",
        "routes.I_W.diverters",
        BASE.set("routes.I_W.diverters", '{ D_W = "I_V" }'),
        ("way of D_W", "'I_W'"),
    ),
    Case("map.id", "routes.A_E.spaces", BASE.set("routes.A_E.spaces", '["WT5", "W6"]'), ("'WT6'",)),
    Case("map.kind", "pits.A", BASE.set("pits.A", '"WT4"', "space"), ("'cell'", "'pit'")),
    # graph
    Case("map.link.self", "links.chains", chain("WT1", "WT1"), ("WT1",)),
    Case("map.link.twice", "links.chains", chain("WT2", "WT1"), ("WT2", "WT1")),
    Case("map.link.kind", "links.chains", chain("WT5", "C1"), ("cave",)),
    Case(
        "map.apart",
        "spaces.C6_2",
        BASE.swap('"C6_1", "C6_2"', '"C6_1"], ["C6_2"'),
        ("C6_2", "DMP"),
    ),
    Case("map.name", "spaces.WT2", BASE.set("spaces.WT2", '"Witchlord Trail 1"', "name"), ("WT1",)),
    Case(
        "map.cave.twice",
        "caves.2",
        BASE.set("caves.2", '"C1"', "space").set("caves.2", "[]", "entered_from"),
        ("cave 1",),
        also=("map.cave.number",),
    ),
    Case("map.cave.number", "spaces.C4", BASE.set("caves.4", None), ("C4",)),
    Case(
        "map.cave.apart",
        "caves.1",
        BASE.set("caves.1", '["WT5", "WT4", "WT6"]', "entered_from"),
        ("WT4", "WT6"),
        also=("map.cave.far",),
    ),
    Case("map.cave.far", "caves.3", BASE.set("caves.3", '["WT1"]', "entered_from"), ("WT1",)),
    Case(
        "map.zone.pit",
        "zones.F",
        BASE.set("pits.F", None).set("spaces.VP8", None, "rock_chip"),
        ("F",),
    ),
    Case(
        "map.pit.zone",
        "pits.G",
        BASE.add("pits", 'G = { space = "PIT_A", exit_to = "WT3" }').set(
            "spaces.WT3", 'true, rock_chip = "G"', "dark"
        ),
        ("G",),
    ),
    Case("map.zone.none", "spaces.WT7", BASE.set("spaces.WT7", None, "zone"), ("B_W",)),
    Case(
        "map.chip",
        "pits.A",
        BASE.set("pits.A", '"WT3"', "exit_to").set("spaces.WT4", None, "rock_chip"),
        ("WT3",),
    ),
    Case(
        "map.chip.twice",
        "spaces.WT3",
        BASE.set("spaces.WT3", 'true, rock_chip = "A"', "dark"),
        ("WT4",),
    ),
    Case("map.safe", "spaces.WT7", BASE.set("spaces.WT7", "true, safe = true", "dark"), ("B_W",)),
    Case("map.exposed", "spaces.WT1", BASE.set("spaces.WT1", None, "safe"), ("WT1",)),
    Case("map.steps", "steps.start_to_jewel", BASE.set("steps.start_to_jewel", "46"), ("45", "46")),
    Case("map.steps", "steps.jewel_to_goal", BASE.set("steps.jewel_to_goal", "49"), ("48", "49")),
    Case("map.slots", "spaces.C6", BASE.set("spaces.C6", "[]", "slots"), also=("map.sensors",)),
    Case(
        "map.sensor.kind",
        "spaces.PIT_A",
        BASE.set("spaces.PIT_A", "[{ sensor = true }]", "slots"),
        ("pit",),
        also=("map.sensors",),
    ),
    Case("map.sensors", "board.sensors", BASE.set("board.sensors", "127"), ("128", "127")),
    # room
    Case("map.route.brushes", "routes.C_HR.spaces", second_slot("HR3", dy=-26.0), ("HR3",)),
    Case("map.close", "spaces.WT1", at("WT2", dx=15.0, like="WT1"), ("WT2", "15.0", "20")),
    Case(
        "map.close",
        "spaces.WT1",
        BASE.set("spaces.WT1", "[{ sensor = true }, { sensor = false, dx_mm = 19.0 }]", "slots"),
        ("own slots",),
    ),
    Case("map.outside", "spaces.GSB1", at("GSB1", dx=-60.0), ("GSB1",)),
    Case("map.outside", "spaces.DOCK", second_slot("DOCK", dx=-70.0), ("DOCK",)),
    Case(
        "map.tray.close",
        "routes.I_W.rest",
        second_slot("DOCK", dx=-40.0, dy=8.0),
        ("DOCK",),
        also=("map.route.brushes",),
    ),
    Case("map.wall", "geometry.wall_mm", BASE.set("geometry.wall_mm", "5"), ("5", "7")),
    Case(
        "map.tray.close",
        "routes.B_N.rest",
        PIT_B_IN_TRAY,
        ("PIT_B",),
        also=("map.route.brushes",),
    ),
    # aiming
    Case(
        "map.facing.close",
        "idol.facings.SW",
        BASE.set("idol.facings.W", "20", "tolerance_deg"),
        ("W",),
    ),
    Case(
        "map.facing.route", "idol.facings.E", BASE.set("idol.facings.E", "[]", "routes"), ("I_E",)
    ),
    Case("map.route.push", "routes.A_W", BASE.set("routes.A_W.push", None), ("A_W",)),
    Case(
        "map.route.facing",
        "routes.I_S",
        BASE.set("routes.I_S.facing", None),
        ("I_S",),
        also=("map.facing.route",),
    ),
    Case("map.route.aim", "routes.I_S", BASE.set("idol.facings.S", "150", "compass_deg"), ("150",)),
    Case("map.route.same", "routes.A_E", BASE.set("routes.A_E.push", '"west"'), ("A_W",)),
    Case(
        "map.diverter.idle",
        "diverters.D_W",
        BASE.set("routes.I_W_B2.diverters", '{ D_W = "I_W" }'),
        ("I_W_B2",),
        also=("map.route.same",),
    ),
    Case("map.diverter.far", "diverters.D_W", BASE.set("diverters.D_W", "280", "y_mm"), ("I_W",)),
    # lines
    Case(
        "map.route.start",
        "routes.A_W.polyline",
        BASE.set("sources.A", "355.0", "x_mm"),
        ("A_W", "source A"),
    ),
    Case("map.route.rest", "routes.B_N.rest", BASE.set("routes.B_N.rest", "[640.0, 574.0, 28.0]")),
    Case("map.route.misses", "routes.B_W.spaces", at("WT8", dy=-9.0), ("WT8", "mm")),
    Case(
        "map.route.order",
        "routes.A_E.spaces",
        BASE.set("routes.A_E.spaces", '["WT6", "WT5"]'),
        ("WT5",),
    ),
    Case("map.route.height", "spaces.WT8", at("WT8", dz=3.0), ("B_W",)),
    Case(
        "map.route.brushes",
        "routes.A_E.spaces",
        BASE.set("routes.A_E.spaces", '["WT5"]'),
        ("WT6",),
    ),
    Case("map.route.rises", "routes.A_W.polyline", line_of_a_w(10, 3.0), ("rises by 2",)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.code} {c.where}")
def test_broken(case: Case, tmp_path: Path) -> None:
    found = maps.check_file(case.text.write(tmp_path))
    mine = [p for p in found if p.code == case.code]
    assert mine, found
    assert case.where in {p.where for p in mine}
    problem = next(p for p in mine if p.where == case.where)
    parts = case.where.split(".")
    while ".".join(parts) not in key_lines(case.text.text):
        parts.pop()
    assert problem.line == case.text.line(".".join(parts))
    for word in case.says:
        assert word in str(problem)
    assert {p.code for p in found} <= {case.code, *case.also}, found


def test_a_link_that_a_program_gave_one_way() -> None:
    near = {s: ISLAND.neighbours(s) for s in ISLAND.spaces}
    near["WT1"] = tuple(n for n in near["WT1"] if n != "DMP")
    problems = maps.check(replace(ISLAND, _near=near))
    assert "map.link.oneway" in {p.code for p in problems}


def test_every_problem_has_a_way_to_break_a_map() -> None:
    shape = {"missing", "unreadable", "syntax", "key", "lacks", "value", "bad"}  # test_file_errors
    author = {"crowded", "heights"}  # test_author
    mine = {c for c in CATALOGUE if c.startswith("map.")}
    covered = {c.code for c in CASES} | {"map.link.oneway"}
    assert mine - covered == {f"map.{c}" for c in shape | author}


def test_a_stretch_run_both_ways_may_be_climbed_only_gently() -> None:
    """JN-FC1 may rise for idol marbles; a steeper climb there is refused all the same."""
    route = ISLAND.routes["I_NE"]
    jn = ISLAND.spaces["JN"]
    k = next(
        k
        for k, p in enumerate(route.polyline)
        if abs(p[0] - jn.x_mm) < 2 and abs(p[1] - jn.y_mm) < 2
    )
    line = list(route.polyline)
    line[k - 1] = (*line[k - 1][:2], line[k - 1][2] + 1.5)
    steep = replace(ISLAND, routes={**ISLAND.routes, "I_NE": replace(route, polyline=tuple(line))})
    assert [p.code for p in maps.check(steep)] == ["map.route.rises"]
