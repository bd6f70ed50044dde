"""The simulated person who calibrates a simulated board, and boards that need it.

Like all simulated people the fitter sees the world: where a part truly stands, which pawn is where.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vulkar.calibrate.person import Mark
from vulkar.devices.board_model import Board
from vulkar.maps import IslandMap
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Lockstep
from vulkar.sim.rig import Rig, along
from vulkar.sim.traits import drawn, misbuilt
from vulkar.sim.wiring import Wiring

if TYPE_CHECKING:
    from vulkar.sim.world import World

PAWNS: Final = ("red", "blue", "green", "yellow")
UPSIDE_DOWN: Final = frozenset({"blue"})
CLOSE_US: Final = 4.0  # the deadband of a servo: nobody can set it nearer
STEP_US: Final = 100  # the longest that a careful person jogs at once


class Fitter:
    """Jogs by the true position of each part; carries pawns and marbles at once."""

    def __init__(self, rig: Rig, world: World, board: Board, island: IslandMap) -> None:
        self.heard: list[str] = []
        self._rig = rig
        self._world = world
        self._board = board
        self._island = island
        self._standing: dict[str, str] = {}

    def say(self, text: str) -> None:
        self.heard.append(text)

    async def jog(self, mark: Mark, pulse_us: int) -> int | None:
        servo = self._rig.servos[self._board.servos[mark.servo].output]
        if mark.kind in ("low", "high"):
            outward = -1 if mark.kind == "low" else 1
            held_us = abs(servo.at_us - pulse_us)  # it did not follow: it stands at its stop
            if held_us > 2 * CLOSE_US:
                return -outward * min(STEP_US, math.ceil(held_us))
            low_us, high_us = servo.stops_us
            end_us = low_us if outward < 0 else high_us
            room = math.floor(min(abs(end_us - servo.at_us), STEP_US))
            return outward * room if room > CLOSE_US else None
        error_us = self._true_us(mark) - servo.at_us
        if abs(error_us) <= CLOSE_US:
            return None
        return round(max(-STEP_US, min(STEP_US, error_us)))

    def _true_us(self, mark: Mark) -> float:
        """The pulse at which a part of this very board stands right."""
        wiring: Wiring = self._rig.wiring
        pin = self._board.servos[mark.servo].output
        if mark.kind == "facing":
            by_angle = tuple(sorted((deg, us) for us, deg in wiring.turret_points))
            return along(by_angle, mark.value - self._rig.faults.turret_offset_deg)
        if pin in wiring.gates:
            gate = wiring.gates[pin]
            if mark.kind == "closed":
                return gate.closed_us
            pushes = [r.push for r in self._island.routes.values() if r.source == gate.source]
            first = mark.name in pushes and mark.name == next(p for p in pushes if p)
            return gate.minus_us if first and gate.minus_us is not None else gate.plus_us
        plate = wiring.diverters[pin]
        first = mark.name == self._island.diverters[plate.id].ways[0]
        return plate.first_us if first else plate.second_us

    async def confirm(self, text: str) -> bool:
        self.heard.append(text)
        return True

    async def clear(self) -> None:
        for pawn in PAWNS:
            self._world.lift(pawn)
        self._standing.clear()

    async def stand(self, spaces: Sequence[str]) -> None:
        wanted = [name.partition(":")[0] for name in spaces]
        for pawn, space in list(self._standing.items()):
            if space not in wanted:
                self._world.lift(pawn)
                del self._standing[pawn]
        free = [pawn for pawn in PAWNS if pawn not in self._standing]
        open_spaces = [s for s in dict.fromkeys(wanted) if s not in self._standing.values()]
        for pawn, space in zip(free, open_spaces, strict=False):
            self._world.place(pawn, space)
            self._standing[pawn] = space

    async def take_marbles(self, sources: Sequence[str]) -> None:
        for source in sources:
            self._world.take_marble(source)

    async def bring_marble(self, source: str) -> None:
        self._world.load_marble(source)


def crooked(island: IslandMap, board: Board, seed: int) -> Lockstep:
    """A simulation of a board that is not as its file says: horns, sensors and one magnet off."""
    from vulkar.sim.world import World

    world = World(island, seed)
    world.upside_down = set(UPSIDE_DOWN)
    for source in island.sources:
        world.load_marble(source)
    simulation = Lockstep(misbuilt(wiring_of(board, island), seed), world, seed)
    simulation.sim.rig.halls = drawn(seed, len(board.halls.sensors))
    return simulation
