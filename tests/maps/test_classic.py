"""The classic island is the board that the issue asks for."""

from __future__ import annotations

import itertools
import math
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from vulkar import maps
from vulkar.maps.check_graph import steps
from vulkar.rules.classic.board import board_of

ISLAND = maps.load("classic")
SURVEY = tomllib.loads(
    (Path(maps.__file__).parent / "data" / "classic-1986.toml").read_text(encoding="utf-8")
)


def test_nothing_is_wrong_with_it() -> None:
    assert maps.check_file("classic") == []


def test_sensors_stand_where_they_were_promised() -> None:
    kinds = Counter(ISLAND.spaces[s].kind for s, _ in ISLAND.sensored())
    trail = kinds["cell"] + kinds["stone"] + kinds["bridge"]
    assert (trail, kinds["end"], kinds["cave"], len(ISLAND.sensored())) == (120, 2, 6, 128)
    assert {s for s, _ in ISLAND.sensored() if ISLAND.spaces[s].kind == "end"} == {"VKP", "DOCK"}
    assert not any(
        t.sensor
        for s in ISLAND.spaces.values()
        if s.kind in ("pit", "water") or s.id == ISLAND.start
        for t in s.slots
    )


def test_ids_shades_order_and_links_are_the_survey_s() -> None:
    trail = [s for s in ISLAND.spaces.values() if s.kind in ("cell", "stone", "bridge")]
    assert [s.id for s in trail] == list(SURVEY["spaces"])
    for s in trail:
        assert s.dark == SURVEY["spaces"][s.id].get("dark", False), s.id
        assert s.safe == SURVEY["spaces"][s.id].get("safe", False), s.id
    chains = SURVEY["links"]["chains"]
    assert set(ISLAND.links) == {p for c in chains for p in itertools.pairwise(c)}
    left_out = [tuple(p) for p in SURVEY["links"]["optional"]]
    assert not any(b in ISLAND.neighbours(a) for a, b in left_out)


def test_the_way_up_and_both_ways_back_are_as_long_as_counted() -> None:
    assert steps(ISLAND, "DMP")["VKP"] == 45
    assert steps(ISLAND, "VKP")["DOCK"] == 48
    by_high_road = steps(ISLAND, "VKP")["HR4"] + steps(ISLAND, "HR4")["DOCK"]
    assert by_high_road == 49


def test_any_two_places_leave_room_for_two_pawns() -> None:
    spots = [
        (s.id, s.x_mm + t.dx_mm, s.y_mm + t.dy_mm)
        for s in ISLAND.spaces.values()
        for t in (s.slots if s.kind not in ("pit", "water") else s.slots[:1])
    ]
    least = min(math.dist(a[1:], b[1:]) for a, b in itertools.combinations(spots, 2))
    assert least >= ISLAND.geometry.pad_mm + 2


def test_four_pawns_stand_wherever_the_rules_let_them_share_a_space() -> None:
    """The Dock is one of these in team play; its one sensor lies where it does without."""
    board = board_of(ISLAND)
    shared = [name for name, many in zip(board.names, board.many, strict=True) if many]
    assert all(len(ISLAND.spaces[s].slots) >= 4 for s in (*shared, ISLAND.goal))
    dock = ISLAND.spaces["DOCK"].slots
    assert [t.sensor for t in dock] == [True, False, False, False]
    assert (dock[0].dx_mm, dock[0].dy_mm) == (0.0, 0.0)


def test_fifteen_routes_from_five_sources() -> None:
    assert Counter(r.source for r in ISLAND.routes.values()) == {
        "idol": 7,
        "A": 2,
        "B": 2,
        "C": 2,
        "D": 2,
    }
    assert list(ISLAND.idol.facings) == ["S", "SW", "W", "E", "NE"]
    assert {d.id: d.ways for d in ISLAND.diverters.values()} == {
        "D_W": ("I_W", "I_W_B2"),
        "D_NE": ("I_NE", "I_NE_LR"),
        "D_JN": ("idol", "C_HR"),
    }


def test_routes_agree_where_they_share_a_channel() -> None:
    """A shared stretch is one line, so two routes never pass a shared space at two heights."""
    for a, b in itertools.combinations(ISLAND.routes.values(), 2):
        for pair in set(itertools.pairwise(a.spaces)) & set(itertools.pairwise(b.spaces)):
            ends = [ISLAND.spaces[s] for s in pair]
            middle = [(s.x_mm, s.y_mm) for s in ends]
            cut = [
                tuple(p for p in r.polyline if _between(p[:2], middle[0], middle[1]))
                for r in (a, b)
            ]
            assert cut[0] == cut[1], (a.id, b.id, pair)


def _between(p: tuple[float, ...], a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Nearer to the middle of a and b than either end is."""
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return math.dist(p, middle) < math.dist(a, b) / 2 - 5


def test_only_the_saddle_is_climbed() -> None:
    climbs = {
        r.id
        for r in ISLAND.routes.values()
        if any(q[2] > p[2] + 0.05 for p, q in itertools.pairwise(r.polyline))
    }
    assert climbs == {"I_NE", "I_NE_LR"}


@pytest.mark.parametrize(
    ("space", "falls_to"),
    [("WT7", "PIT_A"), ("TA5", "PIT_B"), ("HUB", "PIT_C"), ("B1", "WATER"), ("C6_1", None)],
)
def test_a_pawn_falls_into_its_zone_s_pit(space: str, falls_to: str | None) -> None:
    assert ISLAND.falls_to(space) == falls_to


def test_neighbours_and_routes_of_a_space() -> None:
    assert set(ISLAND.neighbours("BR9")) == {"BR8", "BR10", "C6_1"}
    assert [r.id for r in ISLAND.routes_through("WT6")] == ["I_SW", "A_E", "B_W"]
    assert ISLAND.neighbours("C4") == ()
