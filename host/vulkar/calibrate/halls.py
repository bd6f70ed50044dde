"""Measuring the hall field: every sensor without a pawn, with one, and after it has gone."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from vulkar.calibrate.person import Person
from vulkar.devices.board_model import Halls
from vulkar.devices.calibration_file import HallCalibration
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller

ZERO_LOOKS: Final = 16
LOOKS: Final = 3  # a pawn that stands is read so often
BETWEEN_S: Final = 0.03  # the fast scan has been round at least twice
STEADY_COUNTS: Final = 8  # beyond that something still moves
OUT_OF_WAY_MT: Final = 12.0  # an empty space that reads more has a pawn on it
BACK_SHARE: Final = 0.15  # how much of a pawn's field may be left once it has gone
NOTHING_S: Final = 20.0  # without any change: ask whether the sensor is dead


@dataclass(slots=True)
class Field:
    """What is known so far; all lists by sensor, counts."""

    zero: list[float]
    noise: list[float]
    standing: dict[int, float] = field(default_factory=dict)
    off: dict[int, float] = field(default_factory=dict)
    dead: set[int] = field(default_factory=set)


def slot_name(halls: Halls, sensor: int) -> str:
    """``SPACE``, or ``SPACE:1`` for a space's second sensor."""
    space, slot = halls.sensors[sensor]
    return f"{space}:{slot}" if slot else space


async def look(link: Controller, times: int) -> list[list[int]]:
    """``times`` readings of every sensor, in counts: one list a sensor."""
    rounds = []
    for _ in range(times):
        rounds.append(await link.raw())
        await asyncio.sleep(BETWEEN_S)
    return [list(readings) for readings in zip(*rounds, strict=True)]


async def empty_field(link: Controller, halls: Halls, person: Person) -> Field:
    """The field without pawns. Asks again while some sensor reads a pawn, three times.

    Raises ``VulkarError("calibration.field")`` where it still does.
    """
    most = OUT_OF_WAY_MT * halls.counts_per_mt
    for _ in range(3):
        await person.clear()
        readings = await look(link, ZERO_LOOKS)
        zero = [statistics.fmean(r) for r in readings]
        full = [i for i, mean in enumerate(zero) if abs(mean - halls.zero_counts) > most]
        if not full:
            return Field(zero, [statistics.pstdev(r) for r in readings])
        names = ", ".join(slot_name(halls, i) for i in full)
        person.say(f"Not empty: {names}.")
    raise VulkarError("calibration.field", spaces=names)


async def measure(
    link: Controller,
    halls: Halls,
    person: Person,
    wanted: Sequence[int],
    keep: Callable[[dict[str, HallCalibration], int], None],
) -> set[int]:
    """Measures the wanted sensors in whatever order pawns come to them.

    ``keep(done, left)`` is called with each sensor that is complete. Returns those that showed
    nothing when a pawn stood on them.
    """
    await link.scan(True)
    try:
        seen = await empty_field(link, halls, person)
        pending = [i for i in wanted if i not in seen.dead]
        loop = asyncio.get_running_loop()
        changed_s = loop.time()
        while pending:
            waiting = [i for i in pending if i not in seen.standing]
            await person.stand([slot_name(halls, i) for i in waiting])
            done = _take(halls, seen, pending, await look(link, LOOKS))
            if done is None:
                if loop.time() - changed_s > NOTHING_S:
                    await _nothing(halls, seen, person, waiting)
                    changed_s = loop.time()
            else:
                changed_s = loop.time()
            pending = [i for i in pending if i not in seen.off and i not in seen.dead]
            if done:
                keep({slot_name(halls, i): _slot(seen, i) for i in done}, len(pending))
        return seen.dead
    finally:
        with suppress(VulkarError):  # a lost link has said so already
            await link.scan(False)


def _take(
    halls: Halls, seen: Field, pending: Sequence[int], readings: list[list[int]]
) -> list[int] | None:
    """Notes pawns that have come or gone; the sensors that are complete, None for no change."""
    least = OUT_OF_WAY_MT * halls.counts_per_mt
    changed, done = False, []
    for i in pending:
        if max(readings[i]) - min(readings[i]) > STEADY_COUNTS + 6 * seen.noise[i]:
            continue
        away = statistics.fmean(readings[i]) - seen.zero[i]
        if i not in seen.standing:
            if abs(away) > least:
                seen.standing[i] = seen.zero[i] + away
                changed = True
        elif abs(away) < BACK_SHARE * abs(seen.standing[i] - seen.zero[i]):
            seen.off[i] = seen.zero[i] + away
            changed = True
            done.append(i)
        elif abs(away) > abs(seen.standing[i] - seen.zero[i]):
            seen.standing[i] = seen.zero[i] + away  # it was still being set down
    return done if changed else None


async def _nothing(halls: Halls, seen: Field, person: Person, waiting: Sequence[int]) -> None:
    if not waiting:
        person.say("Take the pawns off again: their sensors wait for it.")
        return
    name = slot_name(halls, waiting[0])
    if await person.confirm(f"Nothing changes. Does a pawn stand on {name}?"):
        seen.dead.add(waiting[0])
        person.say(f"{name} shows no pawn: look at its sensor. It is left out.")


def _slot(seen: Field, sensor: int) -> HallCalibration:
    return HallCalibration(
        zero_counts=round(seen.zero[sensor]),
        standing_counts=round(seen.standing[sensor]),
        off_counts=round(seen.off[sensor]),
        noise_counts=round(seen.noise[sensor], 2),
    )
