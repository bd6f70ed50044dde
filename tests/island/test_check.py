"""Belief against sensors: which wrong is which, and that its sentence names the spaces."""

from __future__ import annotations

import pytest

from vulkar.errors import VulkarError
from vulkar.island.check import Kind, Wrong, check_belief, compare, wrong_line
from vulkar.maps import load

ISLAND = load("classic")
EMPTY = {space: False for space, _ in ISLAND.sensored()}


def seen(*spaces: str) -> dict[str, bool]:
    return EMPTY | dict.fromkeys(spaces, True)


def test_a_board_that_is_as_believed_has_nothing_wrong() -> None:
    assert compare(ISLAND, {"red": "HR6", "blue": "DMP"}, seen("HR6")) == ()


def test_each_kind_of_wrong() -> None:
    standing = {"red": "HR6"}
    before = {"red": "HR4"}
    assert compare(ISLAND, standing, seen()) == (Wrong(Kind.MISSING, "red", "HR6"),)
    assert compare(ISLAND, standing, seen("HR6", "WT3")) == (Wrong(Kind.STRANGER, seen="WT3"),)
    assert compare(ISLAND, standing, seen("HR7")) == (Wrong(Kind.MISPLACED, "red", "HR6", "HR7"),)
    assert compare(ISLAND, standing, seen("HR4"), before=before) == (
        Wrong(Kind.STILL, "red", "HR6", "HR4"),
    )
    assert compare(ISLAND, {}, seen("HR4"), before=before) == (Wrong(Kind.STILL, "red", "", "HR4"),)
    assert compare(ISLAND, standing, seen("WT3")) == (
        Wrong(Kind.MISSING, "red", "HR6"),
        Wrong(Kind.STRANGER, seen="WT3"),
    )


def test_a_distrusted_sensor_says_nothing_either_way() -> None:
    assert compare(ISLAND, {"red": "HR6"}, seen("WT3"), {"HR6", "WT3"}) == ()


@pytest.mark.parametrize("kind", list(Kind))
def test_every_sentence_names_what_a_person_has_to_look_for(kind: Kind) -> None:
    line = wrong_line(ISLAND, Wrong(kind, "red", "HR6", "HR7", "A"))
    named = {
        Kind.MISSING: ("red", "High Road 6 (HR6)"),
        Kind.STRANGER: ("High Road 7 (HR7)",),
        Kind.MISPLACED: ("red", "HR6", "HR7"),
        Kind.STILL: ("red", "HR6", "HR7"),
        Kind.OCCUPIED: ("red", "HR6"),
        Kind.MARBLE: ("station A",),
    }
    assert all(name in line for name in named[kind])


def test_beliefs_that_cannot_be_are_refused() -> None:
    with pytest.raises(VulkarError) as caught:
        check_belief(ISLAND, {"red": "HR99"})
    assert caught.value.code == "island.space"
    with pytest.raises(VulkarError) as caught:
        check_belief(ISLAND, {"red": "HR6", "blue": "HR6"})
    assert caught.value.code == "island.crowded"
    check_belief(ISLAND, {"red": "DMP", "blue": "DMP", "green": "PIT_A", "white": "PIT_A"})
