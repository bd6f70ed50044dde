"""Prints hashes of two simulations; test_determinism.py runs it in processes of its own."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sim.chip.scripts import SCANNER, folder
from sim.chip.standin import WIRING, StandIn
from vulkar.devices.board import load_board
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.sim.lockchip import Note
from vulkar.sim.lockstep import Lockstep, Sim, session


class Tape:
    """Everything with its virtual time: bytes both ways, what pins were told."""

    def __init__(self, simulation: Lockstep) -> None:
        self.rows: list[tuple[object, ...]] = []
        self.engine = simulation.engine
        deliver, take = self.engine.chip.deliver, self.engine.rig.take

        def arrived(data: bytes) -> int:
            self.rows.append(("in", self.engine.now_us, data))
            return deliver(data)

        def told(notes: Iterable[Note]) -> None:
            notes = list(notes)
            self.rows.extend(("pin", *note) for note in notes)
            take(notes)

        self.engine.chip.deliver = arrived  # type: ignore[method-assign]
        self.engine.rig.take = told  # type: ignore[method-assign]

    def hash(self) -> str:
        return hashlib.sha256(repr(self.rows).encode()).hexdigest()


def scanner(seed: int) -> str:
    """The small firmware: random bytes at random times for 6 virtual seconds."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as path:
        firmware = folder(Path(path), SCANNER)
        with Lockstep(WIRING, StandIn(), seed, firmware=firmware) as simulation:
            tape = Tape(simulation)

            async def main(sim: Sim) -> None:
                sim.transport.start(
                    lambda data: tape.rows.append(("out", sim.clock.now_us, data)), print
                )
                for _ in range(20):
                    await asyncio.sleep(rng.uniform(0.0, 0.6))
                    sim.transport.write(bytes(rng.randrange(32, 127) for _ in range(3)))

            simulation.run(main)
            return tape.hash()


def roll(seed: int) -> str:
    """The real firmware, controller and world: one roll past a pawn."""
    board, island = load_board("classic"), load("classic")
    with session(island, board, seed) as simulation:
        tape = Tape(simulation)

        async def main(sim: Sim) -> None:
            controller = Controller(sim.transport, board, any_firmware=True)
            await controller.connect()
            controller.subscribe(lambda event: tape.rows.append((sim.clock.now_us, repr(event))))
            route = next(r for r in island.routes.values() if r.source == "idol")
            sim.world.place("red", route.spaces[2])
            await asyncio.sleep(2)
            await controller.arm()
            facing = island.idol.facings[str(route.facing)]
            await controller.servo("turret", board.turret.to_us(facing.compass_deg))
            await controller.watch_start()
            await controller.release("idol", "out", 1)
            await asyncio.sleep(4)
            reports = await controller.watch_report([board.halls.address(route.spaces[2])])
            tape.rows.append((repr(reports), sim.world.state_hash()))
            await controller.close()

        simulation.run(main)
        return tape.hash()


if __name__ == "__main__":
    print(scanner(int(sys.argv[1])), roll(int(sys.argv[1])))
