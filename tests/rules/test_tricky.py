"""The tricky situations of the 1986 game that its condensed rulebook settles."""

from tests.rules.arrange import Table, island
from vulkar.rules.classic import Game


def test_86_1_an_empty_bridge_stops_and_the_rest_is_lost():  # C86.bridge.stop
    t = Table({"red": "GSB5", "blue": "DMP"}).roll("red", 5)
    t.refused("red", ["move", ["GSB4", "B1", "CP1", "CP2", "CP3"]], "C86.bridge.stop")
    t.say("red", ["move", ["GSB4", "B1"]])
    assert t.at("red") == "B1"
    assert t.saw("window_opened")[3]["window"] == "after_move"


def test_86_3_an_occupied_bridge_is_passed_and_its_owner_robbed():
    # C86.bridge.pass, C86.jewel.steal
    t = Table({"red": "GSB5", "blue": "B1"}, owner="blue").roll("red", 2)
    t.refused("red", ["move", ["GSB4", "B1"]], "C86.move.next_open")
    t.say("red", ["move", ["GSB4", "B1", "CP1"]])
    assert (t.at("red"), t.owner) == ("CP1", "red")


def test_86_5_next_open_space_at_a_fork_is_the_movers_choice():  # C86.move.next_open
    t = Table({"red": "HR3", "blue": "LF"}).roll("red", 3)
    west = {a[1][-1] for a in t.legal if a[1][0] == "HR2"}
    assert west == {"LR1", "GG5"}
    t = Table({"red": "HR3", "blue": "LF"}, owner="red").roll("red", 3)
    assert t.at("red") == "GG5"  # C86.jewel.high_road: no question with one answer


def test_86_7_nobody_to_hit_rolls_harmlessly():  # C86.fireball.harmless
    t = Table({"red": "WT1", "blue": "WT2"}, hands={"blue": ["talisman"]}).roll("red", 1)
    assert len(t.legal) == len(t.g.board.route_ids)
    t.say("red", ["route", "I_S"]).say("world", [])
    assert "talisman" not in [w["window"] for w in t.saw("window_opened")]
    assert t.saw("window_opened")[-1]["window"] in ("before_cards", "before_roll", "after_move")
    assert [r["hit"] for r in t.saw("fireball_rolled")] == [[]]


def test_86_9_move_ahead_replaces_a_doubled_roll():  # C86.ahead.use, C86.double.once
    t = Table({"red": "TA1", "blue": "DMP"}, hands={"red": ["double"], "blue": ["ahead_4"]})
    t.say("blue", ["pass"])
    t.play("red", "double")
    t.play("blue", "ahead_4")
    t.move("red", "TA5")
    assert t.at("red") == "TA5"
    assert t.g.s.double == 0  # lost at the end of the turn
    assert t.turn_of == "blue"


def test_86_11_a_chain_of_three_cancels():  # C86.cancel.use
    t = Table(
        {"red": "TA1", "blue": "TA2", "green": "DMP"},
        hands={"red": ["take_card"], "blue": ["cancel", "cancel", "double"], "green": ["cancel"]},
    )
    t.play("red", "take_card", "blue")
    t.play("blue", "cancel").play("green", "cancel").play("blue", "cancel")
    assert t.hand("blue") == ["double"]
    assert t.hand("red") == t.hand("green") == []
    assert not t.saw("card_taken") and not t.saw("card_drawn")
    assert sum(t.g.s.discard) == 4


def test_86_13_talisman_stops_the_rolled_fireball_and_nobody_moves():  # C86.talisman.use
    t = Table({"red": "TA4", "blue": "TA8"}, hands={"blue": ["talisman"]}).roll("red", 1)
    t.say("red", ["target", "blue"])
    assert t.asker == "blue"  # one way only leads to blue
    t.play("blue", "talisman")
    assert (t.at("red"), t.at("blue")) == ("TA4", "TA8")
    assert not t.saw("fireball_rolled") and t.saw("fireball_cancelled")
    assert t.turn_of == "blue"


def test_86_15_no_fireball_between_roll_and_move():  # C86.window.after_roll
    t = Table({"red": "TA4", "blue": "DMP"}, hands={"blue": ["fireball", "reroll"]})
    t.say("blue", ["pass"], ["pass"]).roll("red", 4)
    t.refused("blue", ["play", "fireball"], "C86.window.after_roll")
    t.say("blue", ["pass"]).move("red", "TA8")
    assert t.asker == "blue"
    t.play("blue", "fireball")


def test_86_17_fake_jewel_before_the_dock():  # C86.jewel.fake, C86.dock.owner_only
    t = Table({"red": "DR3", "blue": "DR6"}, owner="blue", hands={"blue": ["fake_jewel"]})
    t.roll("red", 6)
    dock = [["move", ["DR4", "DR5", "DR6", "DR7", "DR8", "DOCK"]]]
    assert [a for a in t.legal if a[1][-1] == "DOCK"] == dock
    t.say("red", dock[0]).play("blue", "fake_jewel")
    assert (t.at("red"), t.owner, t.g.result) == ("DR8", "blue", None)
    t = Table({"red": "DR3", "blue": "DR6"}, owner="blue").roll("red", 6)
    t.say("red", dock[0])
    assert t.g.result is not None and t.g.result.winners == (0,)


def test_86_19_a_theft_away_from_the_dock_finishes_the_count():  # C86.jewel.one_way, 24c
    t = Table({"red": "VP6", "blue": "VP4"}, owner="blue").roll("red", 5)
    t.move("red", "VP1")
    assert (t.at("red"), t.owner) == ("VP1", "red")
    t = Table({"red": "VP1", "blue": "DMP"}, owner="red").roll("red", 3)
    assert t.at("red") == "VP4"  # the only way, so nobody is asked


def test_86_21_the_owner_takes_the_high_road():  # C86.jewel.high_road
    t = Table({"red": "FC1", "blue": "DMP"}, owner="red").roll("red", 3)
    assert t.saw("moved")[0]["path"] == ["JN", "HR8", "HR7"]


def test_86_23_two_hit_and_the_jewel_lies_under_a_third():  # C86.jewel.drop_pit, row 26
    t = Table(
        {"red": "DMP", "blue": "HR6", "green": "HR7", "yellow": "LR5"},
        owner="blue",
    ).roll("red", 1)
    t.say("red", ["target", "blue"]).say("world", [["hit", "blue"], ["hit", "green"]])
    assert t.at("blue") == t.at("green") == "PIT_D"
    lying = [e["pawn"] for e in t.saw("placed") if e["posture"] == "lying"]
    assert lying == ["blue", "green"]
    assert (t.owner, t.jewel_space) == (None, "LR5")
    assert t.turn_of == "yellow"  # blue and green stood up, which was their turn
    t.say("chance", 2)
    t.move("yellow", "LR3")
    assert t.owner is None
    t = Table({"red": "LR3", "blue": "LR5"}, jewel="LR5").roll("red", 3)
    t.move("red", "LR6")
    assert t.owner == "red"  # passing under blue's nose


def test_86_23_option_the_occupant_gets_it():
    t = Table(
        {"red": "DMP", "blue": "HR6", "yellow": "LR5"},
        owner="blue",
        jewel_on_occupied_chip="occupant",
    ).roll("red", 1)
    t.say("red", ["target", "blue"]).say("world", [["hit", "blue"]])
    assert t.owner == "yellow"


def test_86_25_knocked_off_a_bridge_in_the_own_turn_rolls_to_climb():  # C86.fireball.water, row 19
    t = Table({"red": "B1", "blue": "DMP"}, hands={"red": ["fireball"]})
    t.play("red", "fireball")
    t.say("world", [["hit", "red"]])
    assert (t.at("red"), t.g.lying()) == ("WATER", ())
    t.roll("red", 5)
    assert t.saw("moved")[0]["path"] == ["GSB1", "GSB2", "GSB3", "GSB4", "GSB5"]


def test_86_25_option_the_turn_is_over():
    t = Table({"red": "B1", "blue": "DMP"}, hands={"red": ["fireball"]}, bridge_hit="turn_over")
    t.play("red", "fireball").say("world", [["hit", "red"]])
    assert t.turn_of == "blue"


def test_86_27_the_three_turns_of_a_pit():
    # C86.fireball.pit, C86.fireball.stand, C86.fireball.rock_chip, C86.fireball.own_turn
    t = Table({"red": "WT8", "blue": "DMP"}, hands={"red": ["fireball"]})
    t.play("red", "fireball").say("world", [["hit", "red"]])
    assert (t.at("red"), t.turn_of) == ("PIT_A", "blue")
    t.roll("blue", 2)
    t.say("chance", 2)
    assert t.turn_of == "blue" and t.g.lying() == ()  # red stood up, and its turn is over
    t.move("blue", "WT4").say("chance", 4)
    assert {a[1][0] for a in t.legal} == {"WT4"}
    t.move("red", "WT1")


def test_86_29_a_card_is_taken_from_one_who_stands_up():  # C86.window.standing_up, C86.back.where
    t = Table(
        {"red": "DMP", "blue": "PIT_A", "green": "DMP"},
        active="blue",
        lying=["blue"],
        hands={"green": ["take_card", "back_1", "ahead_4"], "blue": ["double"]},
    )
    t.refused("green", ["play", "back_1"], "C86.back.where")
    t.refused("green", ["play", "ahead_4"], "C86.ahead.use")
    t.play("green", "take_card", "blue")
    assert t.hand("green") == ["double", "ahead_4", "back_1"]


def test_86_31_an_occupied_cave_1_still_rolls_the_fireball():  # C86.cave.one
    t = Table({"red": "TA7", "blue": "C1", "green": "TA12"}).roll("red", 2)
    t.move("red", "C2").say("chance", 1)
    assert t.at("red") == "C2"
    t.say("world", [["hit", "green"]])  # the only target by the only way
    assert t.at("green") == "PIT_B"


def test_86_33_cave_4_and_the_declaration():  # C86.cave.four, C86.cave.declare
    t = Table({"red": "C4", "blue": "DMP"}, hands={"red": ["another_turn"]})
    t.say("chance", 4)  # nothing but a roll for a cave, so nothing was asked
    assert t.at("red") == "C4"
    t = Table({"red": "C2", "blue": "DMP"})
    assert t.legal == [["roll", "cave"], ["roll", "trail"]]
    t.refused("red", ["roll"], "C86.cave.declare")
    t.say("red", ["roll", "trail"]).say("chance", 2)
    assert {a[1][0] for a in t.legal} == {"TA8", "TA9"}
    t = Table({"red": "C4", "blue": "DMP"}, hands={"red": ["ahead_5", "double"]})
    t.refused("red", ["roll", "trail"], "C86.cave.four")
    t.refused("red", ["play", "ahead_5"], "C86.ahead.use")


def test_86_35_the_capture_and_its_bonus():  # C86.vulkar.capture, C86.vulkar.bonus, row 16
    t = Table(
        {"red": "BR2", "blue": "TA3", "green": "TA4"},
        hands={"red": ["cancel", "cancel"], "blue": ["talisman"]},
    )
    t.roll("red", 6)
    t.say("red", ["move", ["BR1", "VKP"]])
    assert t.owner == "red"
    t.say("chance", "double", "double")
    t.say("red", ["target", "blue"])
    assert t.asker == "blue"
    t.say("blue", ["pass"]).say("world", [["hit", "blue"]])
    for _ in range(3):
        assert t.turn_of == "red"
        t.say("red", ["roll"]).say("chance", 2)
    assert [e["why"] for e in t.saw("turn")] == ["next", "bonus", "bonus", "bonus", "next", "next"]


def test_86_37_one_extra_turn_a_turn():  # C86.another.use
    hand = ["another_turn", "another_turn", "fireball"]
    t = Table({"red": "TA1", "blue": "DMP"}, hands={"red": hand})
    t.roll("red", 3)
    t.move("red", "TA4")
    t.play("red", "another_turn").refused("red", ["play", "another_turn"], "C86.another.use")
    t.say("red", ["end_turn"])
    assert t.turn_of == "red" and t.saw("turn")[-1]["why"] == "another_turn"
    t.say("red", ["roll"]).say("chance", 2).move("red", "TA6")
    t.play("red", "another_turn")  # in the extra turn one is allowed again


def test_86_39_a_move_back_stops_on_an_empty_bridge():  # C86.back.use, C86.bridge.stop
    t = Table({"red": "DMP", "blue": "CP1"}, active="blue", hands={"red": ["back_3"]})
    t.play("red", "back_3")
    t.say("red", ["move", ["B1"]])
    assert t.at("blue") == "B1"


def test_86_41_jewel_and_token_protect_until_the_token_is_used():
    # C86.token.protects, C86.token.use
    t = Table(
        {"red": "DMP", "blue": "GG1"},
        active="blue",
        owner="blue",
        tokens=["blue"],
        hands={"red": ["take_card", "fireball"], "blue": ["double"]},
    )
    t.refused("red", ["play", "take_card", "blue"], "C86.token.protects")
    t.say("red", ["pass"]).say("blue", ["token"]).say("chance", "double", "double", "cancel")
    t.say("blue", ["roll"])
    t.play("red", "take_card", "blue")


def test_86_43_a_push_that_does_not_count():  # C86.fireball.again
    t = Table({"red": "DMP", "blue": "TA5", "green": "DMP"}, hands={"green": ["talisman"]}).roll(
        "red", 1
    )
    t.say("green", ["pass"])
    assert t.g.ask.data["by"] == 0
    t.refused("world", [["not_pushed"], ["hit", "blue"]], "C86.world.alone")
    t.say("world", [["not_pushed"]])
    assert t.asker == "world"  # no new talisman window
    assert (t.g.ask.data["by"], t.g.ask.data["target"]) == (1, "blue")
    t.say("world", [["not_pushed"]])
    assert t.g.ask.data["by"] == 2  # and so on to the left
    t.say("world", [["never_left"]])  # C86.fireball.never_left
    assert t.at("blue") == "TA5"


def test_86_45_whoever_is_touched_is_hit():  # C86.fireball.touched, C86.fireball.safe
    t = Table({"red": "TA3", "blue": "TA5", "green": "TA7", "yellow": "WS"}).roll("red", 1)
    t.say("red", ["target", "blue"])
    t.say("world", [["hit", "red"], ["hit", "green"], ["hit", "yellow"]])
    assert t.at("blue") == "TA5"
    assert t.at("red") == t.at("green") == "PIT_B"
    assert t.at("yellow") == "WS"
    assert t.saw("fireball_rolled")[0]["immune"] == ["yellow"]


def test_the_game_begins_on_the_plateau_with_a_card_each_and_goes_clockwise():
    # C86.setup.start, C86.setup.deal, C86.turn.left, C86.turn.one
    g = Game(island(), "anniversary", ("red", "blue", "green"))
    assert set(g.standing().values()) == {"DMP"}
    for value in (2, 6, 3, "double", "ahead_6", "back_1"):
        g.answer(g.ask.number, value)
    assert g.s.active == 1 and [len(h) for h in g.s.hands] == [1, 1, 1]
    turns = []
    answers = [["roll"], 1, ["route", "I_S"], []]  # blue holds Double; a 1 moves nobody
    for value in answers:
        while g.ask.kind == "respond":
            g.answer(g.ask.number, ["pass"], turns.append)
        g.answer(g.ask.number, value, turns.append)
    g.answer(g.ask.number, ["pass"], turns.append)  # red could move blue back
    assert g.standing()["blue"] == "DMP"
    assert [e.data["pawn"] for e in turns if e.kind == "turn"] == ["green"]


def test_86_49_tied_first_rolls_again():  # C86.turn.first
    g = Game(island(), "anniversary", ("red", "blue"))
    for die in (6, 6, 2, 3):
        g.answer(g.ask.number, die)
    assert g.ask.kind == "draw" and g.ask.data["seat"] == 1
