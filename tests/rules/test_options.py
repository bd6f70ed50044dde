"""The readings that no other test takes: cards, windows, turns, thefts, and the two presets."""

from __future__ import annotations

from pathlib import Path

from tests.rules.arrange import Table
from vulkar.rules.classic.options import ABOUT, PRESETS, choices, make_options, may_not_end

HERE = Path(__file__).parent


def test_every_reading_is_tried_by_a_test_or_a_scenario():
    files = [p for p in HERE.rglob("*") if p.suffix in (".py", ".toml")]
    text = "".join(p.read_text(encoding="utf-8") for p in files).replace(" = ", "=")
    text = text.replace("=true", "=True").replace("=false", "=False")
    for name in ABOUT:
        if name == "items":  # chosen in test_items.py, by the table's items
            continue
        for value in choices(name):
            if value == getattr(PRESETS["anniversary"], name):
                continue
            shown = f'"{value}"' if isinstance(value, str) else str(value)
            assert f"{name}={shown}" in text, f"{name}={shown}"


def test_what_the_presets_differ_in():
    ours, theirs = PRESETS["anniversary"], PRESETS["classic86"]
    different = {n for n in ABOUT if getattr(ours, n) != getattr(theirs, n)}
    assert different == {n for n in ABOUT if ABOUT[n].differs}
    assert may_not_end(ours) == ()
    assert may_not_end(theirs) == ("jewel_one_way=False",)
    changed = make_options("classic86", {"jewel_one_way": True})
    assert may_not_end(changed) == () and changed.windows == "open"


def test_open_windows_let_cards_be_played_between_roll_and_move():  # C86.window.after_roll
    hands = {"blue": ["fireball", "take_card"]}
    t = Table({"red": "TA4", "blue": "TA9", "green": "VP4"}, hands=hands, windows="open")
    t.say("blue", ["pass"]).say("blue", ["pass"]).say("chance", 4)
    t.play("blue", "fireball").say("blue", ["target", "red"])
    t.say("world", [["hit", "red"]])
    assert t.at("red") == "PIT_B" and t.saw("turn_ended") and t.turn_of == "blue"
    t = Table({"red": "TA4", "blue": "TA9"}, hands={"blue": ["fireball", "reroll"]})
    t.say("blue", ["pass"]).say("blue", ["pass"]).say("chance", 4)
    t.refused("blue", ["play", "fireball"], "C86.window.after_roll")


def test_off_a_bridge_between_roll_and_move_the_roll_still_counts():
    # C86.fireball.water, open windows
    t = Table({"red": "B1", "blue": "TA9"}, hands={"blue": ["fireball"]}, preset="classic86")
    t.say("blue", ["pass"]).say("blue", ["pass"]).say("chance", 4).play("blue", "fireball")
    t.say("blue", ["target", "red"]).say("world", [["fell", "red", ["B1"]]])
    assert t.at("red") == "GSB4"


def test_one_card_a_turn_and_responses_never_count():  # C86.card.one_per_turn
    hands = {"red": ["take_card", "double"], "blue": ["cancel", "take_card", "fireball"]}
    t = Table({"red": "WS", "blue": "C4"}, hands=hands, tokens=("red",), cards_per_turn="one")
    t.play("blue", "fireball")  # nobody can be hit
    t.say("blue", t.legal[0]).say("world", [])
    t.play("red", "take_card", "blue").play("blue", "cancel")  # blue's Take 1 Card is barred now
    t.refused("red", ["play", "double"], "C86.card.one_per_turn")
    t.roll("red", 3).move("red", "TA3").say("chance", "reroll")
    assert t.legal == [["token"], ["end_turn"]]
    t = Table({"red": "WS", "blue": "C4"}, hands=hands, tokens=("red",))
    t.play("blue", "fireball").say("blue", t.legal[0]).say("world", [])
    assert ["play", "take_card", "red"] in t.legal


def test_take_another_turn_without_limit():  # C86.another.use
    hands = {"red": ["another_turn", "another_turn"]}
    t = Table({"red": "GSB2", "blue": "C4"}, hands=hands, another_limit="none")
    t.roll("red", 2)
    t.play("red", "another_turn").play("red", "another_turn")
    whys = []
    while len(whys) < 3:
        t.say(t.asker, t.legal[-1])
        whys = [e["why"] for e in t.saw("turn")][1:]
    assert whys == ["another_turn", "another_turn", "next"] and t.turn_of == "blue"


def test_take_another_turn_after_anybodys_turn():  # C86.another.use
    hands = {"green": ["another_turn"]}
    t = Table({"red": "WT1", "blue": "WT2", "green": "GSB2"}, hands=hands, another_by="anyone")
    t.roll("red", 4).move("red", "WT5").play("green", "another_turn")
    while len(t.saw("turn")) < 3:
        t.say(t.asker, t.legal[-1])
    turns = [(e["pawn"], e["why"]) for e in t.saw("turn")]
    assert turns[:3] == [("red", "next"), ("green", "another_turn"), ("blue", "next")]
    t = Table({"red": "WT1", "blue": "WT2", "green": "GSB2"}, hands=hands)
    t.roll("red", 4).move("red", "WT5")
    assert t.turn_of == "blue"  # nobody was asked: it is not green's turn


def test_where_move_ahead_moves_out_of():  # C86.ahead.use
    hand = {"red": ["ahead_4", "fireball"]}
    for at, option, allowed in (
        ("C2", "anywhere", True),
        ("PIT_A", "anywhere", True),
        ("C2", "not_caves", False),
        ("PIT_A", "not_caves", True),
        ("C2", "trail_only", False),
        ("PIT_A", "trail_only", False),
        ("WT1", "trail_only", True),
    ):
        t = Table({"red": at, "blue": "TA9"}, hands=hand, ahead_out_of=option)
        assert (["play", "ahead_4"] in t.legal) == allowed, (at, option)
    t = Table({"red": "C2", "blue": "TA9"}, hands=hand, ahead_out_of="not_caves")
    t.refused("red", ["play", "ahead_4"], "C86.ahead.use")
    t = Table({"red": "PIT_A", "blue": "TA9"}, hands=hand, ahead_out_of="trail_only")
    t.refused("red", ["play", "ahead_4"], "C86.ahead.use")


def test_move_back_only_before_the_roll():  # C86.back.use
    hands = {"blue": ["back_2"]}
    t = Table({"red": "TA3", "blue": "C4"}, hands=hands, back_when="before_only")
    t.say("blue", ["pass"]).say("blue", ["pass"]).say("chance", 3)
    t.move("red", "TA6")
    assert t.turn_of == "blue" and not t.saw("card_played")


def test_after_the_move_back_any_way():  # C86.back.way
    def ends(**options: object) -> set[str]:
        t = Table({"red": "VP3", "blue": "C4"}, hands={"blue": ["back_1"]}, **options)
        t.say("blue", ["pass"]).say("blue", ["pass"]).say("chance", 2)
        t.move("red", "VP5").play("blue", "back_1")
        return t.ends if t.asker == "blue" else {t.at("red")}

    assert ends() == {"VP4"}
    assert ends(back_way="any") == {"VP4", "VP6"}


def test_whose_piece_it_is_chooses_the_way_back():  # C86.back.way
    t = Table({"red": "VP3", "blue": "C4"}, hands={"blue": ["back_1"]}, back_path_by="victim")
    t.play("blue", "back_1").move("red", "VP4")
    assert t.at("red") == "VP4"


def test_the_plateau_may_be_passed():  # C86.plateau.stop
    t = Table({"red": "WT2", "blue": "C4"}, plateau_stops=False).roll("red", 6)
    assert "DMP" not in t.ends


def test_a_thief_who_turns_round():  # C86.jewel.rest, 24c
    pawns = {"red": "VP6", "blue": "VP4"}
    t = Table(pawns, owner="blue", mid_move_capture="reverse").roll("red", 5)
    t.move("red", "VP1")
    assert (t.at("red"), t.owner) == ("VP7", "red")  # VP5, VP4, and three spaces toward the Dock
    t = Table(pawns, owner="blue", mid_move_capture="reverse", jewel_one_way=False)
    t.roll("red", 5).move("red", "VP1")
    assert t.at("red") == "VP1"  # an owner who may go anywhere has nothing to turn round for


def test_one_theft_a_turn():  # C86.jewel.steal
    hands = {"red": ["ahead_4"], "blue": ["ahead_6"]}
    pawns = {"red": "VP2", "blue": "VP4", "green": "C4"}
    t = Table(pawns, owner="blue", steals_per_turn="one", hands=hands)
    t.g.s.stole = 1  # red stole earlier in this turn
    t.say("blue", ["pass"]).play("red", "ahead_4").move("red", "VP6")
    assert t.owner == "blue" and not t.saw("theft")
    t = Table(pawns, owner="blue", steals_per_turn="one", hands=hands)
    t.say("blue", ["pass"]).play("red", "ahead_4").move("red", "VP6")
    assert t.owner == "red" and t.g.s.stole == 1
    t = Table(pawns, owner="blue", hands=hands)  # no limit in either preset
    t.g.s.stole = 1
    t.say("blue", ["pass"]).play("red", "ahead_4").move("red", "VP6")
    assert t.owner == "red"


def test_the_marble_count_of_each_place():  # C86.fireball.return
    t = Table({"red": "TA4", "blue": "TA9"}, marble_return="nearest")
    board = t.g.board
    away = next(
        r for r in range(len(board.route_ids)) if board.route_home[r] != board.route_from[r]
    )
    t.roll("red", 1)
    while t.g.ask.kind != "roll":
        t.say("red", t.legal[-1])
    t.g.s.stack[-1].n = away
    t.say("world", [])
    out, home = board.route_from[away], board.route_home[away]
    assert t.g.s.marbles[out] == 0 and t.g.s.marbles[home] == 2
    assert t.saw("marble") == [{"source": board.sources[out], "to": board.sources[home]}]
