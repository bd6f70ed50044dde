"""The way of a rolled marble as screens get it: it ends where the marble lies."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Sequence

import pytest

from vulkar.island.people_wire import MAX_LINE_BYTES, MOST_POINTS, Rolled, encode
from vulkar.island.port import TrackPoint
from vulkar.maps import IslandMap
from vulkar.sim.tracks import tell_tracks, thinned
from vulkar.sim.world import World
from vulkar.sim.world.roll import prepare


def roll(world: World, route: str) -> None:
    """One marble, until nothing moves any more."""
    opening = prepare(world, route)
    source = world.map.routes[route].source
    world.set_gate(source, opening)
    world.advance(world.now_us + 1_000_000)
    world.set_gate(source, 0.0)
    for _ in range(200):
        world.advance(world.now_us + 100_000)
        if world.asleep:
            return
    raise AssertionError("it rolls for ever")


def test_a_roll_is_told_once_and_its_track_ends_where_the_marble_lies(island: IslandMap) -> None:
    world = World(island, 5)
    told: list[Sequence[TrackPoint]] = []

    async def watch() -> None:
        telling = asyncio.create_task(tell_tracks(world, told.append))
        await asyncio.sleep(0.12)
        roll(world, "I_S")
        await asyncio.sleep(0.25)
        telling.cancel()

    asyncio.run(watch())
    (track,) = told
    idol = island.sources["idol"]
    lies = next(at for m, at in world.marbles.items() if m == "idol")
    assert track[0][0] == 0 and math.dist(track[0][1:3], (idol.x_mm, idol.y_mm)) < 8.0
    assert math.dist(track[-1][1:], lies) < 1.0
    gaps = [b[0] - a[0] for a, b in itertools.pairwise(track)]
    assert max(gaps) <= 50 and 1000 / 36 < (sum(gaps) / len(gaps)) < 1000 / 22


@pytest.mark.parametrize("count", [1, 2, 3, 900, 20_000])
def test_ever_so_long_a_way_keeps_its_ends_and_fits_in_a_line(count: int) -> None:
    track = [(10_000 * k + 7, -100.06 - k, 2000.0, 180.0) for k in range(count)]
    thin = thinned(track)
    assert thin[0] == (0, -100.1, 2000.0, 180.0)
    assert thin[-1] == (10 * (count - 1), round(-99.06 - count, 1), 2000.0, 180.0)
    assert len(thin) <= MOST_POINTS and len(encode(Rolled(tuple(thin)))) < MAX_LINE_BYTES
    assert all(a[0] < b[0] for a, b in itertools.pairwise(thin))
    assert thinned([]) == []
