"""A lasting island on a quick simulated world, for tests of what it outlives."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.island.chain import BOARD, ISLAND
from vulkar.island.lasting import LastingIsland
from vulkar.island.serial import SerialIsland
from vulkar.island.went import ReleaseBook
from vulkar.link.controller import Controller
from vulkar.link.finder import Finder
from vulkar.link.transport import Transport
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cable import LyingTransport, Rates, Tally
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.run import BRISK, QUICK
from vulkar.sim.lockstep import Lockstep, Sim
from vulkar.sim.people import Hands

STANDING = {"red": "BR6"}


class Board:
    """A lasting island on a quick world, with people and what it told them of the link."""

    def __init__(self, world: Cradles, finder: Finder, people: type[Hands] = Hands) -> None:
        self.said: list[str] = []
        self.news: list[tuple[float, str, str]] = []
        self.world = world
        self.hands = people(world, ISLAND, random.Random(1), BRISK, self.said.append)
        self.lying: LyingTransport | None = None
        world.place("red", "BR6")

        def make(transport: Transport, book: ReleaseBook) -> SerialIsland:
            self.lying = LyingTransport(transport, random.Random(2), Rates(), Tally())
            controller = Controller(self.lying, BOARD, epoch=7, any_firmware=True)
            return SerialIsland(controller, ISLAND, BOARD, self.hands, timing=QUICK, book=book)

        def on_link(state: str, text: str) -> None:
            self.news.append((asyncio.get_running_loop().time(), state, text))

        self.island = LastingIsland(finder, make, on_link)

    @property
    def states(self) -> list[str]:
        return [state for _, state, _ in self.news]


def on_board(
    play: Callable[[Board, Sim], Awaitable[None]],
    people: type[Hands] = Hands,
    firmware: Path | None = None,
) -> None:
    """Opens a board in lockstep, and closes it after ``play``."""
    world = Cradles(ISLAND)

    async def main(sim: Sim) -> None:
        board = Board(world, sim.finder(), people)
        await board.island.open()
        try:
            await play(board, sim)
        finally:
            await board.island.close()
            await board.hands.close()

    with Lockstep(wiring_of(BOARD, ISLAND), world, 7, firmware=firmware) as session:
        session.run(main)
