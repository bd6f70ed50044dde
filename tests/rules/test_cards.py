"""The ten kinds of card in their windows."""

from tests.rules.arrange import Table
from vulkar.facts import Fell

HERE = {"red": "TA4", "blue": "TA8"}


def windows(t: Table) -> list[str]:
    return [e["window"] for e in t.saw("window_opened")]


def test_a_turn_announces_its_four_windows_though_nobody_can_act():
    # C86.window.before_cards, C86.window.before_roll, C86.window.after_roll, C86.window.after_move
    t = Table(HERE).roll("red", 2).move("red", "TA6")
    assert windows(t)[:4] == ["before_cards", "before_roll", "after_roll", "after_move"]
    assert windows(t)[4:] == ["before_cards", "before_roll"]  # blue waits for its die
    assert [e["window"] for e in t.saw("window_closed")] == windows(t)


def test_the_left_neighbour_is_asked_first_and_again_after_a_card():
    # C86.window.before_cards, C86.window.response
    pawns = {"red": "DMP", "blue": "TA5", "green": "VP4"}
    hands = {"red": ["double"], "blue": ["fireball", "cancel"], "green": ["take_card", "cancel"]}
    t = Table(pawns, hands=hands)
    assert t.asker == "blue"
    t.say("blue", ["pass"])
    assert t.asker == "green"
    t.play("green", "take_card", "red")
    assert t.asker == "blue" and t.g.ask.data["window"] == "response"
    t.say("blue", ["pass"])
    assert t.asker == "blue" and t.g.ask.data["window"] == "before_cards"
    t = Table(pawns, active="green", hands=hands | {"green": ["double"], "red": ["cancel"]})
    t.say("blue", ["pass"])
    t.play("green", "double")
    assert t.asker == "red"  # left of who played, not of the first seat


def test_a_pass_is_no_event():  # C86.window.pass
    t = Table(HERE, hands={"blue": ["fireball"]})
    before = len(t.events)
    t.say("blue", ["pass"])
    own = ["choice_opened", "choice_closed"]  # red holds nothing: it can only roll
    assert [e.kind for e in t.events[before:]] == ["window_closed", *own, "window_opened"]
    t.refused("blue", ["end_turn"], "C86.turn.order")


def test_others_play_before_the_active_player_plays_a_card():  # C86.window.before_cards
    t = Table(HERE, hands={"red": ["double"], "blue": ["take_card"]})
    t.play("blue", "take_card", "red")
    assert t.hand("blue") == ["double"] and t.asker == "chance"


def test_after_a_card_in_the_window_before_the_roll_the_active_player_is_asked_again():
    # C86.window.before_roll
    t = Table(HERE, hands={"red": ["double", "double"], "blue": ["fireball"]})
    t.say("blue", ["pass"]).say("red", ["roll"])
    t.play("blue", "fireball").say("blue", ["target", "blue"]).say("world", [])
    assert t.asker == "red" and ["play", "double"] in t.legal


def test_after_the_move_the_window_is_repeated_after_every_card():  # C86.window.after_move
    t = Table(HERE, hands={"red": ["take_card"], "blue": ["take_card", "double"]})
    t.say("blue", ["pass"]).say("red", ["roll"]).say("blue", ["pass"]).say("chance", 2)
    t.move("red", "TA6").say("blue", ["pass"])
    t.play("red", "take_card", "blue").say("chance", 0)
    after = [w for w in windows(t) if w == "after_move"]
    assert len(after) >= 2


def test_fireball_cannot_be_cancelled():  # C86.cancel.not_fireball, C86.fireball.card
    t = Table(HERE, hands={"red": ["fireball"], "blue": ["cancel"]})
    t.play("red", "fireball")
    assert t.asker == "red" and t.g.ask.kind == "target"
    assert "response" not in windows(t)


def test_the_target_must_be_hittable_and_may_be_oneself():
    # C86.fireball.target, C86.fireball.must, C86.fireball.route
    t = Table({"red": "TA4", "blue": "WT2", "green": "TA9"}).roll("red", 1)
    assert t.legal == [["target", "red"], ["target", "green"]]
    t.refused("red", ["target", "blue"], "C86.fireball.target")
    t = Table({"red": "TA4", "blue": "WT2"}).roll("red", 1)
    assert t.asker == "world"  # only oneself, by the only way
    assert t.g.ask.data["target"] == "red"
    t = Table({"red": "DMP", "blue": "BR9"}).roll("red", 1)
    assert t.legal == [["route", "I_NE"], ["route", "D_BE"]]
    t.refused("red", ["route", "I_S"], "C86.fireball.route")
    t.say("red", ["route", "D_BE"])
    declared = t.saw("fireball_declared")[0]
    assert (declared["source"], declared["target"]) == ("D", "blue")


def test_talisman_of_the_target_on_its_own_fireball():  # C86.talisman.use, row 28
    t = Table({"red": "TA4", "blue": "WT2"}, hands={"red": ["talisman"]})
    t.roll("red", 1)
    assert t.asker == "red" and t.g.ask.data["window"] == "talisman"
    t.play("red", "talisman")
    assert t.saw("fireball_cancelled")
    t = Table({"red": "TA4", "blue": "WT2"}, hands={"red": ["talisman"]}, talisman_by="opponents")
    t.roll("red", 1)
    assert t.asker == "world"


def test_a_cancelled_talisman_stops_nothing():  # C86.cancel.use
    t = Table(HERE, hands={"red": ["cancel"], "blue": ["talisman"]}).roll("red", 1)
    t.say("red", ["target", "blue"]).play("blue", "talisman").play("red", "cancel")
    t.say("world", [["hit", "blue"]])
    assert t.at("blue") == "PIT_B"


def test_a_cancelled_cancel_can_be_followed_by_another():  # C86.cancel.use
    t = Table(
        {"red": "TA4", "blue": "WT2", "green": "DMP"},
        hands={"red": ["double", "cancel"], "blue": ["cancel"], "green": ["cancel"]},
    )
    t.play("red", "double").play("blue", "cancel").say("green", ["pass"]).play("red", "cancel")
    t.play("green", "cancel")  # on red's Cancel: blue's Cancel stands after all
    assert t.g.s.double == 0 and t.saw("card_cancelled")


def test_reroll_voids_a_one_and_keeps_a_double():  # C86.reroll.use, row 11
    t = Table(HERE, hands={"blue": ["reroll"]}).roll("red", 1)
    t.play("blue", "reroll").say("chance", 2)
    assert not t.saw("fireball_declared")
    t = Table(HERE, hands={"red": ["double", "reroll"]})
    t.play("red", "double").say("chance", 3)
    t.play("red", "reroll").say("chance", 2)
    assert [e["value"] for e in t.saw("rolled")] == [6, 4]


def test_a_doubled_one_is_a_two_without_fireball():  # C86.double.use
    t = Table(HERE, hands={"red": ["double"]})
    t.play("red", "double").say("chance", 1).move("red", "TA6")
    assert not t.saw("fireball_declared")


def test_one_double_for_a_roll_and_whose():  # C86.double.once
    t = Table(HERE, hands={"red": ["double", "double", "fireball"]})
    t.play("red", "double").refused("red", ["play", "double"], "C86.double.once")
    t = Table(HERE, hands={"blue": ["double"]})
    assert t.asker == "chance"
    t = Table(HERE, hands={"blue": ["double"]}, double_by="anyone")
    t.play("blue", "double").say("chance", 3)
    assert t.saw("rolled")[0]["value"] == 6


def test_fake_jewel_can_be_cancelled():  # C86.jewel.fake
    t = Table(
        {"red": "VP6", "blue": "VP4"},
        owner="blue",
        hands={"blue": ["fake_jewel"], "red": ["cancel"]},
    ).roll("red", 5)
    t.move("red", "VP1").play("blue", "fake_jewel").play("red", "cancel")
    assert t.owner == "red"


def test_move_back_after_the_move_follows_the_way_it_came():  # C86.back.way
    t = Table({"red": "HR8", "blue": "DMP"}, hands={"blue": ["back_3"]})
    t.say("blue", ["pass"], ["pass"]).roll("red", 2)
    t.move("red", "SB1")
    t.play("blue", "back_3")
    assert t.saw("moved")[-1]["path"] == ["JN", "HR8", "HR7"]


def test_move_back_after_a_rolled_one_goes_any_way():  # C86.back.way
    t = Table({"red": "TA6", "blue": "DMP"}, hands={"blue": ["back_2"]})
    t.say("blue", ["pass"], ["pass"]).say("chance", 1).say("world", [])
    t.play("blue", "back_2")
    assert t.ends == {"TA4", "TA8"}


def test_move_back_neither_steals_nor_captures():  # C86.back.nothing
    t = Table(
        {"red": "DMP", "blue": "VP4", "green": "VP6"},
        active="green",
        owner="blue",
        hands={"red": ["back_3"]},
    )
    t.play("red", "back_3").move("red", "VP3")
    assert t.owner == "blue"
    t = Table({"red": "DMP", "blue": "BR1"}, active="blue", hands={"red": ["back_1"]})
    t.play("red", "back_1")
    assert t.at("blue") == "BR2" and t.owner is None
    t = Table({"red": "DMP", "blue": "VP4"}, active="blue", jewel="VP3", hands={"red": ["back_1"]})
    t.play("red", "back_1").move("red", "VP3")
    assert t.owner is None


def test_move_back_awards_a_card_unless_the_option_says_no():  # row 9
    args = {"active": "blue", "hands": {"red": ["back_1"]}}
    t = Table({"red": "DMP", "blue": "TA4"}, **args).play("red", "back_1")
    t.move("red", "TA3").say("chance", "cancel")
    assert t.hand("blue") == ["cancel"]
    t = Table({"red": "DMP", "blue": "TA4"}, **args, back_awards=False).play("red", "back_1")
    t.move("red", "TA3")
    assert not t.saw("card_drawn")


def test_moved_back_into_a_cave_no_die_is_rolled():  # C86.back.nothing, C86.cave.roll
    t = Table({"red": "DMP", "blue": "TA8"}, active="blue", hands={"red": ["back_1"]})
    t.play("red", "back_1").move("red", "C2")
    assert t.at("blue") == "C2"
    assert t.asker == "blue" and ["roll", "cave"] in t.legal


def test_before_the_roll_the_way_of_an_earlier_turn_is_forgotten():  # C86.back.way
    t = Table({"red": "DMP", "blue": "TA4"}, active="blue", hands={"red": ["back_1"]})
    t.say("red", ["pass"], ["pass"]).say("chance", 2).move("blue", "TA6").say("red", ["pass"])
    t.say("chance", 2)  # red's own turn
    assert (t.turn_of, t.asker) == ("blue", "red")
    t.play("red", "back_1")
    assert t.ends == {"TA5", "TA7"}


def test_nobody_is_moved_back_in_a_cave_a_pit_or_the_water():  # C86.back.where
    for space in ("C2", "PIT_A", "WATER"):
        t = Table(
            {"red": "DMP", "blue": space}, active="blue", hands={"red": ["back_1", "fireball"]}
        )
        t.refused("red", ["play", "back_1"], "C86.back.where")
    t = Table({"red": "DMP", "blue": "TA4"}, hands={"red": ["back_1", "fireball"]})
    t.refused("red", ["play", "back_1"], "C86.back.use")  # not in the own turn


def test_a_move_back_ends_at_the_pit_that_the_piece_came_from():  # C86.back.way
    t = Table({"red": "DMP", "blue": "PIT_A"}, active="blue", hands={"red": ["back_3"]})
    t.say("chance", 2).move("blue", "WT5")
    t.play("red", "back_3")
    assert t.saw("moved")[-1]["path"] == ["WT4", "WT3", "WT2"]


def test_move_ahead_leaves_a_cave_and_may_walk_into_one():  # C86.ahead.use, row 6
    t = Table({"red": "C5", "blue": "DMP"}, hands={"red": ["ahead_4"]})
    t.play("red", "ahead_4")
    assert t.at("red") == "C5_2"
    t = Table({"red": "C6_1", "blue": "DMP"}, hands={"red": ["ahead_4"]})
    t.play("red", "ahead_4")
    assert "C6" in t.ends
    t = Table(
        {"red": "C6_1", "blue": "DMP"}, hands={"red": ["ahead_4"]}, ahead_and_caves="no_ending"
    )
    t.play("red", "ahead_4")
    assert "C6" not in t.ends


def test_move_ahead_is_forced_on_the_one_whose_turn_it_is():  # C86.ahead.use
    t = Table(HERE, hands={"blue": ["ahead_6"]})
    t.play("blue", "ahead_6")
    assert t.asker == "red" and t.g.ask.kind == "move" and t.g.ask.data["count"] == 6
    assert not t.saw("rolled")


def test_take_1_card_is_blind_and_known_to_both():  # C86.take.use
    t = Table(
        {"red": "TA4", "blue": "DMP", "green": "DMP"},
        hands={"red": ["take_card"], "blue": ["cancel", "reroll"]},
    )
    t.play("red", "take_card", "blue").say("blue", ["pass"])
    assert t.g.ask.kind == "pick" and t.legal == [0, 1]
    t.say("chance", 1)
    assert t.hand("red") == ["reroll"]
    taken = [(e.audience, e.data.get("card")) for e in t.events if e.kind == "card_taken"]
    assert taken == [((0, 1), "reroll"), ((2,), None)]
    assert t.g.view(1).known == {"cards": {"red": ["reroll"]}}
    assert t.g.view(2).known == {}


def test_a_later_theft_blurs_what_a_third_knew():  # C86.take.use
    t = Table(
        {"red": "TA4", "blue": "DMP", "green": "DMP"},
        hands={
            "red": ["take_card", "double"],
            "blue": ["cancel", "reroll"],
            "green": ["take_card"],
        },
    )
    t.say("green", ["pass"]).play("red", "take_card", "blue").say("blue", ["pass"])
    t.say("chance", 1)
    assert t.g.view(1).known == {"cards": {"red": ["reroll"]}}
    t.say("red", ["roll"]).play("green", "take_card", "red").say("blue", ["pass"]).say("chance", 1)
    assert t.hand("green") == ["double"]
    assert t.g.view(1).known == {}  # it may have been the Reroll
    assert t.g.view(0).known == {"cards": {"green": ["double"]}}


def test_a_token_alone_does_not_protect():  # C86.token.protects
    t = Table(HERE, tokens=["blue"], hands={"red": ["take_card"], "blue": ["cancel", "double"]})
    assert ["play", "take_card", "blue"] in t.legal


def test_after_a_card_all_in_the_window_are_asked_again():  # C86.window.before_cards
    t = Table(
        {"red": "TA4", "blue": "DMP", "green": "DMP"},
        hands={"red": ["cancel"], "blue": ["take_card"], "green": ["take_card"]},
    )
    t.say("blue", ["pass"]).play("green", "take_card", "red").say("red", ["pass"])
    assert t.asker == "blue" and t.g.ask.data["window"] == "before_cards"


def test_in_a_pit_no_card_is_played():  # C86.card.none_in_pit
    t = Table(
        {"red": "DMP", "blue": "PIT_A", "green": "PIT_B"},
        hands={"blue": ["fireball"], "green": ["fireball"]},
        lying=["blue"],
        frozen=["green"],
    )
    assert t.asker == "chance"


def test_refusals_name_cards_and_hands():  # C86.card.unknown, C86.card.hand
    t = Table(HERE, hands={"red": ["double", "cancel"]})
    t.refused("red", ["play", "ace"], "C86.card.unknown")
    t.refused("red", ["play"], "C86.card.unknown")
    t.refused("red", ["play", "fireball"], "C86.card.hand")
    t.refused("red", ["play", "cancel"], "C86.cancel.use")
    t.refused("red", ["token"], "C86.token.use")
    t.refused("red", ["pass"], "C86.window.pass")
    t.refused("red", ["end_turn"], "C86.turn.order")
    t.refused("red", "roll", "core.form")
    t.play("red", "double").say("chance", 2)
    full = ["double", "cancel", "reroll", "fireball"]
    t = Table(HERE, hands={"red": full}, tokens=["red"])
    t.refused("red", ["token"], "C86.token.full")
    t = Table(HERE, hands={"red": ["double"], "blue": ["cancel", "double"]})
    t.play("red", "double").refused("blue", ["play", "double"], "C86.window.response")
    t.say("blue", ["pass"])
    t.refused("chance", 7, "core.chance").refused("chance", True, "core.chance")


def test_bonus_options():  # rows 16 and 17
    t = Table({"red": "BR1", "blue": "DMP"}, bonus_turns="including").roll("red", 6)
    t.move("red", "VKP")
    assert t.g.s.bonus == [2, 0]
    t = Table({"red": "TA4", "blue": "DMP"}, bonus_after_fireball="ends")
    t.g.s.bonus[0] = 2
    t.say("chance", 1).say("world", [["hit", "red"]])
    assert t.g.s.bonus == [0, 0] and t.turn_of == "blue"
    t = Table({"red": "TA4", "blue": "DMP"})
    t.g.s.bonus[0] = 2
    t.say("chance", 1).say("world", [["hit", "red"]])
    assert t.turn_of == "red"  # standing up used one


def test_hits_by_knockdown_only():  # option hit_rule
    t = Table({"red": "DMP", "blue": "TA5"}, hit_rule="knockdown").roll("red", 1)
    t.say("world", [["hit", "blue"]])
    assert t.at("blue") == "TA5"
    t = Table({"red": "DMP", "blue": "TA5"}, hit_rule="knockdown").roll("red", 1)
    t.say("world", [["hit", "blue"], ["fell", "blue", ["TA5"]]])
    assert t.at("blue") == "PIT_B"


def test_a_falling_bridge_takes_its_piece_along():  # C86.fireball.touched, C86.jewel.drop_bridge
    t = Table({"red": "DMP", "blue": "B1"}, owner="blue").roll("red", 1)
    t.refused("world", [["bridge_down", "TA5"]], "C86.world.bridge")
    t.refused("world", [["hit", "nobody"]], "C86.world.pawn")
    t.refused("world", "hit", "C86.world.facts").refused("world", [["x"]], "C86.world.facts")
    t.say("world", [["bridge_down", "B1"]])
    assert (t.at("blue"), t.jewel_space) == ("WATER", "B1")


def test_what_the_world_does_unasked_does_not_count():  # C86.world.unasked
    t = Table(HERE)
    before = t.g.s.key()
    t.g.report(Fell("blue", ("TA8", "TA9")), t.events.append)
    assert t.g.s.key() == before
    assert t.saw("restored")[0]["space"] == "TA8"
