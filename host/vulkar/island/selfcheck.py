"""Before a marble is let go: do the sensors agree with the belief, and if not, who is right?

People are asked at once, for the answer decides how the roll is read. Nothing here waits for ever:
a pawn that people say is not there is left out of the roll, and the table hears no hit on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vulkar.island.check import Kind, Wrong, compare, no_more, wrong_said
from vulkar.island.detect import distance_mm, sensored, unseen_slots
from vulkar.island.port import People, Question, Task, TaskKind
from vulkar.island.proof import Senses
from vulkar.maps import IslandMap

PUT_BACK_S = 30.0  # how long people have to put a pawn back, or take a stranger away


@dataclass(frozen=True, slots=True)
class Checked:
    """Who stands where for this roll: ``where`` is pawn -> space id, without the pawns ``away``."""

    where: dict[str, str]
    away: tuple[str, ...]


async def self_check(
    island: IslandMap, senses: Senses, people: People, standing: Mapping[str, str]
) -> Checked:
    """Settles every difference of sensors and ``standing`` (pawn -> space id) with people."""
    wrongs = compare(island, standing, senses.occupied, senses.distrusted)
    strangers = [wrong.seen for wrong in wrongs if wrong.seen]
    where = dict(standing)
    away: list[str] = []
    for wrong in wrongs:
        if not wrong.pawn:
            continue
        space = await _find(island, senses, people, wrong, strangers, standing)
        if space is None:
            del where[wrong.pawn]
            away.append(wrong.pawn)
        else:
            where[wrong.pawn] = space
    for seen in strangers:
        who = await _who(island, senses, people, seen, standing)
        if who:
            where[who] = seen
    return Checked(where, tuple(away))


async def _find(
    island: IslandMap,
    senses: Senses,
    people: People,
    wrong: Wrong,
    strangers: list[str],
    standing: Mapping[str, str],
) -> str | None:
    """Where a pawn stands that its sensor does not see; ``None`` where nobody knows."""
    pawn, space = wrong.pawn, wrong.space
    if await people.ask(Question("standing", pawn, space)):
        senses.distrust(space)
        return space
    for seen in sorted(strangers, key=lambda other: distance_mm(island, other, space)):
        if await people.ask(Question("standing", pawn, seen)):
            strangers.remove(seen)
            return seen
    people.say(wrong_said(island, Wrong(Kind.MISSING, pawn, space)))
    people.tell(Task(TaskKind.PLACE, pawn, space))
    fewest = max(1, _there(standing, space) - unseen_slots(island, space))
    if await _until(senses, space, lambda seen: seen >= fewest):
        return space
    if await people.ask(Question("standing", pawn, space)):
        senses.distrust(space)
        return space
    return None


async def _who(
    island: IslandMap, senses: Senses, people: People, seen: str, standing: Mapping[str, str]
) -> str | None:
    """Who stands on a space beyond those who should: a pawn that no sensor saw, or nobody."""
    if await people.ask(no_more(seen, standing)):
        senses.distrust(seen)
        return None
    for pawn, space in standing.items():
        all_seen = senses.occupied.get(space, 0) >= _there(standing, space)
        unseen = not sensored(island, space) and not all_seen
        if unseen and await people.ask(Question("standing", pawn, seen)):
            return pawn
    people.say(wrong_said(island, Wrong(Kind.STRANGER, seen=seen)))
    most = _there(standing, seen)
    await _until(senses, seen, lambda found: found <= most)
    return None


def _there(standing: Mapping[str, str], space: str) -> int:
    return sum(at == space for at in standing.values())


async def _until(senses: Senses, space: str, right: Callable[[int], bool]) -> bool:
    """Waits until as many pawns are seen on the space as is ``right``; false if not in time."""
    left = 20  # looks; each ends at a change or after its share of the time
    while not right(senses.occupied[space]):
        if left == 0:
            return False
        if not await senses.changed(PUT_BACK_S / 20):
            left -= 1
    return True
