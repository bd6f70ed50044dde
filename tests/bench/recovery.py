"""From the return of an unplugged port until the game may go on: the board is found, its memory
checked (or written again), and one pawn reconciled. Nobody is asked anything on the way."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vulkar.devices.board import load_board
from vulkar.island.lasting import LastingIsland
from vulkar.island.serial import SerialIsland
from vulkar.island.went import ReleaseBook
from vulkar.link.controller import Controller
from vulkar.link.finder import Finder, PortFinder
from vulkar.link.transport import Transport
from vulkar.maps import load
from vulkar.sim.faults.ptycable import PtyCable
from vulkar.sim.lockstep import Sim, session
from vulkar.sim.measure import RoundTrip, round_trip
from vulkar.sim.people import Hands
from vulkar.sim.pty import SimBoard
from vulkar.sim.world import World

STANDING: Final = {"red": "BR6"}
EPOCH: Final = 7
PHASE_S: Final = 0.25  # of the heartbeat


@dataclass(frozen=True, slots=True)
class Recovery:
    """Microseconds from the port's return. ``cable``: the controller ran on; ``power``: it was
    without power meanwhile, and starts, configures and seals again."""

    cable: RoundTrip
    power: RoundTrip | None


def _lasting(finder: Finder, world: World) -> LastingIsland:
    island, board = load("classic"), load_board("classic")
    hands = Hands(world, island, random.Random(1))

    def make(transport: Transport, book: ReleaseBook) -> SerialIsland:
        controller = Controller(transport, board, epoch=EPOCH)
        return SerialIsland(controller, island, board, hands, book=book)

    return LastingIsland(finder, make)


def lockstep_recovery(count: int, seed: int = 1) -> Recovery:
    """In virtual time, away for 0 to 5 s, chip costs charged."""
    rng = random.Random(f"{seed}/recovery")

    async def main(sim: Sim) -> Recovery:
        lasting = _lasting(sim.finder(), sim.world)
        sim.world.place("red", STANDING["red"])
        await lasting.open()

        async def once(power: bool) -> float:
            await lasting.expect((), STANDING)
            await asyncio.sleep(1.0 + rng.uniform(0.0, PHASE_S))
            away_s = rng.uniform(0.0, 5.0)
            sim.unplug(away_s)
            back_us = sim.plugged_us
            await asyncio.sleep(away_s)
            if power:  # the supply returns with the plug
                sim.power_cycle()
            await lasting.expect((), STANDING)
            return float(sim.clock.now_us - back_us)

        cable = [await once(False) for _ in range(count)]
        power = [await once(True) for _ in range(count)]
        await lasting.close()
        return Recovery(round_trip(cable), round_trip(power))

    with session(load("classic"), load_board("classic"), seed) as simulation:
        return simulation.run(main)


async def pty_recovery(count: int, seed: int = 1) -> Recovery:
    """In real time on a PTY, away for 0.1 to 1 s; the port returns under another name."""
    rng = random.Random(f"{seed}/recovery")
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "port"
        async with (
            SimBoard(load("classic"), load_board("classic"), seed) as sim,
            PtyCable(sim.path, link) as cable,
        ):
            lasting = _lasting(PortFinder(str(link)), sim.world)
            sim.world.place("red", STANDING["red"])
            await lasting.open()
            times_us = []
            for _ in range(count):
                await lasting.expect((), STANDING)
                await asyncio.sleep(rng.uniform(0.0, PHASE_S))
                cable.pull()
                await asyncio.sleep(rng.uniform(0.1, 1.0))
                cable.plug()
                began_s = time.perf_counter()
                await lasting.expect((), STANDING)
                times_us.append((time.perf_counter() - began_s) * 1e6)
            await lasting.close()
            return Recovery(round_trip(times_us), None)
