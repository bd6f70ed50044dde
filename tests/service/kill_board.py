"""A simulated board in real time whose marbles are counted by looking at the world."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vulkar.cli.files import LinkedPort
from vulkar.cli.people import people_socket
from vulkar.devices.board import load_board
from vulkar.maps import IslandMap, load
from vulkar.sim.handsworld import Pace
from vulkar.sim.people import Hands
from vulkar.sim.people_server import PeopleServer
from vulkar.sim.pty import SimBoard
from vulkar.sim.world import World

# People who hurry: what is measured is the table, not how long a hand takes.
QUICK: Final = Pace(
    notice_s=(0.02, 0.1), lift_s=0.05, carry_s=(0.05, 0.1), place_s=(0.05, 0.1),
    marble_s=(0.1, 0.2), answer_s=(0.1, 0.3), wait_s=0.3,
)  # fmt: skip


class Cradles:
    """How often each source's marble has left its cradle since the board was switched on.

    It looks before and after each step of the world, and at nothing that either end remembers.
    """

    def __init__(self, world: World, island_map: IslandMap) -> None:
        self.left = dict.fromkeys(island_map.sources, 0)
        self._home = {source: world.marble_home(source) for source in self.left}
        self._world = world
        advance = world.advance

        def watched(until_us: int) -> None:
            self.look()
            advance(until_us)
            self.look()

        world.advance = watched  # type: ignore[method-assign]

    def look(self) -> None:
        for source in self.left:
            home = self._world.marble_home(source)
            self.left[source] += self._home[source] and not home
            self._home[source] = home


@dataclass(frozen=True)
class Board:
    """A board that runs: its port, its people's socket, and its marbles."""

    port: Path
    people: Path
    cradles: Cradles
    map: IslandMap


@asynccontextmanager
async def running_board(folder: Path, seed: int) -> AsyncIterator[Board]:
    """The board of ``vulkar sim board``, in this process, so that its world can be looked at."""
    electronics = load_board("classic")
    island_map = load(electronics.map)
    async with SimBoard(island_map, electronics, seed) as sim:
        hands = Hands(sim.world, island_map, random.Random(seed), QUICK)
        cradles = Cradles(sim.world, island_map)
        with LinkedPort(folder / "board", sim.path) as port:
            server = PeopleServer(hands, people_socket(str(port)), hands.meet)
            await server.start()
            try:
                yield Board(port, people_socket(str(port)), cradles, island_map)
            finally:
                await server.close()
                await hands.close()
