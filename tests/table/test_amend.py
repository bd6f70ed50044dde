"""An answer replaced: what is kept, what is dropped, and that nobody's luck changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.arrange import Table, island
from tests.rules.randomly import World, games
from vulkar.errors import VulkarError
from vulkar.rules import CHANCE, WORLD, Ask, Event, Refused
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.table.amend import Amended, Known, amend
from vulkar.table.journal import AnswerRow
from vulkar.table.replaying import chained

SEEDS = st.integers(0, 10_000)


def played(seed: int, turns: int, middle: bool = True) -> tuple[Game, list[AnswerRow], Game]:
    """A game before its first answer, its answers, and the game after them."""
    fresh, rows, chain = None, [], chained("", [])
    for game, value in games(seed, turns=turns, middle=middle, mixed=True, sink=None):
        fresh = fresh or game.copy()
        if value is None:
            assert fresh is not None
            return fresh, rows, game
        ask, heard = game.ask, []
        assert ask is not None
        game.copy().answer(ask.number, value, heard.append)
        chain = chained(chain, heard)
        rows.append(AnswerRow(ask.number, ask.asker, ask.kind, value, len(rows), chain))
    raise AssertionError


def other(rng: random.Random, fresh: Game, rows: list[AnswerRow]) -> tuple[int, object] | None:
    """A question that seats or the world have answered, and another answer to it."""
    at = rng.randrange(len(rows))
    game = fresh.copy()
    for row in rows[:at]:
        game.answer(row.number, row.value)
    ask = game.ask
    assert ask is not None
    if ask.asker == CHANCE:
        return None
    if ask.asker == WORLD:
        return ask.number, World(island(), rng).answer(ask)
    return ask.number, rng.choice(ask.legal)


def amended(seed: int, turns: int = 12) -> tuple[Amended, Game, list[AnswerRow]] | None:
    fresh, rows, _ = played(seed, turns)
    change = other(random.Random(seed), fresh, rows) if rows else None
    if change is None:
        return None
    return amend(fresh, [], rows, Chance(seed).answer, *change), fresh, rows


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_the_same_answer_again_changes_nothing(seed: int) -> None:
    fresh, rows, end = played(seed, 12)
    for row in random.Random(seed).sample(rows, min(3, len(rows))):
        if row.asker == CHANCE:
            continue
        result = amend(fresh, [], rows, Chance(seed).answer, row.number, row.value)
        assert result.same
        assert result.game.s.key() == end.s.key()
        assert (result.dropped, result.changed, result.known, result.dice) == ((), (), (), 0)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_an_amended_game_replays_from_its_answers(seed: int) -> None:
    found = amended(seed)
    if found is None:
        return
    result, fresh, rows = found
    chance, chain = Chance(seed), chained("", [])
    for row in (*(row for row in rows if row.number < result.number), *result.rows):
        ask, heard = fresh.ask, []
        assert ask is not None
        assert (ask.number, ask.asker, ask.kind) == (row.number, row.asker, row.kind)
        assert ask.asker != CHANCE or chance.answer(ask) == row.value
        fresh.answer(row.number, row.value, heard.append)
        chain = chained(chain, heard)
        assert chain == row.events_sha
    assert fresh.s.key() == result.game.s.key()


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_every_die_falls_as_it_fell_before(seed: int) -> None:
    found = amended(seed)
    if found is None:
        return
    result = found[0]
    was, now = (
        [row.value for row in side if row.kind == "die"] for side in (result.old, result.rows)
    )
    both = min(len(was), len(now))
    assert was[:both] == now[:both]
    assert result.dice == max(0, len(was) - len(now))


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_nothing_is_lost_without_a_word(seed: int) -> None:
    """Each old answer is in the amended game, or told as dropped; a mere pass may go in silence."""
    found = amended(seed)
    if found is None:
        return
    result = found[0]
    kept = sum(row.asker != CHANCE for row in result.rows)
    gone = sum(row.asker != CHANCE for row in result.old) - kept
    passes = sum(row.value == ["pass"] for row in result.old)
    assert len(result.dropped) <= gone <= len(result.dropped) + passes


SEED = next(seed for seed in range(100) if Chance(seed).number("die", 0) < 1 / 6)
Choose = Callable[[Ask], object]


def tell(game: Game, choose: Choose, turns: int) -> tuple[Game, list[AnswerRow]]:
    """Plays on until turn ``turns`` has begun; ``choose`` answers for seats and the world."""
    fresh, rows, chance, chain = game.copy(), [], Chance(SEED), chained("", [])
    while (ask := game.ask) is not None and game.s.turns < turns:
        value = chance.answer(ask) if ask.asker == CHANCE else choose(ask)
        heard: list[Event] = []
        game.answer(ask.number, value, heard.append)
        chain = chained(chain, heard)
        rows.append(AnswerRow(ask.number, ask.asker, ask.kind, value, ask.number, chain))
    return fresh, rows


def fireball() -> tuple[Game, list[AnswerRow]]:
    """Red rolls a 1 and aims at blue, whom the marble touches; others play on."""
    pawns = {"red": "WT6", "blue": "WT5", "green": "DR2"}
    hit = [["hit", "blue"]]
    return tell(Table(pawns).g, lambda ask: hit if ask.asker == WORLD else ask.legal[0], turns=9)


def of(rows: Sequence[AnswerRow], asker: int) -> list[AnswerRow]:
    return [row for row in rows if row.asker == asker]


def test_a_touch_that_was_none_leaves_the_pawn_where_it_stood() -> None:
    fresh, rows = fireball()
    roll = of(rows, WORLD)[0]
    result = amend(fresh, [], rows, Chance(SEED).answer, roll.number, [])
    assert result.game.standing()["blue"] == "WT5"
    # blue's turn was lost with the touch: now it is asked, and nothing later is of this game
    assert result.game.ask is not None and result.game.ask.asker == 1
    assert result.old == tuple(rows[rows.index(roll) :])
    assert result.dropped == tuple(row for row in result.old[1:] if row.asker != CHANCE)


def test_a_touch_that_was_missed_keeps_what_others_did_until_it_matters() -> None:
    fresh, rows = fireball()
    both = [["hit", "blue"], ["hit", "red"]]
    roll = of(rows, WORLD)[0]
    result = amend(fresh, [], rows, Chance(SEED).answer, roll.number, both)
    assert result.game.standing()["red"] not in ("WT6", "WT2")
    kept, before = of(result.rows, 2), of(result.old, 2)
    assert [row.value for row in kept] == [row.value for row in before[:1]]
    assert result.dropped[0] == before[1]  # a card played in red's turn, which is lost now


def test_cards_that_were_seen_are_told_by_whom_but_not_which() -> None:
    fresh, rows = fireball()
    result = amend(fresh, [], rows, Chance(SEED).answer, of(rows, WORLD)[0].number, [])
    assert result.known == (
        Known("card_drawn", (1,), about=1, count=1),
        Known("card_drawn", (2,), about=2, count=2),
        Known("card_played", (0, 1, 2), about=1, count=1),
        Known("card_played", (0, 1, 2), about=2, count=1),
    )
    assert result.dice == 3


def test_a_fireball_that_rolled_is_not_rolled_again_and_misses_who_stands_elsewhere() -> None:
    """Red fires twice, by the same route; the first one touched green after all."""
    game = Table(
        {"red": "WT3", "blue": "WT5", "green": "WT6"},
        hands={"red": ["fireball", "fireball"]},
        preset="anniversary",
    ).g
    facts = iter(([], [["hit", "green"], ["hit", "blue"]]))

    def choose(ask: Ask) -> object:
        if ask.asker == WORLD:
            return next(facts, [])
        wanted = (["play", "fireball"], ["target", "blue"], ["route", "I_SW"])
        return next((value for value in ask.legal if value in wanted), ask.legal[0])

    fresh, rows = tell(game, choose, turns=3)
    first, second = of(rows, WORLD)[:2]
    result = amend(fresh, [], rows, Chance(SEED).answer, first.number, [["hit", "green"]])
    again = of(result.rows, WORLD)
    assert [row.value for row in again] == [[["hit", "green"]], [["hit", "blue"]], []]
    assert result.changed == (again[1].number,)
    assert second not in result.dropped


def test_chance_is_not_amended_and_neither_is_what_was_never_asked() -> None:
    fresh, rows = fireball()
    die = next(row for row in rows if row.asker == CHANCE)
    for number, code in ((die.number, "amend.chance"), (999, "amend.unknown")):
        with pytest.raises(VulkarError) as error:
            amend(fresh, [], rows, Chance(SEED).answer, number, 6)
        assert error.value.code == code


def test_what_the_rules_forbid_is_refused_and_changes_nothing() -> None:
    fresh, rows = fireball()
    before = fresh.s.key()
    roll = next(row for row in rows if row.asker == WORLD)
    with pytest.raises(Refused):
        amend(fresh, [], rows, Chance(SEED).answer, roll.number, [["hit", "nobody"]])
    assert fresh.s.key() == before
