"""What the lobby shows and asks for, without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from vulkar.maps import load
from vulkar.pages.lobby.draft import Draft
from vulkar.pages.lobby.links import join_link, qr_svg
from vulkar.pages.lobby.rows import lobby_row
from vulkar.remote.reach import Reach
from vulkar.service.ops_rules import offered_on

OFFER = offered_on(load("classic"))


def test_a_draft_asks_for_what_differs_from_its_preset_only() -> None:
    draft = Draft(OFFER)
    draft.choose_option("hit_rule", 1)
    assert draft.args()["options"] == {"hit_rule": "knockdown"}
    draft.choose_option("hit_rule", 0)
    assert draft.args()["options"] == {}
    draft.choose_option("hit_rule", 1)
    draft.choose_preset("classic86")
    assert (draft.args()["options"], draft.reading("hit_rule")) == ({}, "knockdown")
    assert sum(len(rows) for _, rows in draft.groups()) == len(draft.rules["options"])


def test_real_cards_and_bots_do_not_go_together() -> None:
    draft = Draft(OFFER)
    draft.seat_them(2)
    assert draft.may_be_paper
    draft.seats[0].hand = "paper"
    draft.choose_kind(1, "simple")
    assert [seat["hand"] for seat in draft.args()["seats"]] == ["phone", "phone"]
    draft.seat_them(9)
    assert len(draft.seats) == 4


@pytest.mark.parametrize(("typed", "kept"), [("12", 12), ("0,5", 0.5), ("900", 60), ("x", None)])
def test_a_time_stays_within_what_may_be_agreed_on(typed: str, kept: float | None) -> None:
    draft = Draft(OFFER)
    draft.choose_time("window_s", typed)
    assert draft.args().get("window_s") == kept


def test_the_code_holds_an_address_that_answers() -> None:
    home = Reach(("192.168.1.7", "pi.local"), 8080)
    found = join_link(home, "KEY", at_home=True)
    assert found.best == "http://192.168.1.7:8080/join/KEY"
    assert found.others == ("http://pi.local:8080/join/KEY",)
    outside = Reach(("192.168.1.7",), 8080, "vulkar.example.org")
    assert join_link(outside, "K", at_home=False).best == "https://vulkar.example.org/join/K"
    assert join_link(outside, "K", at_home=True).others == ("https://vulkar.example.org/join/K",)
    assert qr_svg(found.best, "a <b>").startswith('<svg role="img"')
    assert "<b>" not in qr_svg(found.best, "a <b>")


def test_the_game_may_begin_once_every_seat_is_taken_and_by_who_sits_there() -> None:
    seat: dict[str, Any] = {"pawn": "red", "kind": "open", "hand": "phone", "name": "Anna"}
    seats = [seat | {"seat": 0, "state": "claimed"}, seat | {"seat": 1, "state": "open"}]
    state: dict[str, Any] = {"table": {"number": 1, "state": "open", "seats": seats}, "me": None}
    assert lobby_row(state, ()).waits_for == ["Anna"]
    seats[1]["state"] = "claimed"
    assert not lobby_row(state, ()).may_begin
    state["me"] = {"seats": [1], "shown": 1, "marshal": False}
    assert lobby_row(state, ()).may_begin
    assert lobby_row({"table": None, "me": None}, ()).state == "none"
