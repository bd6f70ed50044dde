"""The whole chain for tests: island, link, firmware, rig and world in lockstep, and people."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from vulkar.devices.board import load_board
from vulkar.island.parts import Timing
from vulkar.island.port import RollOrder, RollReport, Task, Touch
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands

T = TypeVar("T")
ISLAND = load("classic")
BOARD = load_board("classic")
EPOCH = 77


@dataclass
class Chain:
    """One simulated board with its people, opened."""

    sim: Sim
    island: SerialIsland
    hands: Hands
    said: list[str] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)
    hooks: list[Callable[[str, str], None]] = field(default_factory=list)

    async def stand(self, **at: str) -> None:
        """Pawns appear on spaces, and the halls have time to see them."""
        for pawn, space in at.items():
            self.sim.world.place(pawn, space, 0.3, -0.4, 1.0)
        await asyncio.sleep(1.0)

    async def roll(
        self, route: str, release_id: int = 1, target: str = "red", **standing: str
    ) -> RollReport:
        return await self.island.roll(RollOrder(release_id, route, target, standing))

    @property
    def questions(self) -> list[tuple[str, str, bool]]:
        """(kind, pawn or source or space, answer) of every question so far."""
        return [(q.kind, q.pawn or q.source or q.space, answer) for q, answer in self.hands.asked]


class LazyHands(Hands):
    """People who leave some tasks undone."""

    leaves: Callable[[Task], bool] = staticmethod(lambda task: False)

    def tell(self, task: Task) -> None:
        if not self.leaves(task):
            super().tell(task)


def on_chain(play: Callable[[Chain], Awaitable[T]], seed: int = 7) -> T:
    """Runs ``play`` on an opened chain and closes it."""

    async def main(sim: Sim) -> T:
        chain = make(sim, seed)
        await chain.island.open()
        try:
            return await play(chain)
        finally:
            await chain.island.close()

    return run(main, ISLAND, BOARD, seed)


def make(sim: Sim, seed: int, hands: Hands | None = None) -> Chain:
    """A chain on the port that is open now; ``hands`` are those of an earlier one."""
    said: list[str] = []
    hands = hands or LazyHands(sim.world, ISLAND, random.Random(seed))
    hands.heard = said.append
    controller = Controller(sim.transport, BOARD, epoch=EPOCH)

    def on_state(name: str, state: str) -> None:
        chain.states.append((name, state))
        for hook in chain.hooks:
            hook(name, state)

    island = SerialIsland(controller, ISLAND, BOARD, hands, timing=Timing(), on_state=on_state)
    chain = Chain(sim, island, hands, said)
    return chain


def touch(report: RollReport, pawn: str) -> Touch:
    """What the report says about one pawn."""
    return next(t for t in report.touches if t.pawn == pawn)


def sensor(space: str) -> int:
    """The number of a space's sensor, the same on the map and on the classic board."""
    return BOARD.halls.address(space)
