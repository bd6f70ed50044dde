"""Belief against sensors: what is wrong on the board, and how to say it. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from vulkar.errors import VulkarError
from vulkar.island.detect import distance_mm, sensored
from vulkar.island.people_text import place_name, source_name
from vulkar.maps import IslandMap

# A pawn set down wrongly is set down near: farther apart, a full and an empty space are two faults.
NEAR_MM = 60.0


class Kind(StrEnum):
    """The kinds of wrong that sensors can see."""

    MISSING = "missing"  # believed there, and its sensor sees nothing
    STRANGER = "stranger"  # a sensor sees a pawn where none should be
    MISPLACED = "misplaced"  # both of the above close by: on the wrong pad
    STILL = "still"  # it has not left the space where it stood before
    OCCUPIED = "occupied"  # it cannot be placed: something else stands there already
    MARBLE = "marble"  # a marble that should be home is not


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong: ``pawn`` belongs on ``space`` and seems to be on ``seen``."""

    kind: Kind
    pawn: str = ""
    space: str = ""
    seen: str = ""
    source: str = ""


def check_belief(island: IslandMap, standing: Mapping[str, str]) -> None:
    """Raises ``VulkarError`` where a belief cannot be: an unknown space, or too many on one."""
    on: dict[str, list[str]] = {}
    for pawn, space in standing.items():
        if space not in island.spaces:
            raise VulkarError("island.space", space=space, pawn=pawn)
        on.setdefault(space, []).append(pawn)
    for space, pawns in on.items():
        slots = len(island.spaces[space].slots)
        if sensored(island, space) and len(pawns) > slots:
            raise VulkarError("island.crowded", space=space, pawns=", ".join(pawns), slots=slots)


def compare(
    island: IslandMap,
    standing: Mapping[str, str],
    occupied: Mapping[str, bool],
    distrusted: Collection[str] = (),
    before: Mapping[str, str] | None = None,
) -> tuple[Wrong, ...]:
    """What differs between ``standing`` (pawn -> space id) and ``occupied`` (space id -> seen).

    ``occupied`` holds the spaces with sensors only; ``distrusted`` ones are left out. ``before``
    is where pawns stood earlier, to tell a pawn that was not moved from one set down wrongly.
    """
    should = set(standing.values())
    missing = [
        (pawn, space)
        for pawn, space in standing.items()
        if space not in distrusted and occupied.get(space) is False
    ]
    strangers = [
        space
        for space, seen in occupied.items()
        if seen and space not in should and space not in distrusted
    ]
    wrongs: list[Wrong] = []
    lost = dict(missing)
    for pawn, space in missing:
        old = (before or {}).get(pawn)
        near = sorted(strangers, key=lambda seen, at=space: distance_mm(island, seen, at))  # type: ignore[misc]
        if old in strangers:
            seen, kind = old, Kind.STILL
        elif near and distance_mm(island, near[0], space) <= NEAR_MM:
            seen, kind = near[0], Kind.MISPLACED
        else:
            continue
        assert seen is not None
        wrongs.append(Wrong(kind, pawn, space, seen))
        strangers.remove(seen)
        del lost[pawn]
    wrongs += [Wrong(Kind.MISSING, pawn, space) for pawn, space in lost.items()]
    for seen in strangers:
        who = next((p for p, at in (before or {}).items() if at == seen and p not in lost), "")
        kind = Kind.STILL if who else Kind.STRANGER
        wrongs.append(Wrong(kind, who, standing.get(who, ""), seen))
    return tuple(wrongs)


def wrong_line(island: IslandMap, wrong: Wrong) -> str:
    """One sentence that names the space and says what to do."""
    belongs, seen = place_name(island, wrong.space), place_name(island, wrong.seen)
    if wrong.kind is Kind.MISSING:
        return f"{belongs} is empty: {wrong.pawn} belongs there."
    if wrong.kind is Kind.STRANGER:
        return f"A pawn stands on {seen}, which should be empty: take it away."
    if wrong.kind is Kind.MISPLACED:
        return f"{wrong.pawn} stands on the wrong space, {seen}: it belongs on {belongs}."
    if wrong.kind is Kind.STILL:
        goal = f"it belongs on {belongs}" if wrong.space else "it should be off the island"
        return f"{wrong.pawn} is still on {seen}: {goal}."
    if wrong.kind is Kind.OCCUPIED:
        return f"{belongs} is occupied already: clear it, then set {wrong.pawn} there."
    return f"The marble is not in {source_name(wrong.source)}: put it back."
