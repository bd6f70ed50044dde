"""Pointing at what everybody saw finds the answer behind it, and tells nothing of a hand."""

from __future__ import annotations

import functools

import pytest

from vulkar.errors import VulkarError
from vulkar.rules import CHANCE, WORLD, Answer, Event
from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.items.kinds import ITEMS
from vulkar.rules.classic.ruleset import RULESET
from vulkar.table import causes
from vulkar.table.journal import AnswerRow

WAY = ["DR1", "DR2"]
CAUSES = RULESET.causes
causes_of = functools.partial(causes.causes_of, CAUSES)
check_value = functools.partial(causes.check_value, CAUSES)


def row(number: int, asker: int, kind: str, value: Answer) -> AnswerRow:
    return AnswerRow(number, asker, kind, value, 0, "")


TURN = [
    row(1, 0, "act", ["play", "fireball"]),
    row(2, 1, "respond", ["pass"]),
    row(3, 0, "target", ["target", "blue"]),
    row(4, 0, "route", ["route", "I_SW"]),
    row(5, WORLD, "roll", [["hit", "blue"]]),
    row(6, 0, "act", ["roll"]),
    row(7, CHANCE, "die", 2),
    row(8, 1, "respond", ["play", "cancel"]),
    row(9, 0, "move", ["move", WAY]),
    row(10, 2, "respond", ["pass"]),
]
DOLL = row(40, 0, "discard", ["discard", "whip"])
REST = row(41, 0, "rest", ["move", ["DR3"]])
DECLARED = {"by": 0, "target": "blue", "route": "I_SW"}


@pytest.mark.parametrize(
    ("event", "number"),
    [
        (Event("card_played", {"seat": 0, "card": "fireball"}), 1),
        (Event("card_played", {"seat": 1, "card": "cancel"}), 8),
        (Event("fireball_declared", DECLARED), 4),
        (Event("fireball_rolled", {"hit": ["blue"]}), 5),
        (Event("moving", {"by": 0, "why": "rolled", "path": WAY}), 9),
        # told only after the others had passed
        (Event("moved", {"by": 0, "why": "rolled", "path": WAY}), 9),
    ],
)
def test_the_answer_behind_an_event(event: Event, number: int) -> None:
    assert causes_of(event, TURN)[0].number == number


def test_a_route_that_was_the_only_one_points_at_the_target() -> None:
    assert causes_of(Event("fireball_declared", DECLARED), TURN[:3])[0].number == 3


@pytest.mark.parametrize(
    ("value", "number"), [(["target", "red"], 3), (["no_target"], 3), (["route", "A_E"], 4)]
)
def test_what_is_said_instead_tells_which_of_two_answers_is_meant(
    value: Answer, number: int
) -> None:
    made = causes_of(Event("fireball_declared", DECLARED), TURN)
    assert [each.number for each in made] == [4, 3]
    assert CAUSES.cause_of(made, value).number == number


IN_CAVE = [
    row(20, 0, "torch", ["use", "torch"]),
    row(21, CHANCE, "die", 4),
    row(22, CHANCE, "die", 6),
    row(23, 0, "torch_die", ["die", 4]),
    row(24, 0, "cave", ["cave", "CV2"]),
]
DUG = [
    row(30, CHANCE, "die", 1),
    row(31, 0, "dig", ["dig"]),
    row(32, CHANCE, "die", 5),
    row(33, 0, "item", ["item", "boots"]),
]
ITEM = {"seat": 0, "item": "boots"}
THERE = {"by": 0, "why": "cave", "to": "CV2", "path": ["CV2"]}


@pytest.mark.parametrize(
    ("event", "rows", "numbers"),
    [
        (Event("moved", THERE), IN_CAVE, [24, 23, 20]),
        (Event("item_used", {"seat": 0, "item": "torch"}), IN_CAVE, [20]),
        (Event("item_found", ITEM), DUG, [33]),
        (Event("item_found", ITEM), DUG[:3], [31]),
        (Event("item_again", ITEM), DUG[:3], [31]),
        (Event("landslide", {"seat": 0}), DUG[:3], [31]),
        (Event("discarded", {"seat": 0, "what": "whip"}), [DOLL], [40]),
        (Event("moving", {"by": 0, "why": "rest", "path": [*WAY, "DR3"]}), [REST], [41]),
    ],
)
def test_the_answers_behind_caves_and_items(
    event: Event, rows: list[AnswerRow], numbers: list[int]
) -> None:
    assert [each.number for each in causes_of(event, rows)] == numbers


def test_a_die_points_at_what_its_seat_made_of_it_before_the_next_one() -> None:
    def behind(rows: list[AnswerRow], at: int) -> list[int]:
        thrown = Event("rolled", {"seat": 0, "value": rows[at].value})
        return [each.number for each in causes_of(thrown, rows[: at + 1], rows[at + 1 :])]

    assert behind(IN_CAVE, 2) == [23]
    assert behind(DUG, 0) == [31]
    for rows, at in ((IN_CAVE, 1), (DUG, 2)):
        with pytest.raises(VulkarError):
            behind(rows, at)


@pytest.mark.parametrize(
    "event",
    [
        Event("rolled", {"seat": 0, "value": 2}),
        Event("turn", {"seat": 0}),
        Event("card_played", {"seat": 2, "card": "cancel"}),
        Event("moved", {"by": 0, "why": "rolled", "path": ["DR9"]}),  # there was no other way to go
        Event("window_closed", {"seat": 0}),
    ],
)
def test_what_nobody_decided_has_no_answer_behind_it(event: Event) -> None:
    with pytest.raises(VulkarError) as error:
        causes_of(event, TURN, TURN)
    assert error.value.code == "amend.cause"


@pytest.mark.parametrize("value", [["pass"], ["roll"], ["roll", "cave"], ["end_turn"]])
def test_a_card_can_be_taken_back(value: Answer) -> None:
    check_value(TURN[0], value)


@pytest.mark.parametrize("value", [["play", "cancel"], ["use", "whip"], [], "pass", None, 6, {}])
def test_a_card_is_not_exchanged_for_another(value: Answer) -> None:
    with pytest.raises(VulkarError) as error:
        check_value(TURN[0], value)
    assert error.value.code == "amend.hidden"


@pytest.mark.parametrize(
    ("instead", "code"),
    [
        (["discard", "boots"], None),  # with no card left, what lies before a seat is all it has
        (["discard", "cancel"], "amend.hidden"),
        ([], "amend.hidden"),
    ],
)
def test_only_what_lies_open_pays_a_doll_instead(instead: Answer, code: str | None) -> None:
    if code is None:
        check_value(DOLL, instead)
    for was in [row(42, 0, "discard", ["discard", "cancel"]), *([DOLL] if code else [])]:
        with pytest.raises(VulkarError) as error:
            check_value(was, instead)
        assert error.value.code == "amend.hidden"


def test_no_card_has_the_name_of_an_item() -> None:
    assert not set(KINDS) & set(ITEMS)


def test_choices_that_tell_of_a_hand_are_not_told() -> None:
    assert [each.number for each in TURN if CAUSES.seen_by_all(each)] == [1, 3, 4, 5, 8, 9]
