"""What holds in every memory game, whatever is answered; and what nobody gets to see."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.ship.randomly import ISLAND, SEATS, games
from vulkar.errors import VulkarError
from vulkar.rules import CHANCE, Event, Refused
from vulkar.rules.ship.cards import CARDS, ON_ISLAND, PLACES, TREASURES, load_deck
from vulkar.rules.ship.describe import describe, describe_choice
from vulkar.rules.ship.game import Game
from vulkar.rules.ship.invariants import broken
from vulkar.rules.ship.score import result_of
from vulkar.texts import render

few = settings(max_examples=12, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
GARBAGE = [None, 70, "open", [], ["open"], ["open", 3], ["open", "z9"], [[]], {"open": "a1"}]


@few
@given(seeds)
def test_random_games_keep_the_invariants_and_end(seed):
    for g, _ in games(seed):
        assert broken(g) is None
    assert g.result is not None and len(g.result.winners) == 1
    assert len(g.s.winners) == 7 and sorted(g.s.values) == sorted(TREASURES)


@few
@given(seeds)
def test_a_copy_is_independent_and_plays_on_alike(seed):
    for i, (g, value) in enumerate(games(seed)):
        if value is None or i % 5:
            continue
        before = g.s.key()
        one, other = g.copy(), g.copy()
        one.answer(one.ask.number, value)
        assert g.s.key() == before == other.s.key()
        other.answer(other.ask.number, value)
        assert one.s.key() == other.s.key() and one.ask == other.ask


@few
@given(seeds)
def test_the_same_answers_give_the_same_events(seed):
    heard: tuple[list[Event], list[Event]] = ([], [])
    for events in heard:
        for _ in games(seed, events.append):
            pass
    assert heard[0] == heard[1]


@few
@given(seeds)
def test_a_wrong_answer_is_refused_by_a_rule_and_changes_nothing(seed):
    for i, (g, _) in enumerate(games(seed)):
        if g.ask is None or i % 9 or not g.ask.legal:
            continue
        for value in GARBAGE:
            before = (g.s.key(), g.ask)
            with pytest.raises(Refused):
                g.answer(g.ask.number, value)
            assert (g.s.key(), g.ask) == before


@few
@given(seeds)
def test_known_is_exactly_what_a_seat_has_seen(seed):  # SHIP.view.known
    events: list[Event] = []
    for i, (g, _) in enumerate(games(seed, events.append)):
        if i % 3 or (g.ask and g.ask.asker == CHANCE):
            continue
        for seat in range(len(g.seats)):
            seen = {
                e.data["place"]: e.data["card"]
                for e in events
                if e.kind in ("opened", "location_seen")
                and (e.audience is None or seat in e.audience)
            }
            assert g.view(seat).known.get("locations", {}) == seen
        opened = [PLACES[p] for p in ON_ISLAND if g.s.open >> p & 1]
        assert list(g.view(None).visible["open"]) == opened
        assert g.view(None).known == {}


@few
@given(seeds)
def test_an_imagined_game_looks_and_sounds_the_same_to_its_seat(seed):  # SHIP.view.hidden
    """Played on with the same answers until the seat sees what it had not known."""
    rng = random.Random(seed)
    for i, (g, value) in enumerate(games(seed)):
        if value is None or i % 7 or g.s.round == 0:
            continue
        for seat in range(len(g.seats)):
            dream = g.imagine(seat, rng)
            assert broken(dream) is None
            assert dream.view(seat) == g.view(seat)
            assert dream.view(None) == g.view(None)
            assert (dream.ask.asker, dream.ask.kind, dream.ask.legal) == (
                g.ask.asker,
                g.ask.kind,
                g.ask.legal,
            )
            place = PLACES.index(value[1]) if g.ask.kind == "open" else None
            if place is not None and not g.s.known[seat] >> place & 1:
                continue
            heard: tuple[list[Event], list[Event]] = ([], [])
            for game, events in zip((g.copy(), dream), heard, strict=True):
                game.answer(game.ask.number, value, events.append)
            assert heard[0] == heard[1]


def test_what_is_hidden_is_dealt_anew_with_the_removed_location_among_it():  # SHIP.view.hidden
    g = next(g for g, _ in games(3) if g.s.round == 1)
    rng = random.Random(1)
    unseen = next(p for p in ON_ISLAND if not g.s.known[0] >> p & 1)
    found = {g.imagine(0, rng).s.cards[unseen] for _ in range(400)}
    seen = {g.s.cards[p] for p in ON_ISLAND if g.s.known[0] >> p & 1}
    assert found == set(range(25)) - seen


@few
@given(seeds)
def test_no_event_shows_what_lies_covered(seed):  # SHIP.look.secret SHIP.round.unseen
    events: list[Event] = []
    *_, (g, _) = games(seed, events.append)
    for e in events:
        assert not {"ordinal", "cards", "counts"} & set(e.data)
        if e.kind == "location_seen":
            assert e.audience == (e.data["seat"],)
        elif e.kind == "treasure_won" and g.options.stack == "shuffled":
            assert e.data["rubies"] is None
        else:
            assert e.audience is None


def test_every_event_and_choice_has_its_sentence():
    kinds = set()
    for seed in range(12):
        events: list[Event] = []
        for g, value in games(seed, events.append):
            if value is not None and g.ask.legal:
                assert "{" not in render(describe_choice(g.ask, value), "de")
        for e in events:
            kinds.add(e.kind)
            for language in ("en", "de"):
                sentence = render(describe(e), language)
                assert not sentence.startswith(("event.", e.kind)) and "{" not in sentence
    assert len(kinds) == 13


def test_no_deal_of_the_seven_treasures_leaves_a_tie():  # SHIP.end.richest
    for count in (2, 3, 4):
        for deal in product(range(count), repeat=len(TREASURES)):
            hands = [
                [v for v, who in zip(TREASURES, deal, strict=True) if who == seat]
                for seat in range(count)
            ]
            assert len(result_of(hands).winners) == 1


def test_there_is_one_location_of_each_animal_and_landscape():  # SHIP.setup.deck
    assert len(set(CARDS)) == 25
    assert sorted(TREASURES) == [1, 1, 2, 2, 2, 3, 4]


@pytest.mark.parametrize("seats", [SEATS[:1], (*SEATS, "white"), ("red", "red")])
def test_two_to_four_play(seats):  # SHIP.setup.seats
    with pytest.raises(VulkarError, match="pawns"):
        Game(ISLAND, "shuffled", seats)


def test_places_and_volcanoes_are_back_for_every_round():  # SHIP.round.back
    for seed in range(3):
        begun = 0
        for g, _ in games(seed):
            if g.s.round > begun and g.ask is not None and g.ask.kind == "open":
                begun = g.s.round
                assert g.view(None).visible["stack"]["volcanoes"] == len(g.seats) - 1
                assert g.view(None).visible["open"] == {}


DATA = """
animals = ["a", "b", "c", "d", "e"]
landscapes = ["f", "g", "h", "i", "j"]
locations = 25
treasures = [1, 2]
rubies = 3
volcanoes = [1, 2, 3]
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"a", "b"', '"a", "a"'),
        ("= 25", "= 24"),
        ("= [1, 2]", "= [2, 1]"),
        ("rubies = 3", "rubies = 4"),
        ("[1, 2, 3]", "[1, 1, 3]"),
        ("[1, 2, 3]", "[0, 1, 3]"),
        ("volcanoes", "volcanos"),
        ("rubies = 3", 'rubies = "many"'),
        ("=", "=="),
    ],
)
def test_a_wrong_data_file_is_told(old, new):
    assert len(load_deck(DATA).treasures) == 2
    with pytest.raises(VulkarError) as info:
        load_deck(DATA.replace(old, new, 1))
    assert info.value.code == "deck.bad"
