"""Pointing at what everybody saw finds the answer behind it, and tells nothing of a hand."""

from __future__ import annotations

import pytest

from vulkar.errors import VulkarError
from vulkar.rules import CHANCE, WORLD, Answer, Event
from vulkar.table.causes import cause_of, check_value, seen_by_all
from vulkar.table.journal import AnswerRow

WAY = ["DR1", "DR2"]


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
DECLARED = {"by": 0, "target": "blue", "route": "I_SW"}


@pytest.mark.parametrize(
    ("event", "number"),
    [
        (Event("card_played", {"seat": 0, "card": "fireball"}), 1),
        (Event("card_played", {"seat": 1, "card": "cancel"}), 8),
        (Event("fireball_declared", DECLARED), 4),
        (Event("fireball_rolled", {"hit": ["blue"]}), 5),
        (Event("moving", {"by": 0, "path": WAY}), 9),
        (Event("moved", {"by": 0, "path": WAY}), 9),  # told only after the others had passed
    ],
)
def test_the_answer_behind_an_event(event: Event, number: int) -> None:
    assert cause_of(event, TURN).number == number


def test_a_route_that_was_the_only_one_points_at_the_target() -> None:
    assert cause_of(Event("fireball_declared", DECLARED), TURN[:3]).number == 3


@pytest.mark.parametrize(
    "event",
    [
        Event("rolled", {"seat": 0, "value": 2}),
        Event("turn", {"seat": 0}),
        Event("card_played", {"seat": 2, "card": "cancel"}),
        Event("moved", {"by": 0, "path": ["DR9"]}),  # there was no other way to go
        Event("window_closed", {"seat": 0}),
    ],
)
def test_what_nobody_decided_has_no_answer_behind_it(event: Event) -> None:
    with pytest.raises(VulkarError) as error:
        cause_of(event, TURN)
    assert error.value.code == "amend.cause"


@pytest.mark.parametrize("value", [["pass"], ["roll"], ["roll", "cave"], ["end_turn"]])
def test_a_card_can_be_taken_back(value: Answer) -> None:
    check_value(TURN[0], value)


@pytest.mark.parametrize("value", [["play", "cancel"], ["use", "whip"], [], "pass", None, 6, {}])
def test_a_card_is_not_exchanged_for_another(value: Answer) -> None:
    with pytest.raises(VulkarError) as error:
        check_value(TURN[0], value)
    assert error.value.code == "amend.hidden"


def test_choices_that_tell_of_a_hand_are_not_told() -> None:
    assert [each.number for each in TURN if seen_by_all(each)] == [1, 3, 4, 5, 8, 9]
