"""What holds in any 2018 game, whatever is answered."""

from __future__ import annotations

import random

import pytest

from tests.rules.curse.randomly import play
from tests.rules.curse.table import dealt
from vulkar.rules.core import CHANCE, WORLD, Refused
from vulkar.rules.curse import Game
from vulkar.rules.curse.invariants import broken
from vulkar.rules.curse.score import points
from vulkar.rules.curse.state import CurseState

OPTIONS = (
    {},
    {"landing_takes": True, "count_jumped": True, "call_by": "landing"},
    {"treasure_picked_by": "taker", "souvenir_to": "fallen", "hand_size": "three"},
    {"opening_cataclysms": False, "shaken": "free", "last_turns_of_two": "character"},
)


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("options", OPTIONS)
def test_every_random_game_ends_whole(seats: int, options: dict[str, object]) -> None:
    def whole(g: Game) -> None:
        assert broken(g) is None, broken(g)

    for seed in range(3):
        g = play(seed * 31 + seats, seats, whole, **options)
        assert g.result is not None and g.result.winners
        best = max(points(g, n)["total"] for n in range(seats))
        assert all(points(g, n)["total"] == best for n in g.result.winners)


def test_the_invariants_see_what_they_are_for() -> None:
    def lose_a_card(s: CurseState) -> None:
        s.pile[0] -= 1

    def lose_a_souvenir(s: CurseState) -> None:
        s.spile[0] -= 1

    def lose_a_treasure(s: CurseState) -> None:
        s.urns[0] = (0,) * 6

    def lose_a_snapshot(s: CurseState) -> None:
        s.shots_left = (4, 4, 3)

    def full_scar(s: CurseState) -> None:
        s.scar = 4

    def crowd(s: CurseState) -> None:
        s.pos = [3] * 4

    for harm in (
        lose_a_card, lose_a_souvenir, lose_a_treasure, lose_a_snapshot, full_scar, crowd,
    ):  # fmt: skip
        g = dealt()
        assert broken(g) is None
        harm(g.s)
        assert broken(g) is not None, harm.__name__


def test_a_refused_answer_changes_nothing() -> None:
    rng = random.Random(4)

    def refused(g: Game) -> None:
        ask = g.ask
        if ask is None:
            return
        before, number = g.s.key(), ask.number
        for value in (None, [], ["no"], ["move", ["S0", "S0"]], ["play", "idol_9"], [["hit"]], 7):
            if value in ask.legal or (ask.asker == CHANCE and value in ask.legal):
                continue
            if ask.asker == WORLD and value == []:
                continue
            with pytest.raises(Refused):
                g.answer(ask.number, value)
        with pytest.raises(Refused):
            g.answer(ask.number + rng.choice((-1, 1)), ask.legal[0] if ask.legal else [])
        assert g.s.key() == before and g.ask is not None and g.ask.number == number

    play(8, 3, refused)


def test_a_copy_is_whole_and_independent() -> None:
    def copied(g: Game) -> None:
        c = g.copy()
        before = g.s.key()
        assert c.s.key() == before and c.ask == g.ask
        if c.ask is not None and c.ask.legal:
            c.answer(c.ask.number, c.ask.legal[-1])
            assert g.s.key() == before

    play(5, 2, copied)


def test_what_a_seat_imagines_agrees_with_all_that_it_knows() -> None:
    rng = random.Random(6)

    def imagined(g: Game) -> None:
        if g.result is not None or rng.random() > 0.05:
            return
        for seat in range(len(g.seats)):
            other = g.imagine(seat, rng)
            assert broken(other) is None, broken(other)
            mine, its = g.view(seat), other.view(seat)
            if g.ask is not None and g.ask.asker == seat:
                assert its == mine
            else:  # another seat's question may differ: it can depend on hidden cards
                for key in ("hand", "souvenirs", "treasures", "urns", "pit", "pieces"):
                    if other.s.number == g.s.number:
                        assert its.visible[key] == mine.visible[key]

    play(9, 4, imagined)


def test_no_view_tells_of_others_cards() -> None:
    def told(g: Game) -> None:
        for seat in (None, *range(len(g.seats))):
            visible, known = g.view(seat)
            assert set(known) <= {"treasures"}
            for n, row in enumerate(visible["seats"]):
                assert row["cards"] == len(g.s.hands[n]), "a count and no more"
            if seat is None:
                assert not {"hand", "souvenirs", "ask", "treasures"} & set(visible)

    play(2, 3, told)
