"""What the island page shows, from what the table tells: no browser."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from vulkar.errors import VulkarError
from vulkar.maps import load
from vulkar.maps.reader import FOLDER
from vulkar.pages import maps
from vulkar.pages.island.drawing import board_data, island_svg, stem
from vulkar.pages.island.files import picture_url
from vulkar.pages.island.model import island_row
from vulkar.pages.shell import Words
from vulkar.texts import text

MAP = load("classic")
ROUTE = next(iter(MAP.routes))
SEATS = [
    {"seat": 0, "pawn": "red", "name": "Anna", "state": "claimed", "kind": "open"},
    {"seat": 1, "pawn": "blue", "name": "<b>Ben", "state": "gone", "kind": "open"},
]


def piece(seat: int, pawn: str, space: str, posture: str = "up") -> dict[str, Any]:
    return {"seat": seat, "pawn": pawn, "space": space, "posture": posture, "cards": seat + 1}


VIEW = {
    "pieces": [piece(0, "red", "WT3"), piece(1, "blue", "PIT_A", "lying")],
    "jewel": {"owner": "red", "space": None},
    "marbles": {"idol": 1, "A": 2},
}
BALL = {
    "state": "over",
    "n": 9,
    "roll": 2,
    "by": 0,
    "target": "blue",
    "route": ROUTE,
    "facts": [["hit", "blue"]],
    "standing": {"red": "WT3", "blue": "BR2"},
    "touches": [],
    "track": [[0, 1.0, 2.0, 3.0]],
}


def row(
    table: dict[str, Any] | None = None,
    ball: dict[str, Any] | None = None,
    events: tuple[dict[str, Any], ...] = (),
    fire: dict[str, Any] | None = None,
    language: str = "en",
) -> dict[str, Any]:
    seated: dict[str, Any] = {"state": "running", "seats": SEATS, "active": 0, "turn": 4}
    state = {"table": seated | (table or {}), "fire": fire}
    scene = {"map": "classic", "view": VIEW, "jewel": VIEW["jewel"], "marbles": VIEW["marbles"]}
    scene |= {"fireball": ball, "lamps": [], "stream": "s"}
    return island_row(state, scene, events, Words(language), MAP)


def test_everybody_stands_where_the_game_says_with_a_sign_besides_a_colour() -> None:
    found = row()
    assert [(p["seat"], p["space"], p["lying"]) for p in found["pieces"]] == [
        (0, "WT3", False), (1, "PIT_A", True),
    ]  # fmt: skip
    anna, ben = found["people"]
    assert (anna["letter"], anna["turn"], anna["jewel"], anna["where"]) == (
        "R", True, True, "Witchlord Trail 3",
    )  # fmt: skip
    assert ben["name"] == "<b>Ben" and ben["notes"] == ["away", "fallen"]
    assert ben["cards"] == "2 cards" and anna["cards"] == "1 card"
    assert (anna["shape"], anna["letter"]) != (ben["shape"], ben["letter"])
    assert found["jewel"] == {"seat": 0, "space": None}


@pytest.mark.parametrize(
    ("table", "title", "line", "seat"),
    [
        ({}, "Anna’s turn", "Turn 4, red", 0),
        ({"turn": 0}, "The game begins.", "", None),
        ({"state": "open"}, "Take your seats!", "Everybody is here.", None),
        ({"state": "over", "winners": [1]}, "<b>Ben wins!", "The game is over.", 1),
        ({"state": "over", "winners": [0, 1]}, "Anna, <b>Ben win!", "The game is over.", 0),
        ({"state": "abandoned", "active": None}, "The game was ended early.", "", None),
    ],
)
def test_the_banner_says_how_far_the_game_is(
    table: dict[str, Any], title: str, line: str, seat: int | None
) -> None:
    banner = row(table)["banner"]
    assert banner["title"] == title and banner["line"].startswith(line)
    assert banner["seat"] == seat


def test_without_a_table_and_without_a_game_there_is_something_to_read() -> None:
    for state in ({"table": None}, {"table": {"state": "open", "seats": SEATS}}):
        scene = {"map": "classic", "view": None, "jewel": None, "marbles": None, "fireball": None}
        found = island_row(state, scene | {"lamps": [], "stream": "s"}, (), Words("de"), MAP)
        assert found["banner"]["title"] and found["pieces"] == [] and found["ball"] is None


def test_a_fireball_is_told_in_words_and_with_all_that_a_replay_needs() -> None:
    ball = row(ball=BALL)["ball"]
    assert (
        ball["line"].startswith("Anna fires at <b>Ben along ")
        and ball["stage"] == "Touched: <b>Ben."
    )
    assert ball["hits"] == [1] and ball["standing"] == {"0": "WT3", "1": "BR2"} and not ball["on"]
    assert ball["key"] == "s.9.2" and ball["track"] == BALL["track"]


@pytest.mark.parametrize(
    ("change", "fire", "stage", "leaves_ms"),
    [
        ({"state": "declared"}, None, "It is declared.", None),
        ({"state": "aiming"}, {"armed": True}, "It is being aimed.", None),
        (
            {"state": "aiming"},
            {"armed": False, "unarmed": {}, "trigger": None},
            "It is being",
            None,
        ),
        ({"state": "aiming"}, {"armed": False, "unarmed": {"code": "x"}}, "The board is not", None),
        (
            {"state": "aiming"},
            {"armed": True, "trigger": {"state": "live"}},
            "It is aimed. Anna",
            None,
        ),
        (
            {"state": "aiming"},
            {"armed": True, "trigger": {"state": "announced", "announced_ms": 2900}},
            "Hands off",
            2900,
        ),
        ({"state": "rolling"}, None, "The marble rolls!", None),
        ({"state": "settling", "facts": []}, None, "The marble lies still", None),
        ({"state": "settling"}, None, "Touched: <b>Ben.", None),
        ({"state": "over", "facts": []}, None, "Nobody was touched.", None),
        ({"state": "over", "facts": [["never_left"]]}, None, "The marble never left.", None),
    ],
)
def test_how_far_a_fireball_is(
    change: dict[str, Any], fire: dict[str, Any] | None, stage: str, leaves_ms: int | None
) -> None:
    ball = row(ball={**BALL, **change}, fire=fire)["ball"]
    assert ball["stage"].startswith(stage) and ball["leaves_ms"] == leaves_ms


def test_a_pawn_walks_along_its_own_path_and_along_nothing_else() -> None:
    def event(n: int, **data: Any) -> dict[str, Any]:
        return {"n": n, "kind": "any", "data": data}

    walk = event(1, pawn="red", path=["WT1", "WT2", "WT3"])
    others = (event(2, pawn="red"), event(3, pawn="nobody", path=["WT1"]), event(4, path=["WT1"]),
              event(5, pawn="blue", path=["NOWHERE"]), event(6, pawn="blue", path=[]))  # fmt: skip
    assert row(events=(walk, *others))["walk"] == {
        "n": 1, "seat": 0, "path": ["WT1", "WT2", "WT3"],
    }  # fmt: skip
    assert row(events=others)["walk"] is None


def test_the_last_events_are_told_newest_first_without_those_that_are_only_shown() -> None:
    events = tuple(
        {"n": n, "kind": "k", "data": {}, "text": text("service.retry") if n % 2 else None}
        for n in range(1, 20)
    )
    assert [e["n"] for e in row(events=events)["events"]] == [19, 17, 15, 13, 11, 9]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_picture_is_drawn_in_each_language_by_day_and_by_night(language: str) -> None:
    day, night = island_svg(MAP, language, False), island_svg(MAP, language, True)
    words = {e.text for e in ET.fromstring(day).iter() if e.tag.endswith("text")}
    trail = {"en": "Thunder Alley", "de": "Donnergasse"}[language]
    assert trail in words and {"en": "Water", "de": "Wasser"}[language] in words
    assert day != night and ET.fromstring(night) is not None
    assert not any("," in word for word in words if word)
    for e in ET.fromstring(day).iter():
        if e.tag.endswith("text") and e.text:
            half = float(e.attrib["font-size"]) * 0.6 * len(e.text) / 2
            assert half < float(e.attrib["x"]) < MAP.width_mm - half, e.text


def test_the_browser_places_things_as_the_map_says_with_north_up() -> None:
    data = board_data(MAP)
    goal = MAP.spaces[MAP.goal]
    assert data["spaces"][MAP.goal][0] == [goal.x_mm, round(MAP.depth_mm - goal.y_mm, 1), goal.z_mm]
    for source, at in data["cradles"].items():
        gap = min(math.dist(at, spot[:2]) for spots in data["spaces"].values() for spot in spots)
        assert gap > 9.0, source
    assert stem("Cave 5 branch 2") == "Cave 5 branch" and stem("Abzweig 5, Feld 2") == "Abzweig 5"


def test_a_map_of_ones_own_is_drawn_too_and_an_unknown_one_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = (FOLDER / "classic.toml").read_text("utf-8")
    file.write_text(text.replace('id = "classic"', 'id = "ours-2"', 1), "utf-8")
    maps.use(str(file))
    assert maps.map_of("ours-2").id == "ours-2" and maps.map_of("classic").id == "classic"
    assert picture_url("ours-2", "en", "day").endswith("/ours-2.en.day.svg")
    for unknown in ("nowhere", "../../etc/passwd"):
        with pytest.raises(VulkarError) as caught:
            maps.map_of(unknown)
        assert caught.value.code == "map.missing"
