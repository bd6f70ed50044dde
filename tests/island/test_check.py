"""Belief against sensors: which wrong is which, and that its sentence names the spaces."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from vulkar.errors import VulkarError
from vulkar.island.check import Kind, Wrong, check_belief, compare, no_more, wrong_said
from vulkar.island.port import Question
from vulkar.maps import IslandMap, Slot, load
from vulkar.texts import render

ISLAND = load("classic")
EMPTY = {space: 0 for space, _ in ISLAND.sensored()}


def seen(*spaces: str) -> dict[str, int]:
    return EMPTY | Counter(spaces)


def with_slots(space: str, *sensors: bool) -> IslandMap:
    """The island with other slots on one space."""
    slots = tuple(Slot(sensor, 22.0 * k) for k, sensor in enumerate(sensors))
    spaces = ISLAND.spaces | {space: replace(ISLAND.spaces[space], slots=slots)}
    return replace(ISLAND, spaces=spaces)


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
    line = render(wrong_said(ISLAND, Wrong(kind, "red", "HR6", "HR7", "A"))).replace("Red", "red")
    named = {
        Kind.MISSING: ("red", "High Road 6 (HR6)"),
        Kind.STRANGER: ("High Road 7 (HR7)",),
        Kind.MISPLACED: ("red", "HR6", "HR7"),
        Kind.STILL: ("red", "HR6", "HR7"),
        Kind.OCCUPIED: ("red", "HR6"),
        Kind.MARBLE: ("station A",),
        Kind.SPARE_MARBLE: ("station A",),
    }
    assert all(name in line for name in named[kind])


def test_pawns_on_slots_without_a_sensor_are_neither_missing_nor_strangers() -> None:
    team = {"red": "DOCK", "green": "DOCK"}
    for on_dock in ((), ("DOCK",)):
        assert compare(ISLAND, team, seen(*on_dock)) == ()
    assert compare(ISLAND, {}, seen("DOCK")) == (Wrong(Kind.STRANGER, seen="DOCK"),)
    # not moved yet: its old space tells
    before = {"red": "DOCK", "green": "DR8"}
    assert compare(ISLAND, team, seen("DOCK", "DR8"), before=before) == (
        Wrong(Kind.STILL, "green", "DOCK", "DR8"),
    )


def test_sensors_of_one_space_count_its_pawns() -> None:
    camp = with_slots("HR6", True, True, False)
    three = dict.fromkeys(("red", "blue", "green"), "HR6")
    before = {"red": "HR6", "blue": "HR1", "green": "HR6"}
    assert compare(camp, three, seen("HR6", "HR6"), before=before) == ()
    # who came last is missed first
    assert compare(camp, three, seen("HR6"), before=before) == (Wrong(Kind.MISSING, "blue", "HR6"),)
    assert compare(camp, {"red": "HR6"}, seen("HR6", "HR6")) == (Wrong(Kind.STRANGER, seen="HR6"),)
    left = compare(camp, {"red": "HR6"}, seen("HR6", "HR6"), before=dict(three, green="HR4"))
    assert left == (Wrong(Kind.STILL, "blue", "", "HR6"),)
    line = render(wrong_said(camp, Wrong(Kind.MISSING, "blue", "HR6")))
    assert "empty" not in line and "blue" in line
    assert "too many" in render(wrong_said(camp, Wrong(Kind.STRANGER, seen="HR6")))


def test_a_doubted_sensor_of_a_space_where_pawns_stand_is_asked_about_by_their_number() -> None:
    assert no_more("HR6", {}) == Question("empty", space="HR6")
    assert no_more("HR6", {"red": "HR6"}) == Question("count", space="HR6", number=1)


def test_beliefs_that_cannot_be_are_refused() -> None:
    with pytest.raises(VulkarError) as caught:
        check_belief(ISLAND, {"red": "HR99"})
    assert caught.value.code == "island.space"
    with pytest.raises(VulkarError) as caught:
        check_belief(ISLAND, {"red": "HR6", "blue": "HR6"})
    assert caught.value.code == "island.crowded"
    with pytest.raises(VulkarError) as caught:
        check_belief(ISLAND, dict.fromkeys("abcde", "DOCK"))
    assert caught.value.code == "island.crowded"
    check_belief(ISLAND, dict.fromkeys("abcd", "DOCK"))
    check_belief(ISLAND, {"red": "DMP", "blue": "DMP", "green": "PIT_A", "white": "PIT_A"})
