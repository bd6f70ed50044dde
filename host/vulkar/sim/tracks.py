"""The way that a simulated marble has taken, thinned out for a screen, told once it lies still."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from vulkar.island.people_wire import MOST_POINTS
from vulkar.island.port import TrackPoint
from vulkar.sim.world import World

EVERY_US: Final = 33_000
LOOK_S: Final = 0.05


async def tell_tracks(world: World, tell: Callable[[Sequence[TrackPoint]], None]) -> None:
    """Tells the track of each roll once nothing moves any more, until it is cancelled."""
    told = world.rolls
    while True:
        await asyncio.sleep(LOOK_S)
        if world.rolls != told and world.asleep:
            told = world.rolls
            if track := thinned(world.track()):
                tell(track)


def thinned(track: Sequence[TrackPoint], most: int = MOST_POINTS) -> list[TrackPoint]:
    """About 30 points a second, at most ``most``, the first and the last among them.

    ``track``: rows of microseconds, x, y, z in mm. Out come milliseconds since the first row, and
    tenths of a mm.
    """
    if not track:
        return []
    start_us, end_us = track[0][0], track[-1][0]
    every_us = max(EVERY_US, (end_us - start_us) / max(1, most - 2))
    kept, due_us = [], float(start_us)
    for point in track[:-1]:
        if point[0] >= due_us:
            kept.append(point)
            due_us += every_us * max(1, -(-(point[0] - due_us + 1) // every_us))
    kept.append(track[-1])
    return [
        (round((t - start_us) / 1000), round(x, 1), round(y, 1), round(z, 1)) for t, x, y, z in kept
    ]
