"""From a pawn's touch to what the island knows of it, in virtual time, chip costs charged.

A standing pawn leaves its pad between two microseconds of the simulated field, at a random phase of
scan, heartbeat and reports, while a roll's watch runs. On the way lie the fast scan, debounce,
the frame, a millisecond of USB, the host's session and the island's devices.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vulkar.devices.board import Board, load_board
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.maps import IslandMap, load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.chip import COSTS
from vulkar.sim.lockstep import Lockstep, Sim
from vulkar.sim.measure import RoundTrip, round_trip
from vulkar.sim.people import Hands
from vulkar.sim.world import World

FULL = 128  # sensors that the cost of a scan was measured with
PHASE_S = 0.25  # a heartbeat's period, 25 fast scans


@dataclass(frozen=True, slots=True)
class TouchFigures:
    """``first`` is the watch's first change, ``gone`` the debounced absence. Virtual us."""

    sensors: int
    scan_us: int  # charged for one scan
    first: RoundTrip
    gone: RoundTrip


class PartWorld(World):
    """The island with only some of its sensors wired."""

    wired: list[int]

    def field_mt(self) -> npt.NDArray[np.float64]:
        return super().field_mt()[self.wired]


def touch_figures(sensors: int, count: int, seed: int = 1) -> TouchFigures:
    """``count`` touches on the classic board with its first ``sensors`` sensors."""
    island, full = load("classic"), load_board("classic")
    board = replace(full, halls=replace(full.halls, sensors=full.halls.sensors[:sensors]))
    wiring = wiring_of(full, island)
    world = PartWorld(island, seed)
    world.wired = [i for i, at in enumerate(wiring.hall_address) if at < sensors]
    wiring = replace(wiring, hall_address=tuple(wiring.hall_address[i] for i in world.wired))
    costs = json.loads(COSTS.read_text())
    scan_us = costs["scan"]["us"] = round(costs["scan"]["us"] * sensors / FULL)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "costs.json"
        path.write_text(json.dumps(costs))
        with Lockstep(wiring, world, seed, costs=path) as simulation:
            rng = random.Random(f"{seed}/{sensors}/touch")
            found = simulation.run(lambda sim: _touches(sim, island, board, count, rng))
    first, gone = zip(*found, strict=True)
    return TouchFigures(sensors, scan_us, round_trip(list(first)), round_trip(list(gone)))


async def _touches(
    sim: Sim, island: IslandMap, board: Board, count: int, rng: random.Random
) -> list[tuple[float, float]]:
    hands = Hands(sim.world, island, random.Random(0))
    chain = SerialIsland(Controller(sim.transport, board), island, board, hands)
    await chain.open()
    seen: dict[EventKind, int] = {}
    chain.parts.link.subscribe(lambda event: _note(event, seen, sim.clock.now_us))
    found = []
    for _ in range(count):
        space, _slot = rng.choice(board.halls.sensors)
        sim.world.place("red", space)
        await _until(chain, lambda space=space: chain.parts.halls.occupied[space] == 1)
        await chain.parts.link.watch_start()
        await asyncio.sleep(rng.uniform(0.0, PHASE_S))
        seen.clear()
        began_us = sim.clock.now_us
        sim.world.lift("red")
        await _until(chain, lambda space=space: chain.parts.halls.occupied[space] == 0)
        found.append((float(seen[EventKind.DIP] - began_us), float(sim.clock.now_us - began_us)))
    await chain.close()
    return found


def _note(event: Event, seen: dict[EventKind, int], now_us: int) -> None:
    seen.setdefault(event.kind, now_us)


async def _until(chain: SerialIsland, holds: Callable[[], bool]) -> None:
    while not holds():
        if not await chain.parts.changed(5.0):
            raise RuntimeError("no sensor told of the pawn")
