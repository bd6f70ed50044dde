"""Chance: a function of seed, stream and ordinal."""

from collections import Counter

from tests.rules.arrange import island
from vulkar.rules import Ask
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game


def die(ordinal: int) -> Ask:
    return Ask(1, -1, "die", "red", (1, 2, 3, 4, 5, 6), {"ordinal": ordinal, "seat": 0})


def test_the_same_ordinal_is_the_same_luck_whatever_was_asked_before():
    one, two = Chance(7), Chance(7)
    first = [one.answer(die(i)) for i in range(50)]
    assert [two.answer(die(i)) for i in reversed(range(50))] == first[::-1]
    assert [Chance(8).answer(die(i)) for i in range(50)] != first


def test_dice_are_fair():
    counts = Counter(Chance(1).answer(die(i)) for i in range(6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(880 < c < 1120 for c in counts.values())


def test_cards_come_by_their_number_in_the_pile():
    def draw(i: int) -> Ask:
        data = {"ordinal": i, "seat": 0, "counts": [9, 1]}
        return Ask(1, -1, "draw", "red", ("ahead_4", "cancel"), data)

    counts = Counter(Chance(1).answer(draw(i)) for i in range(4000))
    assert 320 < counts["cancel"] < 480


def test_streams_do_not_disturb_each_other():
    chance = Chance(3)
    assert len({chance.number(s, 0) for s in ("die", "deck", "pick")}) == 3


def test_a_corrected_answer_leaves_later_luck_as_it_was():
    """The third die of a game is the same whether or not a card was drawn before it."""
    chance = Chance(11)

    def third(first_two: tuple[int, int]) -> int:
        g = Game(island(), "anniversary", ("red", "blue"))
        for value in first_two:
            g.answer(g.ask.number, value)
        while g.ask.kind != "die":
            seat = g.ask.asker >= 0
            g.answer(g.ask.number, g.ask.legal[-1] if seat else chance.answer(g.ask))
        assert g.ask.data["ordinal"] == 2
        return chance.answer(g.ask)

    assert third((5, 2)) == third((3, 4))
