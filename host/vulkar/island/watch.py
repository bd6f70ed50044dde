"""What the sensors of a roll's pawns saw: from the firmware's counts to fields in mT."""

from __future__ import annotations

from collections.abc import Mapping

from vulkar.island.detect import Reading
from vulkar.island.parts import Parts
from vulkar.link.events import Release, Watch


async def read_watch(
    parts: Parts, where: Mapping[str, str], released: Release | None
) -> dict[str, tuple[Reading, ...]]:
    """Space id -> what each of its sensors saw, for the spaces of ``where`` (pawn -> space id)."""
    sensors = {
        space: parts.halls.sensors[space]
        for space in where.values()
        if space in parts.halls.sensors
    }
    wanted = sorted({sensor for of_space in sensors.values() for sensor in of_space})
    seen = await parts.link.watch_report(wanted)
    return {
        space: tuple(_reading(parts, seen[sensor], released) for sensor in of_space)
        for space, of_space in sensors.items()
    }


def _reading(parts: Parts, watch: Watch, released: Release | None) -> Reading:
    halls = parts.board.halls
    # A magnet glued in upside down is as good as the other way round.
    sensor = watch.sensor
    pole = 1.0 if watch.baseline >= halls.zero(sensor) else -1.0
    first_us = -1
    if watch.first_ms >= 0 and released:
        first_us = max(0, parts.watch_us + watch.first_ms * 1000 - released.t_us)
    seen = (watch.low, watch.high, watch.baseline, watch.last)
    low, high, baseline, last = (pole * halls.mt(counts, sensor) for counts in seen)
    low, high = sorted((low, high))
    return Reading(baseline, low, high, last, first_us, watch.flat)
