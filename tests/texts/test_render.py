"""What a text becomes, and what no parameter can do to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vulkar.errors import VulkarError
from vulkar.texts import LANGUAGES, Text, best_language, error_texts, named, render, text
from vulkar.texts.render import MOST_NESTED

CODES = [
    "event.moving",
    "event.fireball_rolled.hit",
    "event.reshuffled",
    "name.with_id",
    "error.map.outside",
    "error.bot.playouts",
]
PARAMS = ["n", "own", "pawn", "hit", "way", "id", "x", "y", "name", "most"]
HOSTILE = (
    "{code}",
    "{0}",
    "{pawn.__class__.__mro__}",
    "%s %(pawn)s %",
    "<script>alert(1)</script>",
    "a | b",
    "\x1b[31m",
    "{" * 40,
    "",
)


def red() -> Text:
    return named("pawn", "red", "red")


def test_a_text_survives_json_and_is_said_in_each_language() -> None:
    said = text(
        "event.card_played.on",
        pawn=red(),
        card=text("card.cancel"),
        on=named("pawn", "blue", "blue"),
    )
    assert json.loads(json.dumps(said)) == said
    assert render(said) == "Red plays Cancel on blue."
    assert render(said, "de") == "Rot spielt „Aufheben“ auf Blau."


def test_one_and_many_have_forms_of_their_own() -> None:
    one, many = (text("event.reshuffled", n=n) for n in (1, 40))
    assert render(one) == "The 1 discard is shuffled into a new pile."
    assert render(many, "de") == "Die 40 abgelegten Karten werden zum neuen Stapel gemischt."


def test_a_list_is_joined_by_what_its_sentence_says() -> None:
    way = text("event.moving", pawn=red(), way=["A1", text("card.double")])
    assert render(way) == "Red sets out along A1 - Double."
    hit = text("event.fireball_rolled.hit", n=2, route="W", hit=[red(), "x"])
    assert render(hit) == "The fireball rolls by W: red, x are touched."


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("value", HOSTILE)
def test_what_a_person_typed_is_shown_as_it_is(value: str, language: str) -> None:
    said = text("event.card_cancelled", card=value, code="secret", pawn=red())
    assert render(said, language).count(value) >= 1
    assert "secret" not in render(said, language)
    unknown = named("pawn", value, value)
    assert render(text("choice.target", pawn=unknown), language).count(value) >= 1
    assert render(unknown, language) == value
    assert value in render(text("choice.other", words=["x", value]), language)


def test_a_word_where_a_number_belongs_is_shown() -> None:
    outside = error_texts("map.outside", {"id": "A", "x": "{y}", "y": 2.6})
    assert render(outside.what) == "A leaves the board at {y}, 3."


def test_only_a_sentence_that_begins_with_a_text_gets_a_capital_letter() -> None:
    assert render(text("event.turn_ended", pawn=red())) == "Red ends the turn."
    assert render(text("event.turn_ended", pawn="iPhone")) == "iPhone ends the turn."
    assert render(red()) == "red"
    with_id = text("name.with_id", name=red(), id="R")
    assert render(text("choice.target", pawn=with_id)) == "Aim at red (R)"


def test_what_is_missing_is_shown_and_breaks_nothing() -> None:
    assert render(text("nothing.of_this")) == "nothing.of_this"
    assert render(named("map.mine", "X1", "My space"), "de") == "My space"
    assert render(text("choice.target")) == "Aim at {pawn}"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.fixed_dictionaries({"code": st.sampled_from(CODES) | inner, "params": inner})
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(
    code=st.sampled_from(CODES) | st.text(max_size=9),
    language=st.sampled_from(LANGUAGES),
    params=st.dictionaries(st.sampled_from(PARAMS), JSON),
)
def test_no_parameters_whatever_break_a_page(
    code: str, language: str, params: dict[str, Any]
) -> None:
    assert isinstance(render({"code": code, "params": params}, language), str)


def test_texts_in_texts_end_somewhere() -> None:
    deep = text("choice.target", pawn="red")
    for _ in range(1000):
        deep = text("choice.target", pawn=deep)
    assert render(deep) == "Aim at " * MOST_NESTED + "Aim at choice.target"


def test_an_unknown_language_is_an_error() -> None:
    for language in ("fr", "../en", "EN", ""):
        with pytest.raises(VulkarError) as info:
            render(red(), language)
        assert info.value.code == "text.language"


def test_an_error_is_said_as_the_catalogue_has_it() -> None:
    error = VulkarError("option.unknown", option="{x}")
    said = error_texts(error.code, error.params)
    assert tuple(render(t) for t in said) == (error.what, error.cause, error.todo)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr,de;q=0.5,en;q=0.4", "de"),
        ("fr, it", "en"),
        ("de;q=0", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=nan,en;q=inf", "en"),
        ("de;q=" + "9" * 10_000, "de"),
        (",;,;;q=,", "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_asks_for(header: str, language: str) -> None:
    assert best_language(header) == language


def test_words_of_the_program_in_an_error_are_said_in_the_language() -> None:
    said = error_texts("rules.refused", {"rule": "C86.bridge.stop", "why": "B1 is {empty}."}).what
    assert render(said) == "The rules do not allow that: B1 is {empty}."
    assert render(said, "de").endswith("Eine leere Brücke hält die Figur auf, die sie erreicht.")
    state = error_texts("table.state", {"state": "over"}).what
    assert render(state) == "That cannot be done at a table that is over."
    assert render(state, "de").endswith("ist: zu Ende.")
    for code in ("rules.refused", "table.state", "table.paused"):  # what hides its parameters
        assert "{" in render(error_texts(code, {}).what)
    unknown = error_texts("rules.refused", {"rule": "X.y", "why": "No."}).what
    assert render(unknown, "de") == "Das erlauben die Regeln nicht: No."
