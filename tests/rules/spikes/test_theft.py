"""Spike 1: a theft in the middle of a move, answered, and the rest of the way asked again.

What it proves: a question to another seat, about another pawn, can interrupt a move; the mover is
asked a second time with what is legal now; and a copy taken in between plays on by itself.
"""

from tests.rules.arrange import Table


def start() -> Table:
    """Red passes the owner blue on its way into cave 6; blue can fake, green can cancel that."""
    t = Table(
        {"red": "BR8", "blue": "BR9", "green": "DMP"},
        owner="blue",
        hands={"blue": ["fake_jewel"], "green": ["cancel"]},
    ).roll("red", 6)
    return t.say("red", ["move", ["BR9", "C6_1", "C6_2", "C6_3", "C6_4", "C6"]])


def test_the_owner_is_asked_in_mid_move():
    t = start()
    assert (t.asker, t.g.ask.data["window"]) == ("blue", "theft")
    assert t.g.ask.pawn == "red"  # the question concerns another's pawn
    assert [f.kind for f in t.g.s.stack] == [0, 1, 5, 6, 2]  # game, turn, move, theft, window


def test_kept_by_a_fake_the_move_goes_on_as_chosen():
    t = start().play("blue", "fake_jewel").say("green", ["pass"])
    assert (t.owner, t.at("red"), t.g.ask.data["for"]) == ("blue", "C6", "cave")


def test_stolen_the_rest_is_asked_again_without_the_cave():
    t = start().say("blue", ["pass"])
    assert (t.owner, t.asker, t.g.ask.kind) == ("red", "red", "rest")
    assert t.ends == {"BR13", "BR14", "C6_4"}


def test_a_cancelled_fake_is_a_theft_after_all_and_a_copy_goes_its_own_way():
    t = start().play("blue", "fake_jewel")
    twin = t.g.copy()
    twin.answer(twin.ask.number, ["pass"])
    t.play("green", "cancel")
    assert t.owner == "red" and t.g.ask.kind == "rest"
    assert twin.s.owner == 1 and twin.ask.kind == "die"
