"""Hands of paper: a real deck beside the game, played truthfully, and lies that are found."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.arrange import SEATS, island
from tests.rules.randomly import games
from tests.rules.real_deck import RealDeck
from vulkar.errors import VulkarError
from vulkar.rules import Ask, Event, Refused
from vulkar.rules.classic import Game, PaperGame, game_of
from vulkar.rules.classic.cards import KINDS, UNKNOWN
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.invariants import broken
from vulkar.rules.classic.paper.deck import SHOWN, TOLD, hidden_from, unknown

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=10, deadline=None, derandomize=True)


@few
@given(seeds, st.booleans(), st.booleans())
def test_the_host_follows_a_real_deck_that_is_played_truthfully(seed, middle, items):
    """Every real play is offered and taken, the host's belief holds the truth, all adds up."""
    table = RealDeck(seed, middle=middle, items=items)
    for _ in range(400):
        table.check()
        assert broken(table.host) is None
        if not table.step():
            break
    true, host = table.heard
    assert host == true[: len(host)], "with the same luck it is the same game"


@few
@given(seeds, st.booleans())
def test_what_cannot_be_is_refused_and_what_may_be_is_taken(seed, items):
    """Whatever is told, true or not: refused with a rule and nothing changed, or all adds up."""
    table = RealDeck(seed, middle=True, items=items)
    for _ in range(120):
        ask = table.host.ask
        if ask is None:
            return
        if ask.kind in TOLD or any(value[0] in SHOWN for value in ask.legal if ask.asker >= 0):
            word = ask.legal[0][0] if ask.kind in TOLD else "play"
            for kind, name in enumerate(KINDS):
                _tell(table.host, ask, kind, [word, name])
        table.step()


def _tell(g: PaperGame, ask: Ask, kind: int, value: list[str]) -> None:
    trial, before = g.copy(), g.s.key()
    try:
        trial.answer(ask.number, value)
    except Refused as no:
        assert no.rule in RULES
        assert (trial.s.key(), trial.ask) == (before, ask)
        if value in ask.legal:  # as far as that seat knows it could be, but it is elsewhere
            assert no.rule == "C86.paper.elsewhere"
            known = ask.kind == "took" and UNKNOWN not in g.s.hands[_victim(g, ask)]
            assert known or not unknown(g)[kind]
    else:
        assert value in ask.legal
        assert broken(trial) is None, value


def _victim(g: PaperGame, ask: Ask) -> int:
    return g.seats.index(ask.data["victim"])


@few
@given(seeds, st.booleans())
def test_a_program_dreams_of_games_that_agree_with_what_its_seat_knows(seed, items):
    table = RealDeck(seed, middle=seed % 2 == 1, items=items)
    rng = random.Random(seed)
    for at in range(250):
        g = table.host
        if g.ask is None:
            return
        if at % 5 == 0:
            for seat in range(len(g.seats)):
                before = g.s.key()
                dream = g.imagine(seat, rng)
                assert g.s.key() == before
                assert type(dream) is Game and broken(dream) is None
                _agrees(g, dream, seat)
        table.step()


def _agrees(g: PaperGame, dream: Game, seat: int) -> None:
    assert g.ask is not None
    if g.ask.asker == seat and not g.paper[seat] and g.ask.kind not in TOLD:
        assert dream.ask == g.ask
        real = g.view(seat)
        seen = {k: v for k, v in real.visible.items() if k not in ("paper", "unseen")}
        assert dream.view(seat) == (seen, real.known)
    if g.ask.asker != seat or g.ask.kind in TOLD:  # what others are asked is for them to know
        assert dream.ask is not g.ask
    if dream.ask is not None and dream.ask.asker == seat:  # it can be played on
        dream.answer(dream.ask.number, dream.ask.legal[0])
        assert broken(dream) is None


@few
@given(seeds)
def test_what_a_seat_is_offered_tells_nothing_of_phone_hands(seed):
    """Two tables that differ in others' phone hands, known to the host, are one to a seat."""
    table = RealDeck(seed, middle=True, items=seed % 2 == 1)
    rng = random.Random(seed)
    for at in range(150):
        g = table.host
        if g.ask is None:
            return
        for seat in range(len(g.seats)) if at % 3 == 0 else ():
            other = others_dealt_anew(g, seat, rng)
            assert other.view(seat) == g.view(seat)
            if g.ask.asker == seat:  # asked anew, it is the same question
                other.ask = None
                other.resume()
                assert other.ask is not None and other.ask.legal == g.ask.legal
                assert (other.ask.kind, other.ask.data) == (g.ask.kind, g.ask.data)
        table.step()


def others_dealt_anew(g: PaperGame, seat: int, rng: random.Random) -> PaperGame:
    new, n = g.copy(), len(g.seats)
    rest = [kind for kind, count in enumerate(hidden_from(g, seat)) for _ in range(count)]
    rng.shuffle(rest)
    for other in range(n):
        if other != seat and not g.paper[other]:
            known = g.s.known[seat * n + other]
            more = len(g.s.hands[other]) - len(known)
            new.s.hands[other] = tuple(sorted((*known, *rest[:more])))
            del rest[:more]
        elif other != seat:  # what the host was told of a paper hand by others, it forgets
            known = g.s.known[seat * n + other]
            hidden = (UNKNOWN,) * (len(g.s.hands[other]) - len(known))
            new.s.hands[other] = tuple(sorted((*known, *hidden)))
    return new


@few
@given(seeds)
def test_the_same_words_give_the_same_game_and_a_copy_goes_its_own_way(seed):
    table = RealDeck(seed)
    for _ in range(150):
        twin = table.host.copy()
        before = twin.s.key()
        if not table.step():
            break
        assert twin.s.key() == before
    events: list[Event] = []
    again = PaperGame(island(), table.host.preset, table.host.seats, table.hands, _options(table))
    for value in table.said:
        assert again.ask is not None
        again.answer(again.ask.number, value, events.append)
    assert (again.s.key(), again.ask, events) == (table.host.s.key(), table.host.ask, table.events)


def _options(table: RealDeck) -> dict[str, object]:
    o = table.host.options
    return {name: getattr(o, name) for name in o.__dataclass_fields__}


def test_chance_is_never_asked_for_a_real_card():
    for seed in range(6):
        table = RealDeck(seed, items=seed % 2 == 1)
        for _ in range(300):
            if not table.step():
                break
        assert not table.asked["draw"]
        assert table.asked["drew"] or all(table.host.paper)


def test_a_table_without_paper_is_an_ordinary_game():
    phones = ("phone", "phone")
    g = game_of(island(), "anniversary", ("red", "blue"), hands=phones)
    assert type(g) is Game and type(game_of(island(), "anniversary", ("red", "blue"))) is Game
    assert "paper" not in g.view(0).visible
    for game, _ in games(3, turns=5):
        assert game.objection(0, ["play", "cancel"]) is None


@pytest.mark.parametrize("hands", [("paper",), ("paper", "card"), ("paper", "phone", "phone")])
def test_hands_that_fit_no_seats_are_an_error(hands):
    with pytest.raises(VulkarError) as info:
        game_of(island(), "anniversary", SEATS[:2], hands=hands)
    assert info.value.code == "hands.bad"
