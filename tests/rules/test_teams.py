"""Team Expedition: red and green against blue and yellow."""

from __future__ import annotations

import pytest

from tests.rules.arrange import SEATS, Table, island
from vulkar.errors import VulkarError
from vulkar.rules.classic import Game

AWAY = {"red": "WT1", "blue": "WT2", "green": "WT6", "yellow": "WT7"}


def team(pawns: dict[str, str], **more) -> Table:
    return Table({**AWAY, **pawns}, teams="pairs", **more)


def test_four_players_sit_opposite_their_partner():  # C86.team.pairs
    g = Game(island(), "anniversary", SEATS, {"teams": "pairs"})
    assert [g.mates(seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]
    assert [p["team"] for p in g.view(0).visible["pieces"]] == [0, 1, 0, 1]
    for seats in (SEATS[:2], SEATS[:3]):
        with pytest.raises(VulkarError) as info:
            Game(island(), "anniversary", seats, {"teams": "pairs"})
        assert info.value.code == "teams.four"


def test_a_team_wins_when_both_are_on_the_dock_and_one_owns_the_jewel():  # C86.team.win
    t = team({"red": "DR7", "green": "DOCK"}, owner="red").roll("red", 4)
    assert t.g.result is not None and t.g.result.winners == (0, 2)
    assert t.saw("won")[0]["partner"] == "green"
    t = team({"red": "DR7"}, owner="red").roll("red", 4)
    assert t.at("red") == "DOCK" and t.g.result is None and t.owner == "red"


def test_the_partner_who_comes_last_wins_for_both():  # C86.team.win
    t = team({"red": "DOCK", "green": "DR7"}, owner="red", active="green").roll("green", 4)
    t.move("green", "DOCK")
    assert t.g.result is not None and t.g.result.winners == (0, 2)


def test_anybody_may_go_to_the_dock_and_stays_there():  # C86.team.dock
    t = team({"red": "DR7"}, owner="green").roll("red", 4)
    t.move("red", "DOCK")
    assert t.at("red") == "DOCK" and t.owner == "green"
    t = team({"red": "DOCK", "blue": "DR8", "yellow": "DOCK"}, owner="red", active="blue")
    t.roll("blue", 2).move("blue", "DOCK")
    assert t.owner == "red" and t.g.result is None


def test_the_owner_on_the_dock_draws_a_card_each_turn():  # C86.team.dock_draw
    t = team({"red": "DOCK"}, owner="red")  # it can only stay: a card is drawn at once
    assert t.g.ask.kind == "draw"
    t.say("chance", "cancel")
    assert t.hand("red") == ["cancel"] and t.turn_of == "blue"


def test_who_is_on_the_dock_without_anything_to_roll_for_stays():  # C86.team.dock_roll
    t = team({"red": "DOCK"}, owner="blue", hands={"red": ["fireball"]})
    t.refused("red", ["roll"], "C86.team.dock_roll")
    t.refused("red", ["roll", "dock"], "C86.team.dock_roll")
    t.say("red", ["stay"])
    assert not t.saw("card_drawn")


@pytest.mark.parametrize(("die", "owner"), [(1, "blue"), (3, "blue"), (4, "red"), (6, "red")])
def test_a_roll_on_the_dock_takes_the_jewel_with_4_to_6(die, owner):
    # C86.team.dock_roll, TRICKY 86-47
    t = team({"red": "DOCK", "blue": "DOCK"}, owner="blue")
    t.say("red", ["roll", "dock"]).say("chance", die)
    assert t.owner == owner and not t.saw("fireball_declared") and not t.saw("card_drawn")


def test_a_roll_on_the_dock_can_win():  # C86.team.win, C86.team.dock_roll
    t = team({"red": "DOCK", "blue": "DOCK", "green": "DOCK"}, owner="blue")
    t.say("red", ["roll", "dock"]).say("chance", 5)
    assert t.g.result is not None and t.g.result.winners == (0, 2)


def test_the_dock_roll_is_not_doubled_but_may_be_rolled_again():  # C86.double.use, C86.reroll.use
    hands = {"red": ["double"], "blue": ["reroll"]}
    t = team({"red": "DOCK", "blue": "DOCK"}, owner="blue", hands=hands)
    t.play("red", "double").say("red", ["roll", "dock"]).say("chance", 3).play("blue", "reroll")
    t.say("chance", 2)
    assert t.owner == "blue"


def test_from_whom_a_roll_on_the_dock_takes():  # option dock_roll_from
    t = team({"red": "DOCK"}, owner="blue", dock_roll_from="anyone")
    t.say("red", ["roll", "dock"]).say("chance", 4)
    assert t.owner == "red"
    t = team({"red": "DOCK"}, owner="green", dock_roll_from="anyone", hands={"red": ["fireball"]})
    assert ["roll", "dock"] not in t.legal  # never from the partner


def test_the_jewel_is_passed_in_the_own_turn():  # C86.team.give
    t = team({"red": "VP1", "green": "DR7"}, owner="red")
    t.say("red", ["give_jewel", "green"])
    assert t.owner == "green" and t.saw("jewel")[-1]["why"] == "passed"
    t = team({"red": "VP1"}, owner="green", hands={"red": ["fireball"]})
    t.refused("red", ["give_jewel", "green"], "C86.team.give")  # only the owner passes it


def test_where_the_jewel_may_be_passed():  # C86.team.give, option jewel_pass
    hands = {"red": ["fireball"]}
    t = team({"red": "VP1", "green": "C4"}, owner="red", hands=hands)
    t.refused("red", ["give_jewel", "green"], "C86.team.give")
    t = team({"red": "VP1", "green": "C4"}, owner="red", hands=hands, jewel_pass="anywhere")
    t.say("red", ["give_jewel", "green"])
    t = team({"red": "VP1", "green": "PIT_A"}, owner="red", hands=hands, jewel_pass="anywhere",
             lying=["green"])  # fmt: skip
    assert ["give_jewel", "green"] not in t.legal


def test_nobody_steals_from_the_partner():  # C86.team.partner
    t = team({"red": "VP2", "green": "VP4"}, owner="green").roll("red", 4)
    t.move("red", "VP6")
    assert t.owner == "green" and not t.saw("theft")
    t = team({"red": "VP2", "blue": "VP4"}, owner="blue").roll("red", 4)
    t.move("red", "VP6")
    assert t.owner == "red"


def test_attack_cards_are_not_for_the_partner():  # C86.team.attack
    hands = {"red": ["take_card"], "green": ["back_1", "ahead_4"], "blue": ["double"]}
    t = team({}, hands=hands)
    t.refused("green", ["play", "back_1"], "C86.team.attack")
    assert ["play", "ahead_4"] in t.legal
    t.say("green", ["pass"])
    t.refused("red", ["play", "take_card", "green"], "C86.team.attack")
    t.play("red", "take_card", "blue")
    assert t.hand("red") == ["double"]


def test_the_partner_is_aimed_at_only_where_nobody_else_can_be_hit():  # C86.team.attack
    t = team({"red": "TA4", "blue": "TA9", "green": "VP4", "yellow": "WS"}).roll("red", 1)
    assert t.legal == [["target", "red"], ["target", "blue"]]
    t.refused("red", ["target", "green"], "C86.team.attack")
    safe = {"red": "WS", "blue": "C1", "yellow": "C2", "green": "VP4"}
    t = team(safe).roll("red", 1)
    assert t.g.ask.kind in ("route", "roll")
    assert t.g.s.stack[-1].pawn == 2


def test_the_partner_may_stop_a_fireball():  # C86.talisman.use
    t = team({"red": "TA4", "blue": "TA9"}, active="blue", hands={"green": ["talisman"]})
    t.roll("blue", 1)
    t.say("blue", ["target", "red"])
    t.play("green", "talisman")
    assert t.saw("fireball_cancelled")


def test_the_last_piece_does_not_go_to_the_dock_without_the_jewel():  # C86.team.last
    docked = {"blue": "DOCK", "green": "DOCK", "yellow": "DOCK", "red": "DR6"}
    t = team(docked, jewel="VP4").roll("red", 4)
    assert t.at("red") == "DR2"  # its only way, so nobody is asked
    t = team({"blue": "DOCK", "green": "DOCK", "red": "DR6"}, jewel="VP4").roll("red", 4)
    t.move("red", "DOCK")
    assert t.at("red") == "DOCK"
    docked["red"] = "VP6"
    t = team(docked, jewel="BR4", hands={"red": ["double"]}, dead_end="may_stop")
    t.play("red", "double").roll("red", 6)
    run = [f"VP{n}" for n in (7, 8, 9)] + [f"DR{n}" for n in range(1, 9)] + ["DOCK"]
    t.refused("red", ["move", run], "C86.team.last")


def test_cards_do_not_move_who_is_on_the_dock():  # C86.team.dock
    hands = {"blue": ["ahead_4", "back_2", "fireball"], "red": ["ahead_4", "fireball"]}
    t = team({"red": "DOCK"}, owner="red", hands=hands)
    t.refused("blue", ["play", "ahead_4"], "C86.ahead.use")
    t.refused("blue", ["play", "back_2"], "C86.back.where")
    t.say("blue", ["pass"])
    t.refused("red", ["play", "ahead_4"], "C86.ahead.use")
