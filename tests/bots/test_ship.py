"""Bots of the memory game: a memory that fades, and what it is worth."""

from __future__ import annotations

import random

import pytest

from tests.rules.ship.randomly import ISLAND, games
from vulkar.bots.ship.memory import Memory
from vulkar.bots.ship.player import Player
from vulkar.bots.study import Plan, play, problems, wilson, wins_of
from vulkar.rules.ship.cards import ON_ISLAND, connected


def test_a_perfect_memory_holds_all_that_its_seat_has_seen():
    memory = Memory(random.Random(1), 0.0)
    for g, _ in games(5):
        found = memory.look(g, 0)
        assert found == {p: g.s.cards[p] for p in ON_ISLAND if g.s.known[0] >> p & 1}


def test_a_rate_of_one_leaves_what_lies_open_and_what_was_seen_in_this_turn():
    memory = Memory(random.Random(1), 1.0)
    for g, _ in games(5):
        found = memory.look(g, 0)
        for place in found:
            assert g.s.open >> place & 1 or g.s.when[place] == g.s.turns
        assert {p for p in ON_ISLAND if g.s.open >> p & 1} <= set(found)  # also what was forgotten


def test_what_was_forgotten_stays_forgotten_until_it_is_opened_again():
    memory, before = Memory(random.Random(3), 0.3), {}
    forgot = met_again = 0
    for g, _ in games(11):
        found = dict(memory.look(g, 1))
        for place in found.keys() - before.keys():
            met_again += place in memory.met and g.s.when[place] > 0
        forgot += len(before.keys() - found.keys())
        before = found
    assert forgot > 10 and met_again > 10


@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_a_location_is_forgotten_at_its_rate_in_a_turn(rate):
    """Of 2,000 looked at before the game, about (1 - rate)^5 are left after five turns."""
    g = next(g for g, _ in games(2) if g.s.round == 1).copy()
    mine = sum(g.s.known[0] >> p & 1 for p in ON_ISLAND)
    kept = 0
    for seed in range(2000 // mine):
        memory = Memory(random.Random(seed), rate)
        g.s.turns = 1
        memory.look(g, 0)
        for turn in (2, 5):  # also where turns go by between two looks
            g.s.turns = turn
            left = memory.look(g, 0)
        kept += len(left)
    share = kept / (2000 // mine * mine)
    low, high = wilson(int((1 - rate) ** 5 * 2000), 2000)
    assert low - 0.02 < share < high + 0.02


def test_the_same_seed_forgets_the_same():
    left = []
    for _ in range(2):
        memory = Memory(random.Random(9), 0.2)
        left.append([dict(memory.look(g, 0)) for g, _ in games(4)])
    assert left[0] == left[1]


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_is_a_probability(rate):
    with pytest.raises(ValueError, match="probability"):
        Memory(random.Random(1), rate)


def test_a_player_opens_what_it_knows_to_fit():
    rng = random.Random(4)
    opened = 0
    for g, _ in games(8):
        if g.ask is None or g.ask.kind != "open" or g.s.last < 0:
            continue
        seat = g.ask.asker
        dream = g.imagine(seat, rng)
        answer = Player(random.Random(0)).choose(dream, g.ask, seat)
        place = g.ask.codes[g.ask.legal.index(answer)]
        fits = [
            p
            for p in g.ask.codes
            if g.s.known[seat] >> p & 1 and connected(g.s.cards[p], g.s.cards[g.s.last])
        ]
        if fits:
            assert place in fits
            opened += 1
        elif any(not g.s.known[seat] >> p & 1 for p in g.ask.codes):
            assert not g.s.known[seat] >> place & 1  # rather a chance than what surely fails
    assert opened > 5


def test_who_forgets_nothing_beats_who_forgets():
    """By the lower end of the 95 % interval; ``make evidence`` plays more of them."""
    plan = Plan(60, "shuffled", ("perfect", "forgetful"), 1, "ship")
    rows = [play(ISLAND, plan, number) for number in range(plan.games)]
    assert problems(rows) == []
    (name, wins, ended), _ = wins_of(rows, plan.bots)
    assert name == "perfect" and ended == plan.games
    assert wilson(wins, ended)[0] > 0.5


def test_random_games_of_the_memory_game_hold_all_invariants():
    plan = Plan(60, "mix", ("random",), 1, "ship")
    rows = [play(ISLAND, plan, number) for number in range(plan.games)]
    assert problems(rows) == []
    assert {len(r.bots) for r in rows} == {2, 3, 4} and len({r.preset for r in rows}) == 2
