"""A table whose game is set up in the middle, on the whole simulated chain: board, people, bots."""

from __future__ import annotations

import functools
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.table.quick import table_of
from vulkar import bots
from vulkar.devices.board import load_board
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.rules.classic import Game
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands
from vulkar.table.players import BotPlayer
from vulkar.table.table import Table

MAP = load("classic")
BOARD = load_board("classic")


def on_island(
    game: Game, path: Path, seed: int, play: Callable[[Sim, Table, Hands], Awaitable[None]]
) -> None:
    """Seats four bots ``simple`` at ``game`` as it stands and has ``play`` go on with it."""

    async def main(sim: Sim) -> None:
        hands = Hands(sim.world, MAP, random.Random(seed))
        table = table_of(game, [], path, window_s=0.0, seed=seed)
        table.island = SerialIsland(Controller(sim.transport, BOARD, epoch=1), MAP, BOARD, hands)
        table.people = hands
        table.clock_us = lambda: sim.clock.now_us
        make = functools.partial(bots.make, "simple", ruleset="classic")
        table.players = [BotPlayer(make, seat, seed) for seat in range(len(game.seats))]
        try:
            await play(sim, table, hands)
        finally:
            await table.island.close()

    run(main, MAP, BOARD, seed)
