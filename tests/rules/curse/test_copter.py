"""The helicopter, the last turns, points and ties; two players (003, sections 5 and 6)."""

from __future__ import annotations

import pytest

from tests.rules.curse.table import Scene, dealt
from vulkar.rules.core import Refused
from vulkar.rules.curse.cards import COLOURS
from vulkar.rules.curse.score import finish, points
from vulkar.rules.curse.state import AT_FIRST, AWAY, BACK

AT = {"red": "O216", "blue": "M60", "green": "O0", "yellow": "O300"}
TWO = ("red", "blue")


def test_all_pawns_start_in_the_helicopter_with_a_souvenir_and_two_cards():
    # CUR.setup.copter, CUR.setup.souvenir, CUR.setup.cards, CUR.setup.treasures, CUR.setup.scar
    g = dealt()
    assert set(g.standing().values()) == {"COPTER"} and g.s.copter == AT_FIRST
    assert [len(h) for h in g.s.hands] == [2] * 4 and [len(h) for h in g.s.souvenirs] == [1] * 4
    assert sum(sum(u) for u in g.s.urns) == 36 and g.s.scar == 1
    three = dealt(hand_size="three")
    assert [len(h) for h in three.s.hands] == [3] * 4


def test_no_cataclysm_is_dealt_where_the_option_says_so():  # CUR.setup.cards
    for seed in range(8):
        g = dealt(seed=seed, opening_cataclysms=False)
        assert all(k > 2 for hand in g.s.hands for k in hand)


def test_it_flies_off_once_all_have_left():  # CUR.copter.away
    s = Scene({**AT, "red": "COPTER"}, "idol_4")
    assert s.g.s.copter == AT_FIRST
    s.play("idol_4")
    value = next(v for v in s.legal() if v[1][-1] != "COPTER" and v[1][-1][0] == "O")
    s.say(value).leave_all().say(["end"]).chance()
    assert s.g.s.copter == AWAY
    s2 = Scene({**AT, "red": "O204"}, "ember_3").play("ember_3")
    with pytest.raises(Refused) as found:
        s2.say(["move", ["COPTER"]])
    assert found.value.rule == "CUR.copter.away"


def test_three_colours_at_the_helipad_call_it_and_it_returns_at_the_turns_end():
    # CUR.copter.call, CUR.copter.back
    s = Scene(AT, "ember_3")
    s.snapshots(0, red=1, blue=1, yellow=1)
    s.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all()
    assert s.told("copter_called") == [{"pawn": "red", "why": "snapshots"}] and s.g.s.copter == AWAY
    s.say(
        ["end"],
    ) if s.kind == "effect" else None
    s.chance()
    assert s.g.s.copter == BACK
    landing = Scene(AT, "ember_3", call_by="landing")
    landing.snapshots(0, red=1, blue=1, yellow=1)
    landing.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all()
    assert landing.told("copter_called") == []


def test_two_colours_call_nothing():  # CUR.copter.call
    s = Scene(AT, "ember_3")
    s.snapshots(0, red=1, blue=1)
    s.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all()
    assert s.told("copter_called") == []


def test_the_fourth_marble_calls_it_and_there_is_no_fifth():  # CUR.tracker.scar, row 76
    g = dealt()
    for n in (2, 3, 4, 4, 4):
        g.add_to_scar("tracker")
        assert g.s.scar == n
    assert g.s.called == 1


def test_it_is_boarded_with_a_number_to_spare_and_a_token_is_taken():
    # CUR.copter.board, CUR.copter.token
    s = Scene({**AT, "red": "O192"}, "ember_3")
    s.copter_back()
    s.g.s.maw = tuple(1 if c == "jade" else 0 for c in COLOURS)
    s.play("ember_3").say(["move", ["O204", "COPTER"]])
    assert s.kind == "token" and s.legal() == [["token", "jade"], ["token", "penny"]]
    s.say(["token", "penny"])
    assert s.g.s.penny == 0 and s.told("copter_boarded")


def test_who_lands_just_on_the_helipad_boards_in_the_next_turn():  # CUR.copter.board
    s = Scene({**AT, "red": "O192"}, "idol_5", souvenirs=("rest",))
    s.copter_back()
    s.play("idol_5", "rest").go("O204")
    assert s.told("copter_boarded") == [] and s.g.s.aboard_first == [0]


def test_before_it_left_it_can_be_entered_again_by_the_exact_number():  # CUR.copter.away, row 77
    s = Scene({**AT, "red": "O204", "blue": "COPTER"}, "idol_5", souvenirs=("rest",))
    s.play("idol_5", "rest")
    assert ["move", ["COPTER"]] in s.legal()
    s.say(["move", ["COPTER"]])
    assert s.told("copter_boarded") == []


def test_the_game_ends_when_all_are_aboard():  # CUR.end.when
    s = Scene({"red": "O192"}, "ember_3")
    for pawn in ("blue", "green", "yellow"):
        s.aboard(pawn)
    s.play("ember_3").say(["move", ["O204", "COPTER"]])
    while s.g.result is None and s.kind in ("token", "effect"):
        s.say(s.legal()[0] if s.kind == "token" else ["end"]).chance()
    assert s.g.result is not None


def test_all_have_two_turns_after_the_return():  # CUR.end.when
    s = Scene(AT, "ember_3")
    s.g.s.called = 1
    turns = 0
    while s.g.result is None:
        s.next_turn()
        turns += 1
    assert turns == 1 + 2 * 4


def test_two_players_have_two_turns_or_two_for_each_pawn():  # CUR.end.when, row 80
    for option, wanted in (("player", 1 + 2 * 2), ("character", 1 + 4 * 2)):
        s = Scene(AT, "ember_3", TWO, last_turns_of_two=option)
        s.g.s.called = 1
        turns = 0
        while s.g.result is None:
            s.next_turn()
            turns += 1
        assert turns == wanted


def test_points_of_colours_heart_snapshots_and_penny():
    # CUR.end.colours, CUR.end.heart, CUR.end.shots, CUR.end.penny
    s = Scene(AT, "ember_3")
    s.g.s.treasures[0] = (1, 2, 3, 4, 5, 6)
    assert points(s.g, 0)["treasures"] == 1 + 3 + 6 + 10 + 15 + 15
    s.snapshots(0, red=1, blue=1)
    assert points(s.g, 0)["snapshots"] == 0
    s.heart("red")
    s.g.s.penny = 0
    s.aboard("red")
    assert points(s.g, 0) == {
        "treasures": 50, "heart": 7, "snapshots": 10, "penny": 6, "total": 73,
    }  # fmt: skip


def test_a_tie_goes_to_the_first_at_the_helipad_else_to_the_nearest():  # CUR.end.tie
    first = Scene(AT, "ember_3").g
    first.s.aboard_first = [3, 1]
    finish(first)
    assert first.result == ((3,), "first_at_helipad")
    near = Scene(AT, "ember_3").g
    finish(near)
    assert near.result == ((0,), "nearest_to_helipad")
    shared = Scene({**AT, "red": "O192", "blue": "O216"}, "ember_3").g
    finish(shared)
    assert shared.result == ((0, 1), "shared")


def test_most_points_win():  # CUR.end.when
    g = Scene(AT, "ember_3").g
    g.s.treasures[2] = (1, 0, 0, 0, 0, 0)
    finish(g)
    assert g.result == ((2,), "points")


def test_two_players_play_their_pawns_in_turn_and_share_cards():  # CUR.two.token, CUR.two.shared
    s = Scene(AT, "ember_3", TWO)
    assert s.g.pawns == ("red", "blue", "green", "yellow") and s.g.pawns_of == ((0, 2), (1, 3))
    played = []
    for _ in range(5):
        s.next_turn()
        played.append(s.g.pawns[s.g.s.pawn])
    assert played == ["blue", "green", "yellow", "red", "blue"]
    assert [len(h) for h in s.g.s.hands] == [2, 2]


def test_two_players_call_it_with_six_snapshots():  # CUR.two.six
    for n, called in ((1, 0), (2, 1)):
        s = Scene(AT, "ember_3", TWO)
        s.snapshots(0, red=n, blue=2, yellow=2)
        s.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all()
        assert s.g.s.called == called
    s = Scene(AT, "ember_3", TWO)
    assert s.g.may_photograph(0, 0)
    s.snapshots(0, red=2)
    assert not s.g.may_photograph(0, 0)


def test_souvenirs_change_the_number_name_the_cave_and_work_after_the_move():
    # CUR.souvenir.stride, CUR.souvenir.rest, CUR.souvenir.old_map,
    # CUR.souvenir.lever, CUR.souvenir.net
    s = Scene(AT, "ember_3", souvenirs=("rest",)).play("ember_3", "rest")
    assert s.g.ask is not None and s.g.ask.data["count"] == 1
    s = Scene(AT, "ember_3", souvenirs=("stride",)).play("ember_3", "stride")
    assert s.g.ask is not None and s.g.ask.data["count"] == 5
    s = Scene({**AT, "red": "CI1"}, "ember_3", souvenirs=("old_map",)).play("ember_3")
    s.say(["old_map", 2])
    assert s.kind == "goal"
    s = Scene(AT, "ember_3", souvenirs=("lever", "net")).play("ember_3")
    s.g.s.maw = tuple(1 if c == "jade" else 0 for c in COLOURS)
    s.say(["move", ["O204", "O192", "O180"]]).leave_all()
    facing = s.g.s.facing
    s.say(["lever", "right"], ["net", "penny"], ["end"])
    assert s.g.s.facing == (facing + 1) % 6 and s.g.s.penny == 0
    assert sum(s.g.s.sdiscard) == 2


def test_used_souvenirs_are_mixed_anew():  # CUR.souvenir.mixed
    s = Scene(AT, "ember_3")
    g = s.g
    g.s.sdiscard, g.s.spile = tuple(g.s.spile), [0] * len(g.s.spile)
    s.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all()
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]]).chance()
    assert {"pile": "souvenir", "cards": 12} in s.told("mixed")


def test_used_cards_are_mixed_anew_when_the_pile_is_empty():  # CUR.card.empty
    s = Scene(AT, "ember_3")
    g = s.g
    g.s.discard, g.s.pile = tuple(g.s.pile), [0] * len(g.s.pile)
    s.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all().say(["end"]).chance()
    assert [e["pile"] for e in s.told("mixed")] == ["action"]


def test_the_first_seat_begins_and_the_turn_passes_clockwise():  # CUR.setup.first, CUR.turn.left
    three = {pawn: AT[pawn] for pawn in ("red", "blue", "yellow")}
    s = Scene(three, "ember_3", ("blue", "yellow", "red"))
    played = [s.g.seats[s.g.s.active]]
    for _ in range(3):
        s.next_turn()
        played.append(s.g.seats[s.g.s.active])
    assert played == ["blue", "yellow", "red", "blue"]


@pytest.mark.parametrize("seats", [("red",), ("red", "red"), (*("red", "blue", "green"), "x", "y")])
def test_two_to_four_play(seats):  # CUR.setup.seats
    from vulkar.errors import VulkarError

    with pytest.raises(VulkarError) as found:
        dealt(seats)
    assert found.value.code == "pawns.bad"


def test_a_turn_is_a_card_its_move_its_effect_a_drawn_card_and_a_restored_island():
    # CUR.turn.order, CUR.turn.draw, CUR.turn.restore
    s = Scene(AT, "ember_3")
    s.play("ember_3").say(["move", ["O204", "O192", "O180"]]).leave_all().say(["ember", "E60"], [])
    s.say(["end"]) if s.kind == "effect" else s
    s.chance()
    kinds = [e.kind for e in s.events]
    wanted = ["action_played", "moved", "marbles_rolled", "card_dealt", "island_restored", "turn"]
    assert [k for k in kinds if k in wanted] == wanted
    assert len(s.g.s.hands[0]) == 2


def test_a_card_that_is_not_held_is_not_played():  # CUR.card.hand
    s = Scene(AT, "ember_3")
    with pytest.raises(Refused) as found:
        s.say(["play", "cataclysm_4"])
    assert found.value.rule == "CUR.card.hand"
