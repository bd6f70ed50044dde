"""Moving, jumping, caves, bridges and what is taken on the way (003, section 4)."""

from __future__ import annotations

import pytest

from tests.rules.curse.table import ISLAND, Scene
from vulkar.rules.core import Refused
from vulkar.rules.curse.board import Board

APART = {"blue": "O0", "green": "O300", "yellow": "O180"}


def scene(at: str, card: str, **more) -> Scene:
    return Scene({"red": at, **APART}, card, **more)


def refusal(s: Scene, value: object) -> str:
    with pytest.raises(Refused) as found:
        s.say(value)
    return found.value.rule


def test_a_move_is_the_cards_number():  # CUR.move.count
    s = scene("O84", "ember_5").play("ember_5")
    ways = [v[1] for v in s.legal()]
    assert ["O96", "O108", "O120", "O132", "O144"] in ways
    assert refusal(s, ["move", ["O96", "O108"]]) == "CUR.move.count"


def test_a_pawn_does_not_turn_round():  # CUR.move.turn_round
    s = scene("O84", "ember_3").play("ember_3")
    assert refusal(s, ["move", ["O96", "O84", "O72"]]) == "CUR.move.turn_round"
    for v in s.legal():
        way = ["O84", *v[1]]
        assert all(a != c for a, c in zip(way, way[2:], strict=False))


def test_only_links_are_walked():  # CUR.move.link
    s = scene("O84", "ember_3").play("ember_3")
    assert refusal(s, ["move", ["S0", "S30", "S60"]]) == "CUR.move.link"


def test_a_bridge_ends_the_move():  # CUR.unstable.stop
    s = scene("O48", "ember_5").play("ember_5")
    assert ["move", ["O60"]] in s.legal()
    assert refusal(s, ["move", ["O60", "O72", "O84", "O96", "O108"]]) == "CUR.unstable.stop"


def test_no_pawn_ends_on_another():  # CUR.move.jump
    s = Scene({"red": "O84", "blue": "O108", "green": "O300", "yellow": "O180"}, "tree_4")
    s.play("tree_4")
    assert ["move", ["O96", "O108", "O120", "O132", "O144"]] in s.legal()
    assert refusal(s, ["move", ["O96", "O108"]]) == "CUR.move.jump"


def test_a_cave_is_left_by_its_die_and_the_rest_is_moved_on():
    # CUR.cave.die, CUR.cave.choice, CUR.cave.on
    s = scene("M15", "tree_4").play("tree_4")
    s.say(["move", ["M30", "CI1"]]).leave_all()
    assert s.kind == "die"
    s.say(2)
    assert s.kind == "goal" and sorted(v[1] for v in s.legal()) == ["CI2", "CO5"]
    s.say(["cave", "CI2"])
    assert s.kind == "move" and all(v[1][0] == "M90" for v in s.legal())
    assert {len(v[1]) for v in s.legal()} == {2}


def test_who_starts_in_a_cave_rolls_first():  # CUR.cave.die
    s = scene("CI1", "tree_4").play("tree_4")
    assert s.kind == "die"


def test_where_all_caves_of_the_number_are_taken_the_move_is_over():  # CUR.cave.full
    s = Scene({"red": "M15", "blue": "CI2", "green": "CO5", "yellow": "O180"}, "tree_4")
    s.play("tree_4").say(["move", ["M30", "CI1"]]).leave_all().say(2)
    assert s.kind == "effect" and s.g.standing()["red"] == "CI1"


def test_the_own_cave_counts_as_free():  # CUR.cave.choice, row 74
    s = Scene({"red": "CI1", "blue": "CO4", "green": "O0", "yellow": "O180"}, "tree_4")
    s.play("tree_4").say(1)
    assert s.kind == "move" and s.g.standing()["red"] == "CI1"


def test_a_treasure_is_taken_in_passing_and_the_player_picks_it():  # CUR.treasure.take
    s = scene("M15", "ember_3").play("ember_3")
    s.say(["move", ["M30", "M45", "M60"]])
    assert s.kind == "take"
    names = [v[1] for v in s.legal() if v[0] == "take"]
    before = sum(s.g.s.urns[3])
    s.say(["take", names[0]])
    assert s.g.belongings(0) and sum(s.g.s.urns[3]) == before - 1
    assert s.kind == "effect"


def test_landing_on_a_treasure_space_takes_nothing_yet():  # CUR.treasure.take, row 72
    s = scene("M15", "idol_5", souvenirs=("rest",)).play("idol_5", "rest")
    s.go("M30")
    assert s.kind == "effect"
    taken = scene("M15", "idol_5", souvenirs=("rest",), landing_takes=True)
    taken.play("idol_5", "rest").go("M30")
    assert taken.kind == "take"


def test_who_starts_on_a_treasure_space_takes_one():  # CUR.treasure.take
    s = scene("M30", "ember_3").play("ember_3")
    s.say(["move", ["M45", "M60", "M75"]])
    assert s.kind == "take" and s.g.ask is not None and s.g.ask.data["space"] == "M30"


def test_each_urn_that_is_passed_gives_one():  # CUR.treasure.each
    s = scene("S30", "tree_6").play("tree_6")
    s.say(["move", ["S60", "P_E", "M75", "M90", "M105", "M120"]])
    s.say(s.legal()[0])
    assert s.kind == "take"
    s.say(s.legal()[0])
    assert s.kind == "effect" and sum(s.g.s.treasures[0]) == 2


def test_a_snapshot_is_taken_once_of_each_colour():  # CUR.shot.take, CUR.shot.one
    s = scene("S60", "ember_3").play("ember_3")
    s.say(["move", ["S90", "S120", "P_SE"]])
    while s.kind == "take":
        red = ["take", "red"]
        s.say(red if red in s.legal() else ["leave"])
    assert s.told("snapshot_taken")[0]["colour"] == "red" and s.g.s.shots[0] == (1, 0, 0)
    again = scene("S60", "ember_3")
    again.snapshots(0, red=1)
    again.play("ember_3").say(["move", ["S90", "S120", "P_SE"]]).say(["leave"])
    assert again.kind == "effect"


def test_a_colour_that_is_gone_cannot_be_taken():  # CUR.shot.left
    s = scene("S120", "ember_3")
    for seat in (1, 2, 3):
        s.snapshots(seat, red=1)
    s.g.s.shots_left, s.g.s.shots[1] = (0, 4, 4), (2, 0, 0)
    s.play("ember_3").say(["move", ["S90", "S60", "P_E"]])
    assert s.kind == "effect" or ["take", "red"] not in s.legal()


def test_the_heart_adds_a_marble_at_once():  # CUR.heart.take, CUR.heart.scar
    s = scene("S30", "ember_3").play("ember_3")
    s.say(["move", ["S0", "S330", "S300"]], ["take", "heart"])
    assert s.g.s.scar == 2 and s.g.s.heart == 0


def test_the_heart_is_stolen_by_jumping_over_its_holder():  # CUR.heart.steal, CUR.heart.again
    s = Scene({"red": "O84", "blue": "O96", "green": "O300", "yellow": "O180"}, "ember_3")
    s.heart("blue")
    s.play("ember_3").say(["move", ["O96", "O108", "O120", "O132"]])
    assert s.kind == "steal"
    s.say(["steal", "heart"])
    assert s.g.s.heart == 0 and s.g.s.scar == 1
    none = Scene(
        {"red": "O84", "blue": "O96", "green": "O300", "yellow": "O180"}, "ember_3",
        heart_theft="none",
    )  # fmt: skip
    none.heart("blue")
    none.play("ember_3").say(["move", ["O96", "O108", "O120", "O132"]])
    assert none.kind == "effect"


def test_where_no_way_is_long_enough_the_longest_is_gone():  # CUR.move.short
    """Our island has no dead end, so one is cut out of it."""
    s = scene("S0", "tree_4")
    s.g.board = board = Board(ISLAND)
    line = [board.index[i] for i in ("S0", "S30", "S60")]
    near = [()] * len(board.near)
    near[line[0]], near[line[1]], near[line[2]] = (line[1],), (line[0], line[2]), (line[1],)
    board.near = tuple(near)
    assert s.g.paths(0, 4) == (tuple(line[1:]),)
    s.g.s.pos[1] = line[2]
    assert s.g.paths(0, 4) == ()
