"""Movement: counts, forks, dead ends, special spaces, caves, water, the owner's way."""

import pytest

from tests.rules.arrange import Table
from vulkar.rules.classic.flows import FLOWS, TURN


def test_the_full_count_over_occupied_spaces():  # C86.move.count
    t = Table({"red": "WT5", "blue": "WT7", "green": "WT8"}).roll("red", 4)
    assert {"WT9"} < t.ends
    t.refused("red", ["move", ["WT6", "WT7", "WT8"]], "C86.move.next_open")
    t.refused("red", ["move", ["WT6"]], "C86.move.count")
    t.refused("red", ["move", ["WT6", "WT7", "WT8", "WT9", "WT10"]], "C86.move.count")
    t.refused("red", ["move", ["WT6", "WT8", "WT9", "WT10"]], "C86.move.link")
    t.refused("red", ["move", ["WT6", "WT5", "WT4", "WT3"]], "C86.move.twice")
    t.refused("red", ["move", ["WT6", "NOWHERE"]], "core.form")
    t.refused("red", ["move"], "core.form")
    t.refused("red", ["fly", "VKP"], "core.form")


def test_no_space_twice_bars_a_loop_through_the_spur():  # C86.move.twice
    t = Table({"red": "BR9", "blue": "DMP"}).roll("red", 3)
    assert ["move", ["C6_1", "BR10", "BR11"]] in t.legal
    assert ["move", ["BR10", "C6_1", "C6_2"]] in t.legal
    t.refused("red", ["move", ["C6_1", "BR10", "BR9"]], "C86.move.twice")


def test_a_count_on_an_occupied_space_goes_on_past_all_of_them():  # C86.move.next_open
    t = Table({"red": "VP1", "blue": "VP3", "green": "VP4", "yellow": "B2"}).roll("red", 2)
    assert t.ends == {"VP5", "CP3"}


def test_a_full_way_goes_before_a_dead_end():  # C86.move.dead_end
    t = Table({"red": "C3_1", "blue": "C3"}).roll("red", 2)
    assert "C3_2" not in t.ends
    t.refused("red", ["move", ["C3_2"]], "C86.move.count")
    t = Table({"red": "C3_1", "blue": "C3"}, dead_end="may_stop").roll("red", 2)
    assert "C3_2" in t.ends


def test_a_dead_end_is_taken_where_nothing_else_goes():  # C86.move.dead_end
    t = Table({"red": "GSB2", "blue": "GSB3", "green": "GSB4", "yellow": "B1"})
    t.roll("red", 6)
    assert "GSB1" not in t.ends
    t = Table({"red": "DR8", "blue": "DMP"}).roll("red", 6)
    assert t.at("red") == "DR2"  # not the Dock, and one way left: not even asked


def test_blocked_on_all_sides_stays():  # C86.move.blocked
    # on this island somebody can always move; so a trail move is forced on a piece in cave 4
    t = Table({"red": "C4", "blue": "DMP"})
    t.g.s.value, t.g.ask = 3, None
    t.g.s.stack[-2:] = [t.g.s.stack[1]]
    t.g.s.stack[-1].at = FLOWS[TURN].steps().index("move")
    t.g.sink = t.events.append
    t.g.resume()
    assert t.saw("cannot_move") == [{"pawn": "red"}]
    assert (t.at("red"), t.turn_of) == ("C4", "blue")


def test_the_plateau_stops():  # C86.plateau.stop
    t = Table({"red": "WT2", "blue": "DMP"}).roll("red", 6)
    assert t.ends == {"DMP", "WT8", "C1"}
    t.say("red", ["move", ["WT1", "DMP"]])
    t = Table({"red": "DMP", "blue": "DMP", "green": "DMP"})
    assert t.at("red") == t.at("blue") == "DMP"  # any number of pieces


def test_a_cave_is_entered_by_any_count_and_ends_the_move():  # C86.cave.enter, C86.cave.roll
    t = Table({"red": "WT3", "blue": "DMP"}).roll("red", 5)
    assert "C1" in t.ends
    t.refused("red", ["move", ["WT4", "WT5", "C1", "WT6", "WT7"]], "C86.cave.enter")
    t.say("red", ["move", ["WT4", "WT5", "C1"]])
    assert t.g.ask.data["for"] == "cave"
    t.say("chance", 3)
    assert t.at("red") == "C3"


def test_an_occupied_cave_is_not_entered():  # C86.cave.occupied
    t = Table({"red": "WT3", "blue": "C1"}).roll("red", 5)
    assert "C1" not in t.ends
    t.refused("red", ["move", ["WT4", "WT5", "C1"]], "C86.cave.occupied")
    t = Table({"red": "C2", "blue": "C5"}).say("red", ["roll", "cave"]).say("chance", 5)
    assert t.at("red") == "C2" and t.saw("cave_taken")


def test_the_own_cave_counts_as_occupied():  # C86.cave.occupied
    t = Table({"red": "C2", "blue": "DMP"}).say("red", ["roll", "cave"]).say("chance", 2)
    assert t.at("red") == "C2" and not t.saw("moved")


def test_a_cave_past_an_opponent_on_its_trail_space():  # row 13
    t = Table({"red": "WT4", "blue": "WT5"}).roll("red", 2)
    assert ["move", ["WT5", "C1"]] in t.legal


def test_a_count_that_is_used_up_beside_a_cave_does_not_enter_it():  # C86.move.next_open
    t = Table({"red": "TA6", "blue": "TA8"}).roll("red", 2)
    assert t.ends == {"TA4", "TA9"}


def test_a_dead_end_leads_into_its_free_cave_at_the_end_of_the_count():  # row 56
    t = Table({"red": "C6_1", "blue": "C6_4"}).roll("red", 3)
    assert "C6" in t.ends
    t = Table({"red": "C6_1", "blue": "C6_4", "green": "C6"}).roll("red", 3)
    assert ["move", ["C6_2", "C6_3"]] in t.legal  # back to the last open space


def test_cave_roll_of_one_moves_and_fires():  # C86.cave.one
    t = Table({"red": "C2", "blue": "TA5"}).say("red", ["roll", "cave"]).say("chance", 1)
    assert t.at("red") == "C1"
    t.say("world", [["hit", "blue"]])
    assert t.at("blue") == "PIT_B"


@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_doubled_cave_roll_of_8_or_more_opens_any_free_cave(die):  # C86.cave.any
    t = Table({"red": "C2", "blue": "C6"}, hands={"red": ["double"]})
    t.play("red", "double").say("red", ["roll", "cave"]).say("chance", die)
    caves = [["cave", c] for c in ("C1", "C3", "C4", "C5")]
    assert t.legal == [*caves, ["stay"]]
    t.refused("red", ["cave", "C6"], "C86.cave.occupied")
    t.say("red", ["cave", "C5"])
    assert t.at("red") == "C5"


def test_a_double_is_used_up_by_the_roll_to_move():  # C86.double.once
    t = Table({"red": "WT3", "blue": "DMP"}, hands={"red": ["double"]})
    t.play("red", "double").say("chance", 2)
    t.say("red", ["move", ["WT4", "WT5", "C1"]]).say("chance", 3)
    assert t.at("red") == "C3"


def test_a_doubled_small_cave_roll_and_the_options():  # C86.cave.roll, C86.double.use
    t = Table({"red": "C2", "blue": "TA5"}, hands={"red": ["double"]})
    t.play("red", "double").say("red", ["roll", "cave"]).say("chance", 3)
    assert t.at("red") == "C6"
    t = Table({"red": "C2", "blue": "TA5"}, hands={"red": ["double"]}, cave_roll_8_any=False)
    t.play("red", "double").say("red", ["roll", "cave"]).say("chance", 4)
    assert t.at("red") == "C2"
    t = Table({"red": "C2", "blue": "TA5"}, hands={"red": ["double"]}, double_caves=False)
    t.play("red", "double").say("red", ["roll", "cave"]).say("chance", 3)
    assert t.at("red") == "C3"
    t = Table({"red": "WT3", "blue": "DMP"}, cave_roll="next_turn").roll("red", 5)
    t.say("red", ["move", ["WT4", "WT5", "C1"]])
    assert t.at("red") == "C1" and t.turn_of == "blue"


def test_witchlord_step_gives_one_token_a_game():  # C86.token.take
    t = Table({"red": "WT12", "blue": "DMP"}).roll("red", 4)
    t.move("red", "TA2")
    assert t.saw("token") == [{"seat": 0, "pawn": "red", "what": "taken"}]
    assert ["token"] in t.legal
    t = Table({"red": "WT12", "blue": "DMP"})
    t.g.s.token[0] = 2
    t.roll("red", 4).move("red", "TA2")
    assert not t.saw("token")


def test_a_dark_space_gives_a_card_only_on_landing():  # C86.dark.draw
    t = Table({"red": "TA1", "blue": "DMP"}).roll("red", 2)
    t.move("red", "TA3").say("chance", "cancel")
    assert t.hand("red") == ["cancel"]
    assert [(e.data.get("card"), e.audience) for e in t.events if e.kind == "card_drawn"] == [
        ("cancel", (0,)),
        (None, (1,)),
    ]
    t = Table({"red": "TA1", "blue": "DMP"}).roll("red", 3).move("red", "TA4")
    assert not t.saw("card_drawn")


def test_no_fifth_card():  # C86.dark.limit
    hand = ["cancel", "cancel", "double", "double"]
    t = Table({"red": "TA1", "blue": "DMP"}, hands={"red": hand})
    t.say("red", ["roll"]).say("chance", 2).move("red", "TA3")
    assert t.hand("red") == hand


def test_an_empty_pile_is_made_of_the_discards():  # C86.dark.reshuffle
    t = Table({"red": "TA1", "blue": "DMP"}, pile=[]).roll("red", 2)
    t.move("red", "TA3")
    assert t.saw("reshuffled") == [{"cards": 48}]
    t.say("chance", "fireball")
    assert sum(t.g.s.pile) == 47


def test_no_card_anywhere_draws_nothing():  # C86.dark.reshuffle
    t = Table({"red": "TA1", "blue": "DMP"}, pile=["cancel"])
    t.g.s.discard = [0] * len(t.g.s.discard)
    t.roll("red", 2).move("red", "TA3")  # the last card: nothing to ask chance
    assert t.hand("red") == ["cancel"] and t.asker == "chance"
    t.say("chance", 3)  # blue lands on a dark space too
    assert (t.at("blue"), t.saw("no_cards")) == ("WT3", [{"seat": 1}])


def test_the_owner_moves_only_toward_the_dock():  # C86.jewel.one_way, C86.jewel.no_caves
    t = Table({"red": "JN", "blue": "DMP"}, owner="red", hands={"red": ["double"]})
    t.say("red", ["roll"]).say("chance", 2)
    assert t.saw("moved")[0]["path"] == ["HR8", "HR7"]
    t = Table({"red": "BR10", "blue": "DMP"}, owner="red", hands={"red": ["fireball"]})
    t.say("red", ["roll"]).say("chance", 2)  # both ways from the Blister Run lead nearer
    t = Table({"red": "BR9", "blue": "DMP"}, owner="red").roll("red", 4)
    assert "C6_4" not in {e["to"] for e in t.saw("moved")}


def test_the_rest_of_a_move_after_a_theft_keeps_out_of_caves_and_the_low_road():
    # C86.jewel.rest, C86.jewel.no_caves, C86.jewel.high_road
    t = Table({"red": "BR8", "blue": "BR9"}, owner="blue").roll("red", 6)
    cave = ["C6_1", "C6_2", "C6_3", "C6_4", "C6"]
    t.say("red", ["move", ["BR9", *cave]])
    assert t.owner == "red" and t.g.ask.kind == "rest"
    t.refused("red", ["move", cave], "C86.jewel.no_caves")
    t.refused("red", ["move", ["BR8"]], "C86.move.twice")
    t.say("red", ["move", ["BR10", "BR11", "BR12", "BR13", "BR14"]])
    t = Table({"red": "FC1", "blue": "JN"}, owner="blue").roll("red", 4)
    t.say("red", ["move", ["JN", "SB1", "LR6", "LR5"]])
    t.refused("red", ["move", ["SB1", "LR6", "LR5"]], "C86.jewel.high_road")
    t.move("red", "HR6")


def test_on_this_island_the_owner_never_has_a_choice_of_ways():  # C86.jewel.one_way
    t = Table({"red": "DMP", "blue": "DMP"}, owner="red")
    g = t.g
    for at, name in enumerate(g.board.names):
        if name != "DOCK" and not g.board.is_cave[at]:
            g.s.pos[0] = at
            assert [len(g.roll_paths(0, n)) for n in (2, 3, 6, 12)] == [1, 1, 1, 1], name


def test_ownership_off_the_leash():  # option jewel_one_way off
    t = Table({"red": "SB2", "blue": "DMP"}, owner="red", jewel_one_way=False).roll("red", 3)
    assert {"LR5", "SB5"} <= t.ends
    t.say("red", ["move", ["SB1", "LR6", "LR5"]])
    assert t.owner == "red"


@pytest.mark.parametrize(("option", "to"), [("continue", "LR3"), ("back_to_high_road", "SB1")])
def test_an_owner_on_the_low_road(option, to):  # C86.jewel.high_road, 24b
    t = Table({"red": "LR5", "blue": "DMP"}, owner="red", owner_on_low_road=option)
    t.roll("red", 2)
    assert t.at("red") == to


def test_an_owner_out_of_pit_d_goes_along_the_low_road():  # C86.jewel.loose, C86.fireball.rock_chip
    t = Table({"red": "PIT_D", "blue": "DMP"}, jewel="LR5").roll("red", 3)
    assert t.owner is None
    t.say("red", ["move", ["LR5", "LR4", "LR3"]])
    assert t.owner == "red"
    t.say("chance", "cancel")  # LR3 is dark
    t.say("chance", 2).say("chance", 2)
    assert t.at("red") == "LR1"


def test_the_climb_leads_to_the_top_first():  # C86.fireball.climb
    t = Table({"red": "WATER", "blue": "DMP"}, climbing=["red"]).roll("red", 4)
    assert t.at("red") == "GSB4"
    t.say("chance", 2).say("chance", 2)
    assert t.at("red") == "F" and t.g.s.climbing == [0, 0]
    t = Table({"red": "WATER", "blue": "DMP"}, climb_to_top=False).roll("red", 5)
    assert t.ends == {"B1", "GSB5"}


def test_a_piece_moved_off_the_bluff_in_its_climb_has_done_with_it():  # C86.fireball.climb
    t = Table(
        {"red": "DMP", "blue": "GSB4"}, active="blue", climbing=["blue"], hands={"red": ["back_1"]}
    )
    t.play("red", "back_1").move("red", "B1")
    assert t.g.s.climbing == [0, 0]


def test_vulkar_point_stops_only_before_the_capture():  # C86.vulkar.through
    t = Table({"red": "BR2", "blue": "DMP"}).roll("red", 6)
    t.refused("red", ["move", ["BR1", "VKP", "FC8", "FC7", "FC6", "FC5"]], "C86.vulkar.capture")
    t = Table({"red": "BR2", "blue": "DMP"}, owner="blue").roll("red", 6)
    assert "FC5" in t.ends


def test_only_the_owner_reaches_the_dock_exact_or_not():  # C86.dock.win, C86.dock.owner_only
    t = Table({"red": "DR7", "blue": "DR3"}, owner="red").roll("red", 6)
    assert t.g.ask is None and t.g.result.winners == (0,) and t.g.result.reason == "dock"
    assert t.saw("won") == [{"seat": 0, "pawn": "red", "reason": "dock"}]
    t = Table({"red": "DR6", "blue": "DR3"}, owner="blue").roll("red", 3)
    assert t.at("red") == "DR2"  # past the owner: a theft on the way back
    assert t.owner == "red"


def test_passing_a_loose_jewel_opens_the_dock():  # C86.jewel.loose
    t = Table({"red": "DR5", "blue": "DMP"}, jewel="DR7").roll("red", 6)
    t.move("red", "DOCK")
    assert t.g.result.winners == (0,)


def test_a_theft_in_a_cave_or_pit_does_not_happen():  # C86.jewel.steal
    t = Table({"red": "WT2", "blue": "DMP"}, owner="blue").roll("red", 3)
    t.move("red", "DMP")
    assert t.owner == "blue"


def test_rest_is_asked_again_after_a_theft():  # C86.jewel.rest, C86.jewel.no_caves
    t = Table({"red": "TA6", "blue": "TA7"}, owner="blue").roll("red", 6)
    t.say("red", ["move", ["TA7", "TA8", "C2"]])
    assert t.owner == "red" and t.at("red") == "TA12"  # one way is left for the other 5
    t = Table({"red": "JN", "blue": "SB1"}, owner="blue").roll("red", 3)
    t.say("red", ["move", ["SB1", "LR6", "LR5"]])
    assert t.at("red") == "SB3"
    t = Table({"red": "JN", "blue": "SB1"}, owner="blue", mid_move_capture="stop").roll("red", 4)
    t.say("red", ["move", ["SB1", "SB2", "SB3", "SB4"]])
    assert t.at("red") == "SB2"


def test_a_loose_jewel_in_mid_move_may_stop_the_move():
    t = Table({"red": "VP6", "blue": "DMP"}, jewel="VP4", mid_move_capture="stop").roll("red", 5)
    t.move("red", "VP1")
    assert (t.at("red"), t.owner) == ("VP4", "red")
