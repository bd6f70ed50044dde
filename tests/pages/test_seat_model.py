"""The seat page's model: whoever never read the rules finds out what to do, and nobody more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.pages.positions import known, model, places, rows, tags
from tests.rules.arrange import Table, island
from vulkar.pages.seat.drawing import small_map
from vulkar.pages.seat.groups import GROUPS, OTHER, group_of, usual_of
from vulkar.pages.seat.model import Known, log_model, seat_model
from vulkar.pages.seat.told import last_way
from vulkar.pages.seat.words import WORDS, words
from vulkar.texts import render


def fork() -> Table:
    """Red on a trail rolls a 3; blue stands in its way."""
    table = Table({"red": "WT3", "blue": "WT4", "green": "FC1"}, hands={"red": ["double"]})
    return table.roll("red", 3)


def test_a_walk_says_where_it_ends_whom_it_passes_and_what_it_is_good_for() -> None:
    found = model(fork())
    first = rows(found)[0]
    assert first["label"] == "Walk 3: to Witchlord Trail 6"
    assert tags(first) == {
        "past blue": "plain",
        "3 nearer to your aim": "good",
        "fireballs can come here by 3 ways": "warn",
    }
    assert first["tone"] == "warn"
    assert first["way"] == {"walk": ["WT3", "WT4", "WT5", "WT6"]}


def test_walks_that_lead_nearer_come_first_and_have_numbers_for_the_map() -> None:
    shown = rows(model(fork()))
    gains = [row["gain"] or 0 for row in shown]
    assert gains == sorted(gains, reverse=True) and gains[0] > gains[-1]
    assert [row["mark"] for row in shown] == [str(k + 1) for k in range(len(shown))]


def test_the_value_that_is_sent_is_the_tables_own() -> None:
    table = fork()
    assert table.g.ask is not None
    assert [row["value"] for row in sorted(rows(model(table)), key=lambda r: r["n"])] == list(
        table.g.ask.legal
    )


def test_before_the_roll_the_roll_is_the_usual_answer_and_a_card_says_what_it_does() -> None:
    table = Table({"red": "WT3", "blue": "FC4"}, hands={"red": ["double", "fake_jewel"]})
    found = model(table)
    assert [group["group"] for group in found["question"]["groups"]] == ["roll", "play"]
    roll, play = rows(found)
    assert found["question"]["usual"] == roll["n"] and roll["label"] == "Roll the die"
    assert play["help"] == "Before your roll: it counts twice."
    assert found["banner"]["title"] == "Your turn: roll the die" and found["banner"]["mine"]


def test_every_card_in_the_hand_says_when_it_can_be_played() -> None:
    table = Table({"red": "WT3", "blue": "FC4"}, hands={"red": ["double", "ahead_4"]})
    cards = model(table)["hand"]
    assert [(card["name"], card["mark"]) for card in cards] == [
        ("Double", "D"),
        ("Move Ahead 4", "4"),
    ]
    assert all(card["help"] for card in cards)


def test_who_aims_at_themselves_is_warned() -> None:
    table = Table({"red": "FC4", "blue": "FC5"}, hands={"red": ["fireball"]})
    table.play("red", "fireball")
    while table.asker != "red" or table.g.ask.kind == "respond":  # type: ignore[union-attr]
        table.say(table.asker, ["pass"])
    shown = {row["label"]: tags(row) for row in rows(model(table))}
    assert any("danger" in found.values() for found in shown.values()), shown


def test_a_marbles_way_says_over_whom_it_rolls() -> None:
    table = Table({"red": "WT3", "blue": "FC5"}, hands={"red": ["fireball"]})
    table.play("red", "fireball")
    shown = rows(model(table))
    assert {row["group"] for row in shown} == {"route"}
    assert all("rolls over blue" in tags(row) for row in shown)
    assert all("route" in row["way"] for row in shown)


def test_the_aim_is_said_in_words() -> None:
    before = Table({"red": "WT3", "blue": "FC4"})
    assert model(before)["banner"]["detail"] == "Your aim: the jewel. It lies here: Vul-Kar Point."
    owned = Table({"red": "WT3", "blue": "FC4"}, owner="red")
    assert model(owned)["banner"]["detail"] == "Your aim: bring the jewel to Dock."
    other = Table({"red": "WT3", "blue": "FC4"}, owner="blue")
    assert "blue has the jewel" in model(other)["banner"]["detail"]


def test_others_hands_are_counts_and_the_model_holds_nothing_else_of_them() -> None:
    table = Table({"red": "WT3", "blue": "FC4"}, hands={"blue": ["talisman", "cancel"]})
    found = model(table)
    assert [p["cards"] for p in found["people"]] == ["0 cards", "2 cards"]
    assert "talisman" not in json.dumps(found) and "Talisman" not in json.dumps(found)


def test_a_window_shows_its_time_and_offers_to_pass() -> None:
    table = Table({"red": "WT3", "blue": "FC4"}, hands={"blue": ["ahead_4"]})
    assert table.asker == "blue"
    found = model(table, 1)
    window = found["window"]
    assert window["can"] and window["length_ms"] == 8000 and window["left_ms"] == 5000
    assert [row["value"] for row in window["rows"]] == [["play", "ahead_4"], ["pass"]]
    assert found["banner"]["mine"] and found["call"] == "ww1"


def test_who_can_only_pass_sees_the_time_and_is_not_called() -> None:
    table = Table({"red": "WT3", "blue": "FC4"}, hands={"blue": ["ahead_4"]})
    only = {"window": "w1", "offers": [{"value": ["pass"], "text": {"code": "choice.pass",
            "params": {}}}], "left_ms": 5000, "asked": False, "said": None}  # fmt: skip
    found = model(table, 0, window=only)
    assert found["window"]["left_ms"] == 5000 and not found["window"]["can"]
    assert not found["banner"]["mine"] and found["call"] == ""


REASONS = {
    "aiming": "trigger.aiming",
    "not_clear": "trigger.not_clear",
    "not_armed": "arming.lapsed",
    "stopped": "trigger.stopped",
    "lost": "trigger.lost",
    "paused": "trigger.paused",
    "vetoed": "trigger.vetoed",
    "announced": "trigger.announced",
    "rolling": "trigger.rolling",
    "not_your_turn": "trigger.turn",
}


@pytest.mark.parametrize("state", REASONS)
def test_a_trigger_that_cannot_be_pulled_says_why_and_what_to_do(state: str) -> None:
    trigger: dict[str, Any] = {"state": state, "reason": {"code": REASONS[state], "params": {}}}
    trigger |= {"question": "f3", "nonce": "n", "announced_ms": None}
    trigger["aim"] = {"route": "I_S", "target": "blue"}
    found = model(Table({"red": "WT3", "blue": "BR2"}), trigger=trigger)["trigger"]
    assert not found["live"] and found["reason"] and found["todo"]
    assert found["mine"] == (state != "not_your_turn")


def test_a_live_trigger_calls_its_seat_and_says_where_the_marble_goes() -> None:
    trigger: dict[str, Any] = {"state": "live", "reason": None, "question": "f3", "nonce": "n"}
    trigger |= {"aim": {"route": "I_S", "target": "blue"}, "announced_ms": None}
    found = model(Table({"red": "WT3", "blue": "BR2"}), trigger=trigger)
    assert found["trigger"]["live"] and found["trigger"]["reason"] == ""
    assert found["trigger"]["aim"] == "At blue, by idol south: Blister Run"
    assert found["banner"]["mood"] == "fire" and found["call"] == "ff3"


def test_the_last_walk_begins_where_its_pawn_stood() -> None:
    table = fork()
    table.say("red", ["move", ["WT4", "WT5", "WT6"]])
    last = model(table)["last"]
    assert last["way"]["pawn"] == "red" and last["text"] == "Turn 3: blue."
    stood = {"n": 0, "kind": "moved", "data": {"pawn": "red", "to": "WT3"}, "t_ms": 0}
    way = last_way([stood, *known(table).events], places())
    assert way is not None and way["walk"] == ["WT3", "WT4", "WT5", "WT6"]


def test_a_marbles_way_over_the_readers_own_pawn_is_marked_as_dangerous() -> None:
    table = Table({"red": "FC4", "blue": "FC5"}, hands={"red": ["fireball"]})
    table.play("red", "fireball")
    while table.g.ask is not None and table.g.ask.kind != "route":
        ask = table.g.ask
        table.say(table.asker, ["target", "blue"] if ask.kind == "target" else ["pass"])
    for row in rows(model(table)):
        crosses = "FC4" in island().routes[row["value"][1]].spaces
        assert (row["tone"] == "danger") == crosses
        assert ("rolls over you" in tags(row)) == crosses


def test_who_leaves_does_not_hide_what_the_game_told_last() -> None:
    found = known(fork())
    left = {"n": 99, "kind": "seat", "data": {}, "t_ms": 0}
    left["text"] = {"code": "service.seat.gone", "params": {"name": "Ben"}}
    events = [*found.events, left]
    shown = seat_model(Known(0, found.state, found.view, None, events), places())
    assert shown["last"]["text"] == "Red rolls a 3."


def test_the_log_leaves_out_windows_and_marks_what_only_this_seat_heard() -> None:
    found = known(fork())
    told = [*found.events, {"n": 99, "kind": "card_drawn", "data": {}, "t_ms": 0, "private": True,
            "text": {"code": "card.double", "params": {}}}]  # fmt: skip
    rows = log_model(Known(0, found.state, found.view, None, told), places())
    assert rows[-1] == {"n": 99, "text": "Double", "private": True}
    assert not any("Others may play" in row["text"] for row in rows)


def test_a_covered_hand_is_not_in_the_model() -> None:
    found = known(Table({"red": "WT3", "blue": "FC4"}, hands={"red": ["double"]}))
    covered = seat_model(Known(1, found.state, None, {"view": None}, (), True), places())
    assert covered["hand"] == [] and covered["banner"]["mood"] == "covered"
    assert [order["word"] for order in covered["orders"]] == ["show"]
    assert covered["orders"][0]["reloads"]


def test_a_game_of_another_kind_is_shown_as_well() -> None:
    """Fields that are not known are left out, answers that are not known are listed."""
    choice = {"value": ["sing", "loud"], "text": {"code": "choice.sing", "params": {"own": "Sing"}}}
    question = {"question": "1", "kind": "sing", "pawn": None, "choices": [choice, choice]}
    view = {"view": {"seat": 0, "pawn": "pink", "songs": [1, 2]}, "question": question}
    seats = [{"seat": 0, "pawn": "pink", "name": "P", "state": "claimed", "hand": "phone"}]
    state = {"table": {"state": "running", "seats": seats}, "me": {"seats": [0], "shown": 0}}
    found = seat_model(Known(0, state, view | {"window": None, "trigger": None}), places())
    assert [group["title"] for group in found["question"]["groups"]] == ["Also possible"]
    assert [row["label"] for row in rows(found)] == ["Sing", "Sing"]


def test_the_end_names_who_has_won_and_offers_another_game() -> None:
    found = model(Table({"red": "WT3", "blue": "FC4"}), state="over", winners=[1])
    assert found["banner"]["title"] == "Ben has won"
    assert [order["word"] for order in found["orders"]] == ["again"]
    assert (
        model(Table({"red": "WT3", "blue": "FC4"}), 1, state="over", winners=[1])["banner"]["title"]
        == "You have won!"
    )


def test_who_is_away_and_for_whom_a_program_plays_is_said() -> None:
    found = known(Table({"red": "WT3", "blue": "FC4"}))
    for seat, state in zip(found.table["seats"], ("claimed", "gone"), strict=True):
        seat["state"] = state
    assert seat_model(found, places())["people"][1]["marks"] == ["away"]
    found.table["seats"][1]["state"] = "bot"
    assert seat_model(found, places())["people"][1]["marks"] == ["a program plays"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_word_is_a_code(language: str) -> None:
    """Every position of this file in every language."""
    tables = [fork(), Table({"red": "WT3", "blue": "FC4"}, hands={"red": ["double"]})]
    said = json.dumps([model(table, language=language) for table in tables])
    said += json.dumps(words(lambda word: render(word, language)))
    assert "page.seat." not in said and "choice." not in said
    assert len(words(lambda word: render(word, language))) == len(WORDS)


def test_the_map_is_a_few_kilobytes_and_has_every_space_and_route() -> None:
    map = places().map
    found = small_map(places())
    assert set(found["spaces"]) == set(map.spaces) and set(found["routes"]) == set(map.routes)
    assert len(json.dumps(found)) < 30_000


def test_every_answer_has_one_group() -> None:
    words_ = [word for group in GROUPS.values() for word in group]
    assert len(words_) == len(set(words_))
    assert group_of(["unheard_of"]) == OTHER and group_of(3) == OTHER
    assert usual_of([["roll", "cave"], ["roll", "trail"]]) is None
    assert usual_of([["play", "double"], ["end_turn"]]) == 1


@pytest.mark.parametrize(
    ("state", "title"), [("rolling", "The fireball rolls!"), ("over", "Anna (red) is on turn")]
)
def test_while_a_fireball_is_on_its_way_that_is_what_the_page_says(state: str, title: str) -> None:
    seen = known(Table({"red": "WT3", "blue": "FC4"}, hands={"red": ["double"]}), 1)
    seen = Known(1, seen.state, seen.view, {"fireball": {"state": state}}, seen.events)
    assert seat_model(seen, places())["banner"]["title"] == title


def test_what_the_simulations_hands_do_is_no_work_for_whoever_holds_a_phone() -> None:
    table = Table({"red": "WT3", "blue": "FC4"}, hands={"red": ["double"]})
    task = {"text": {"code": "people.home", "params": {}}, "told": 1}
    for helped, work in ((False, 1), (True, 0)):
        board = {"tasks": [task], "questions": [], "helped": helped}
        assert len(model(table, 1, board=board)["work"]) == work
