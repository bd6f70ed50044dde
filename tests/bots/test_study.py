"""The study: games by number, invariants, lengths and intervals."""

from dataclasses import replace

import pytest
from typer.testing import CliRunner

from tests.rules.arrange import Table, island
from tests.rules.randomly import games
from vulkar.bots.study import (
    Plan,
    Row,
    check_plan,
    lengths,
    play,
    problems,
    wilson,
    wins_of,
)
from vulkar.cli.app import app
from vulkar.errors import VulkarError
from vulkar.rules.classic.invariants import broken

MIXED = Plan(60, "mix", ("random",), 1)


@pytest.mark.parametrize("part", range(3))
def test_60_random_games_of_every_kind_hold_all_invariants(part):
    """``make evidence`` plays 10,000 of them."""
    rows = [play(island(), MIXED, n) for n in range(part, MIXED.games, 3)]
    assert problems(rows) == []
    assert len({len(r.bots) for r in rows}) == 3 and len({r.preset for r in rows}) == 2


def test_a_game_is_its_plan_and_its_number():
    assert play(island(), MIXED, 3) == play(island(), MIXED, 3)
    assert play(island(), MIXED, 3) != play(island(), MIXED, 4)


def test_seats_alternate_and_winners_are_named_by_bot():
    plan = Plan(20, "anniversary", ("simple", "random"), 2)
    rows = [play(island(), plan, n) for n in range(20)]
    assert rows[0].bots == ("simple", "random") and rows[1].bots == ("random", "simple")
    assert all(plan.bots[w] in ("simple", "random") for r in rows for w in r.winners)
    ((first, wins, ended), (_, others, _)) = wins_of(rows, plan.bots)
    assert first == "simple" and ended == 20 and wins + others == 20 and wins >= 17


# --- invariants: each break is seen -------------------------------------------------------------
def spoilt(how):
    t = Table(
        {"red": "TA1", "blue": "TA2"},
        owner="red",
        held={"red": ["boots", "staff"]},
        items="both",
        hands={"red": ["cancel"]},
    )
    assert broken(t.g) is None
    how(t.g)
    return broken(t.g)


@pytest.mark.parametrize(
    ("how", "word"),
    [
        (lambda g: g.s.pile.__setitem__(0, 9), "fireball"),
        (lambda g: setattr(g.s, "owner", -1), "jewel"),
        (lambda g: setattr(g.s, "jewel_at", 3), "jewel"),
        (lambda g: g.s.pos.__setitem__(0, g.s.pos[1]), "two pieces"),
        (lambda g: g.s.inv.held.__setitem__(0, 15), "items"),
        (lambda g: setattr(g.s.inv, "dolls", ((4, 0), (4, 1))), "dolls"),
        (lambda g: setattr(g.ask, "legal", g.ask.legal[:1]), "forced"),
        (lambda g: g.s.out.__setitem__(g.ask.asker, 2), "lies"),
        (lambda g: setattr(g, "ask", None), "no question"),
    ],
)
def test_a_broken_invariant_is_named(how, word):
    said = spoilt(how)
    assert said and word in said


def test_too_many_cards_in_a_hand():
    t = Table({"red": "TA1", "blue": "TA2"}, hands={"red": ["cancel"] * 4})
    t.g.s.hands[0] = (*t.g.s.hands[0], 7)
    t.g.s.pile[7] -= 1
    assert broken(t.g) == "a hand holds too many cards"


def test_invariants_hold_between_any_two_answers():
    for g, _ in games(5, mixed=True, items=True):
        assert broken(g) is None


# --- what the table says ------------------------------------------------------------------------
def row(turns, **more):
    base = Row(0, "anniversary", ("random",) * 2, turns, True, False, (0,), None)
    return replace(base, **more)


def test_lengths_and_problems():
    rows = [row(n) for n in range(1, 101)]
    assert lengths(rows, "anniversary") == (100, 100, 0, 0, 51, 100, 100)
    assert problems(rows) == []
    rows[0] = row(50_001, ended=False, winners=())
    found = lengths(rows, "anniversary")
    assert (found.cut, found.cut_unexcused, found.longest) == (1, 1, 50_001)
    assert len(problems(rows)) == 2  # not excused, and not below 1 %
    more = rows + [row(9)] * 100
    more[0] = replace(rows[0], excused=True)
    assert problems(more) == []
    assert problems([row(3, broken="x")]) == ["game 0 (anniversary): x"]


def test_wilson_is_the_published_interval():
    low, high = wilson(115, 200)
    assert (round(low, 3), round(high, 3)) == (0.506, 0.641)
    assert wilson(114, 200)[0] < 0.502 and wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (MIXED._replace(games=0), "study.games"),
        (MIXED._replace(preset="mixed"), "study.preset"),
        (MIXED._replace(bots=("random",) * 5), "study.bots"),
        (MIXED._replace(bots=("randon",)), "bot.unknown"),
        (MIXED._replace(bots=("search:x", "simple")), "bot.playouts"),
    ],
)
def test_a_bad_plan_is_an_error(plan, code):
    with pytest.raises(VulkarError) as info:
        check_plan(plan)
    assert info.value.code == code and info.value.todo


def test_the_command_prints_the_tables():
    args = ["study", "--games", "6", "--bots", "simple,random", "--seed", "3", "--processes", "1"]
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    for word in ("6 games, seed 3", "turns p50", "interval", "simple"):
        assert word in done.output
