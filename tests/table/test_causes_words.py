"""Behind an event stands an answer of its own seat and of its own words, and no other."""

from __future__ import annotations

import pytest

from vulkar.errors import VulkarError
from vulkar.rules import WORLD, Answer, Event
from vulkar.rules.classic.ruleset import RULESET
from vulkar.table import causes
from vulkar.table.journal import AnswerRow

CAUSES = RULESET.causes
WAY = ["DR1", "DR2"]
WORDS = {
    "roll": ["roll"],
    "move": ["move"],
    "rest": ["move"],
    "slide": ["move"],
    "target": ["target", "no_target"],
    "route": ["route"],
    "cave": ["cave", "stay"],
    "dig": ["again", "dig", "card", "leave"],
    "torch": ["use", "roll"],
    "torch_die": ["die"],
    "item": ["item"],
}


def row(number: int, asker: int, kind: str, value: Answer) -> AnswerRow:
    return AnswerRow(number, asker, kind, value, 0, "")


def behind(event: Event, *rows: AnswerRow) -> list[int]:
    """The numbers of the answers behind it; none where nobody decided it."""
    try:
        return [each.number for each in causes.causes_of(CAUSES, event, rows)]
    except VulkarError as error:
        assert error.code == "amend.cause"
        return []


@pytest.mark.parametrize(("kind", "word"), [(k, w) for k, words in WORDS.items() for w in words])
def test_each_word_is_of_its_question(kind: str, word: str) -> None:
    made = [row(2, 0, "act", ["play", "torch"]), row(1, 0, kind, [])]
    assert CAUSES.cause_of(made, [word, "x"]).number == 1
    assert CAUSES.cause_of(made, ["fly"]).number == 2  # a word of no question: the last answer
    assert CAUSES.seen_by_all(made[1]) and CAUSES.sayable(made[1], [word, "x"])


IN_CAVE = {"by": 0, "why": "cave", "to": "CV2", "path": ["CV2"]}
DECLARED = {"by": 0, "target": None, "route": "I_SW"}


@pytest.mark.parametrize(
    ("event", "kind", "value", "other"),
    [
        (Event("moving", {"by": 0, "why": "rolled", "path": WAY}), "move", ["move", WAY], []),
        (Event("card_played", {"seat": 0, "card": "a"}), "act", ["play", "a"], ["play", "b"]),
        (Event("item_used", {"seat": 0, "item": "a"}), "act", ["use", "a"], ["use", "b"]),
        (Event("item_found", {"seat": 0, "item": "a"}), "item", ["item", "a"], ["item", "b"]),
        (Event("item_found", {"seat": 0, "item": "a"}), "dig", ["dig"], None),
        (Event("item_again", {"seat": 0}), "dig", ["dig"], None),
        (Event("landslide", {"seat": 0}), "dig", ["dig"], None),
        (
            Event("discarded", {"seat": 0, "what": "a"}),
            "discard",
            ["discard", "a"],
            ["discard", "b"],
        ),
        (Event("moved", IN_CAVE), "cave", ["cave", "CV2"], ["cave", "CV3"]),
        (Event("moving", {"by": 0, "why": "rest", "path": WAY}), "rest", ["move", WAY[1:]], []),
        (Event("fireball_declared", DECLARED), "target", ["no_target"], ["target", "red"]),
        (Event("fireball_declared", DECLARED), "route", ["route", "I_SW"], ["route", "A_E"]),
    ],
)
def test_it_is_the_answer_of_that_seat_and_of_nobody_else(
    event: Event, kind: str, value: Answer, other: Answer
) -> None:
    assert behind(event, row(1, 0, kind, value)) == [1]
    assert behind(event, row(1, 1, kind, value)) == []
    if other is not None:
        assert behind(event, row(1, 0, kind, other)) == []


@pytest.mark.parametrize("kind", ["fireball_rolled", "fireball_again"])
def test_what_a_marble_did_is_said_by_the_world(kind: str) -> None:
    event = Event(kind, {"hit": []})
    assert behind(event, row(1, WORLD, "roll", []), row(2, 0, "act", ["roll"])) == [1]


def test_of_two_answers_to_one_kind_of_question_the_last_one_counts() -> None:
    twice = [row(n, 0, "move", ["move", WAY]) for n in (1, 2)]
    assert behind(Event("moved", {"by": 0, "why": "rolled", "path": WAY}), *twice) == [2]


def test_a_die_in_a_cave_points_at_the_cave_that_was_chosen_for_it() -> None:
    rolled = Event("rolled", {"seat": 0, "value": 4})
    later = [row(2, 1, "cave", ["stay"]), row(3, 0, "cave", ["cave", "CV2"])]
    (made,) = causes.causes_of(CAUSES, rolled, [], later)
    assert made.number == 3


@pytest.mark.parametrize(
    ("asker", "kind", "value", "can_be_said"),
    [
        (1, "respond", ["pass"], True),
        (1, "respond", ["play", "cancel"], False),
        (WORLD, "other", [["hit", "red"]], True),
        (0, "pick", ["pick", 1], False),
        (0, "take", ["take", "cancel"], False),
    ],
)
def test_what_only_a_hand_makes_legal_is_not_said(
    asker: int, kind: str, value: Answer, can_be_said: bool
) -> None:
    assert CAUSES.sayable(row(1, asker, kind, []), value) == can_be_said


@pytest.mark.parametrize(("word", "seen"), [("play", True), ("use", True), ("pass", False)])
def test_everybody_sees_that_something_was_played_or_used(word: str, seen: bool) -> None:
    assert CAUSES.seen_by_all(row(1, 1, "respond", [word, "a"])) == seen
