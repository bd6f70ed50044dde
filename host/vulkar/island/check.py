"""Belief against sensors: what is wrong on the board, and how to say it. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from vulkar.errors import VulkarError
from vulkar.island.detect import distance_mm, unseen_slots
from vulkar.island.people_text import speak
from vulkar.island.port import Question
from vulkar.maps import IslandMap
from vulkar.texts import Text

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
    SPARE_MARBLE = "spare_marble"  # a cradle that should be empty holds a marble


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
    for pawn, space in standing.items():
        if space not in island.spaces:
            raise VulkarError("island.space", space=space, pawn=pawn)
    for space, pawns in _by_space(standing).items():
        slots = len(island.spaces[space].slots)
        if len(pawns) > slots:
            raise VulkarError("island.crowded", space=space, pawns=", ".join(pawns), slots=slots)


def _by_space(standing: Mapping[str, str]) -> dict[str, list[str]]:
    on: dict[str, list[str]] = {}
    for pawn, space in standing.items():
        on.setdefault(space, []).append(pawn)
    return on


def compare(
    island: IslandMap,
    standing: Mapping[str, str],
    occupied: Mapping[str, int],
    distrusted: Collection[str] = (),
    before: Mapping[str, str] | None = None,
) -> tuple[Wrong, ...]:
    """What differs between ``standing`` (pawn -> space id) and ``occupied``.

    ``occupied`` is space id -> how many of its slots are seen full, for spaces with sensors only;
    ``distrusted`` ones are left out. A pawn may stand on a slot without a sensor as well.
    ``before`` is where pawns stood earlier, to tell a pawn that was not moved from one set down
    wrongly.
    """
    on = _by_space(standing)
    seen_on = {space: seen for space, seen in occupied.items() if space not in distrusted}
    absent: set[str] = set()
    for space, pawns in on.items():
        if space in seen_on:
            fewest = len(pawns) - unseen_slots(island, space)
            # who came last is the first to be missed
            stayed_first = sorted(pawns, key=lambda p, at=space: (before or {}).get(p) != at)  # type: ignore[misc]
            absent.update(stayed_first[len(pawns) - max(0, fewest - seen_on[space]) :])
    missing = [(pawn, space) for pawn, space in standing.items() if pawn in absent]
    surplus = Counter({s: seen - len(on.get(s, ())) for s, seen in seen_on.items()})
    strangers = list((+surplus).elements())
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
        who = next(
            (
                pawn
                for pawn, at in (before or {}).items()
                if at == seen and pawn not in lost and standing.get(pawn) != seen
            ),
            "",
        )
        kind = Kind.STILL if who else Kind.STRANGER
        wrongs.append(Wrong(kind, who, standing.get(who, ""), seen))
    return tuple(wrongs)


def no_more(space: str, standing: Mapping[str, str]) -> Question:
    """Asks whether no more pawns stand on a space than ``standing`` (pawn -> space id) says."""
    there = sum(at == space for at in standing.values())
    return Question("count", space=space, number=there) if there else Question("empty", space=space)


def wrong_said(island: IslandMap, wrong: Wrong) -> Text:
    """One sentence that names the space and says what to do."""
    kind, pawn, space, seen = wrong.kind, wrong.pawn, wrong.space, wrong.seen
    if kind is Kind.MISSING:
        code = "wrong.missing_one" if _many(island, space) else "wrong.missing"
        return speak(code, island, pawn=pawn, space=space)
    if kind is Kind.STRANGER:
        code = "wrong.stranger_more" if _many(island, seen) else "wrong.stranger"
        return speak(code, island, seen=seen)
    if kind is Kind.STILL and not space:
        return speak("wrong.still_off", island, pawn=pawn, seen=seen)
    if kind in (Kind.MISPLACED, Kind.STILL):
        return speak(f"wrong.{kind}", island, pawn=pawn, space=space, seen=seen)
    if kind is Kind.OCCUPIED:
        return speak("wrong.occupied", island, pawn=pawn, space=space)
    return speak(f"wrong.{kind}", source=wrong.source)


def _many(island: IslandMap, space: str) -> bool:
    return len(island.spaces[space].slots) > 1
