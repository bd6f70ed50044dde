"""Situations of the 2018 game that break simple engines."""

from __future__ import annotations

from tests.rules.curse.table import Scene
from vulkar.facts import Fell, OffBoard
from vulkar.rules.curse.cards import COLOURS
from vulkar.rules.curse.score import points

TWO = ("red", "blue")


def total(counts: tuple[int, ...]) -> int:
    return sum(counts)


def test_18_1_a_jumped_space_does_not_count_and_gives_nothing():  # CUR.move.jump
    scene = Scene({"red": "S60", "blue": "S90", "green": "O0", "yellow": "O300"}, "tree_4")
    ways = {tuple(v[1]) for v in scene.play("tree_4").legal()}
    over = [w for w in ways if w[0] == "S90"]
    assert over and all(len(w) == 5 for w in over if "S120" in w)
    scene.say(["move", list(over[0])]).leave_all()
    assert not scene.told("snapshot_taken") and scene.g.s.shots[0] == (0, 0, 0)
    counted = Scene(
        {"red": "S60", "blue": "S90", "green": "O0", "yellow": "O300"}, "tree_4", count_jumped=True
    )
    assert {len(v[1]) for v in counted.play("tree_4").legal() if v[1][0] == "S90"} == {4}


def test_18_3_an_occupied_ladder_is_jumped_and_the_move_goes_on():  # CUR.unstable.jump
    at = {"red": "S150", "blue": "LADDER", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "tree_4").play("tree_4")
    over = [v[1] for v in scene.legal() if v[1][0] == "LADDER"]
    assert over and all(len(w) == 5 and w[-1] != "LADDER" for w in over)
    free = Scene({**at, "blue": "O12"}, "tree_4").play("tree_4")
    assert [v[1] for v in free.legal() if v[1][0] == "LADDER"] == [["LADDER"]]


def test_18_5_off_the_island_a_cave_of_choice_no_die_and_the_full_number():  # CUR.stand.off
    scene = Scene({"red": "S90", "blue": "S120", "green": "O0", "yellow": "O300"}, "idol_5")
    scene.next_turn()
    scene.g.report(OffBoard("red"))
    for _ in range(3):  # the others' turns
        scene.next_turn()
    scene.g.s.pos[1] = scene.g.board.index["CI1"]
    scene.again()
    assert scene.kind == "stand" and ["stand", "CI1"] not in scene.legal()
    assert len(scene.legal()) == 11
    dice = scene.g.s.dice
    scene.hold(0, "idol_5")
    scene.say(["stand", "CI4"])
    assert scene.kind == "move" and scene.g.s.dice == dice
    assert all(len(v[1]) == 5 or v[1][-1].startswith(("C", "B", "LADDER", "M240", "O60"))
               for v in scene.legal())  # fmt: skip


def test_18_7_one_cataclysm_fells_the_player_and_another_who_also_leaves():  # CUR.fall.own, once
    at = {"red": "S30", "blue": "M15", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "cataclysm_2").play("cataclysm_2")
    scene.treasures("red", amber=1)
    scene.treasures("blue", coral=1)
    scene.go(scene.legal()[0][1][-1]).leave_all().chance("die")
    while scene.kind != "effect":
        scene.say(scene.legal()[0]) if scene.kind != "die" else scene.chance()
    scene.say(["cataclysm"])
    held = len(scene.g.s.souvenirs[0])
    red = scene.g.standing()["red"]
    scene.say([["fell", "red", [red]], ["fell", "blue", ["M15"]], ["off_board", "blue"]]).chance()
    lost = scene.told("treasure_lost")
    assert [(e["pawn"], e["to"]) for e in lost] == [("red", None), ("blue", "red")]
    assert len(scene.g.s.souvenirs[0]) == held + 2
    assert total(scene.g.s.maw) == 1


def test_18_9_who_pushed_an_ember_off_and_has_no_treasure_pays_nothing():  # CUR.ember.off
    at = {"red": "S90", "blue": "M60", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "ember_3").play("ember_3")
    _walk(scene)
    scene.say(["ember", "E60"], [["fell", "blue", ["M60"]], ["marble_off"]])
    assert scene.told("treasure_lost") == [] and "blue" not in scene.g.lying()
    assert total(scene.g.s.maw) == 0


def _walk(scene: Scene, avoid: str = "CEB") -> None:
    """Some way that ends on a plain space, and nothing taken on it."""
    value = next(v for v in scene.legal() if v[1][-1][0] not in avoid and "LADDER" not in v[1])
    scene.say(value).leave_all()
    assert scene.kind == "effect", scene.kind


def test_18_11_the_third_cataclysm_comes_before_the_marble_and_the_card():  # CUR.tracker.full
    at = {"red": "S90", "blue": "M60", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "cataclysm_2")
    s = scene.g.s
    for k in (0, 1):
        s.pile[k] -= 1
    s.tracker = (0, 1)
    scene.play("cataclysm_2")
    _walk(scene)
    assert scene.say(["cataclysm"]).to_world()["marbles"] == 1
    scene.events.clear()
    scene.say([["fell", "blue", ["M60"]]]).chance()
    kinds = [e.kind for e in scene.events]
    wanted = [
        "marbles_rolled", "pawn_fell", "card_dealt", "tracker_filled", "mixed", "scar_marble",
        "card_dealt", "island_restored",
    ]  # fmt: skip
    assert [k for k in kinds if k in wanted] == wanted
    assert s.scar == 2 and s.tracker == () and not total(s.discard)


def test_18_13_boarding_with_an_empty_pit_takes_nothing():  # CUR.copter.token
    at = {"red": "O204", "blue": "M60", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "idol_4")
    scene.copter_back()
    scene.g.s.penny = 1
    scene.play("idol_4").go("COPTER")
    assert scene.kind == "effect" and scene.g.s.posture[0] == 2
    other = Scene(at, "idol_4")
    other.copter_back()
    other.play("idol_4").go("COPTER")
    assert other.g.s.penny == 0  # the only token there was


def test_18_15_aboard_a_card_is_played_for_its_effect_only():  # CUR.copter.last
    at = {"blue": "M60", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "ember_5")
    scene.aboard("red")
    scene.again()
    scene.play("ember_5")
    assert scene.kind == "effect" and ["ember", "E60"] in scene.legal()
    scene.say(["ember", "E60"], [["fell", "blue", ["M60"]]])
    assert scene.told("pawn_fell")[0]["pawn"] == "blue" and scene.g.standing()["red"] == "COPTER"


def test_18_17_felling_the_own_other_character_pays_to_the_pit():  # CUR.two.own
    scene = Scene(
        {"red": "S90", "green": "M60", "blue": "O0", "yellow": "O300"}, "ember_3", TWO
    ).play("ember_3")
    scene.treasures("green", jade=1)
    _walk(scene)
    held = len(scene.g.s.souvenirs[0])
    scene.say(["ember", "E60"], [["fell", "green", ["M60"]]]).chance()
    assert scene.told("treasure_lost") == [{"pawn": "green", "treasure": "jade", "to": None}]
    assert len(scene.g.s.souvenirs[0]) == held + 1


def test_18_19_the_two_characters_of_a_seat_score_one_set():  # CUR.end.colours, CUR.two.shared
    scene = Scene({"red": "S90"}, "ember_3", TWO)
    s = scene.g.s
    amber = COLOURS.index("amber")
    s.treasures[0] = tuple(3 if k == amber else 0 for k in range(6))
    s.treasures[2] = tuple(4 if k == amber else 0 for k in range(6))
    assert points(scene.g, 0)["treasures"] == 15


def test_18_21_a_pawn_that_falls_by_a_shake_pays_to_the_pit():  # CUR.fall.shaken
    at = {"red": "S90", "blue": "M60", "green": "O0", "yellow": "O300"}
    scene = Scene(at, "idol_4").play("idol_4")
    scene.treasures("blue", onyx=1)
    scene.g.report(Fell("blue", ("M60",)))
    assert scene.g.lying() == ("blue",)
    _walk(scene)
    scene.say(["end"]).chance()
    assert scene.told("treasure_lost") == [{"pawn": "blue", "treasure": "onyx", "to": None}]
    free = Scene(at, "idol_4", shaken="free").play("idol_4")
    free.treasures("blue", onyx=1)
    free.g.report(Fell("blue", ("M60",)))
    _walk(free)
    free.say(["end"]).chance()
    assert free.told("treasure_lost") == []
