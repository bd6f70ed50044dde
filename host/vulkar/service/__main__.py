"""``python -m vulkar.service``: the table process, on a Unix socket in its data folder.

``vulkar serve`` starts it. What it says on its standard output, one line each, is for that: ``pin``
and ``link SEAT KEY`` once, when they are made; ``seated`` where --seats comes too late for them;
``resumed`` and the turn; ``start KEY``, the start key of this process; ``ready``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from vulkar.cues import load_cues
from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.calibration import load_calibrated
from vulkar.errors import VulkarError
from vulkar.maps import load
from vulkar.rules import rulesets
from vulkar.service.boards import NoElectronics, PortBoard, WithPanel, no_panel
from vulkar.service.first import first_pin_and_table
from vulkar.service.house import House
from vulkar.service.ops_fire import firing_of
from vulkar.service.place import Place
from vulkar.service.socketserver import SocketServer
from vulkar.service.start_key import StartKey
from vulkar.table.keeper import ThreadKeeper

SOCKET = "table.sock"


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """What the process was started with."""
    parser = argparse.ArgumentParser(prog="python -m vulkar.service")
    parser.add_argument("--data", type=Path, required=True, help="the folder of this house")
    parser.add_argument("--board", default="classic", help="the board: a name, or its file")
    parser.add_argument("--ruleset", default=rulesets.DEFAULT, help="the first table's game")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--port", help="the board's serial port, or auto")
    where.add_argument("--manual", action="store_true", help="no electronics")
    parser.add_argument("--seats", help="players of the first table: human,human,simple")
    parser.add_argument("--people", help="the socket of a simulated board's people")
    parser.add_argument("--cues", type=Path, help="a file that changes the table of cues")
    return parser.parse_args(argv)


def say(line: str) -> None:
    """One line for ``vulkar serve``; there may be nobody who reads it."""
    with suppress(OSError):
        print(line, flush=True)


async def run(args: argparse.Namespace, panel: WithPanel = no_panel) -> None:
    """Serves until SIGTERM or SIGINT; then the board is let go of, and the game can go on later."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    cues = load_cues(args.cues)
    used = BoardInUse(args.board, load_calibrated)
    island_map = load(used.board.map)

    def link(what: str, text: str) -> None:
        house.link(what, text)

    place: Place
    if args.manual:
        place = NoElectronics(used, island_map, args.people)
    else:
        place = PortBoard(args.port, used, island_map, args.people, link, panel)
    keeper, thinker = ThreadKeeper(), ThreadKeeper()
    house = House(args.data, place, keeper, thinker, time.time)
    house.cues = cues
    house.part(firing_of).is_attended = args.people is not None
    server = SocketServer(house, args.data / SOCKET)
    house.resumed = lambda turn: say(f"resumed turn {turn}")
    try:
        await server.start()  # first of all: one house, one process
        for line in await first_pin_and_table(house, args.ruleset, args.seats):
            say(line)
        await house.open()
        say(f"start {house.part(StartKey).make()}")
        say("ready")
        await stop.wait()
    finally:
        await server.close()
        await house.close()
        keeper.close()
        thinker.close()


def main(argv: list[str] | None = None, panel: WithPanel = no_panel) -> int:
    """One clear error and exit code 1 where the house cannot be opened."""
    os.umask(0o077)  # whatever it writes is this user's
    try:
        asyncio.run(run(arguments(argv), panel))
    except VulkarError as exc:
        print(f"{exc.what} {exc.cause} {exc.todo}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
