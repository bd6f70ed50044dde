"""``vulkar monitor``: what a board feels, how its servos stand, how its cable does, live."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import termios
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.live import Live

from vulkar.cli.monitor_view import view
from vulkar.cli.options import BoardName, PortToLookAt
from vulkar.devices.board import Board, load_board
from vulkar.devices.calibration import load_to_look
from vulkar.errors import VulkarError
from vulkar.island.moment import Moment
from vulkar.island.onlooker import LOOKS, Onlooker
from vulkar.link.controller import Controller
from vulkar.link.transport import Transport
from vulkar.maps import IslandMap, load

EVERY_S: Final = 0.5
ONCE_S: Final = 0.15  # between looks: the slow scan takes 0.1 s


def monitor(
    sim: Annotated[bool, typer.Option("--sim", help="Look at the simulated board.")] = False,
    port: PortToLookAt = None,
    once: Annotated[bool, typer.Option("--once", help="Print one picture and end.")] = False,
    json_lines: Annotated[
        bool, typer.Option("--json", help="A line of JSON for each look, for programs.")
    ] = False,
    board_name: BoardName = "classic",
) -> None:
    """Show a board live: map with readings, servos, link, supply, console. q ends it.

    Nothing moves: the board stays disarmed. A port that a game holds cannot be watched.
    """
    if sim == (port is not None):
        raise VulkarError("play.where")
    board = load_board(board_name) if sim else load_to_look(board_name)[0]
    island_map = load(board.map)
    screen = Screen(board, island_map, Console(highlight=False), once=once, as_json=json_lines)
    if port is not None:
        asyncio.run(_on_port(screen, port))
    elif once:
        from vulkar.sim.lockstep import Sim, run

        async def main(simulation: Sim) -> None:
            await screen.run(simulation.transport)

        run(main, island_map, board, 1)
    else:
        asyncio.run(_on_sim(screen, board, island_map))


async def _on_port(screen: Screen, port: str) -> None:
    from vulkar.link.serialport import open_port

    await screen.run(open_port(port))


async def _on_sim(screen: Screen, board: Board, island_map: IslandMap) -> None:
    from vulkar.sim.pty import SimBoard

    async with SimBoard(island_map, board, 1) as simulated:
        await _on_port(screen, simulated.path)


class Screen:
    """Prints moments until q, the end of the link, or after one."""

    def __init__(
        self, board: Board, island_map: IslandMap, console: Console, *, once: bool, as_json: bool
    ) -> None:
        self._board = board
        self._map = island_map
        self._console = console
        self._once = once
        self._json = as_json

    async def run(self, transport: Transport) -> None:
        """Raises what the link raises."""
        controller = Controller(transport, self._board)
        try:
            await controller.connect()
            watch = Onlooker(controller, self._board)
            if self._once:
                for _ in range(LOOKS - 1):
                    await watch.look()
                    await asyncio.sleep(ONCE_S)
                self._print(await watch.look())
            elif self._json:
                while True:
                    self._print(await watch.look())
                    await asyncio.sleep(EVERY_S)
            else:
                await self._live(watch)
        finally:
            await controller.close()

    async def _live(self, watch: Onlooker) -> None:
        async with key_pressed("q") as pressed:
            with Live(console=self._console, screen=True, auto_refresh=False) as live:
                while not pressed.is_set():
                    picture = view(await watch.look(), *self._where())
                    live.update(picture, refresh=True)
                    try:
                        await asyncio.wait_for(pressed.wait(), EVERY_S)
                    except TimeoutError:
                        continue

    def _where(self) -> tuple[Board, IslandMap, int]:
        return self._board, self._map, self._console.width

    def _print(self, moment: Moment) -> None:
        if self._json:
            print(json.dumps(moment.as_json(self._board)), flush=True)
        else:
            self._console.print(view(moment, *self._where()))


@asynccontextmanager
async def key_pressed(key: str) -> AsyncIterator[asyncio.Event]:
    """An event that a key sets, and the end of the input. A file as input sets nothing."""
    pressed = asyncio.Event()
    loop = asyncio.get_running_loop()
    source = sys.stdin.fileno()

    def readable() -> None:
        text = os.read(source, 64)
        if not text or key.encode() in text:
            loop.remove_reader(source)
            pressed.set()

    with _single_keys():
        with suppress(PermissionError):  # epoll takes no files
            loop.add_reader(source, readable)
        try:
            yield pressed
        finally:
            loop.remove_reader(source)


@contextmanager
def _single_keys() -> Iterator[None]:
    """Keys at once and unseen, where input is a terminal."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
