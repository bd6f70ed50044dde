"""``vulkar pi board``."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vulkar.cli.files import LinkedPort
from vulkar.cli.options import BoardName
from vulkar.errors import VulkarError

app = typer.Typer(help="The Raspberry Pi's own pins: a board without a microcontroller.",
                  no_args_is_help=True)  # fmt: skip


@app.callback()
def pi() -> None:
    """The Raspberry Pi's own pins: a board without a microcontroller."""


@app.command()
def board(
    board_name: BoardName = "pi-only",
    pins: Annotated[
        str, typer.Option("--pins", help="lgpio: the Pi's pins; mock: none, to try it anywhere.")
    ] = "lgpio",
    link: Annotated[
        Path | None,
        typer.Option("--link", help="Where to put the link to the port. [a temporary folder]"),
    ] = None,
) -> None:
    """Run the firmware on this Pi's own pins and print the path of its port.

    Play on it from another terminal: vulkar play --port PATH. The servo rail is off until a game
    arms the board, and goes off whatever ends the firmware. Ctrl-C ends it.
    """
    from vulkar.devices.board import load_board
    from vulkar.pi.board import PiBoard

    electronics = load_board(board_name)
    if electronics.controller != "pi":
        raise VulkarError("pi.controller", path=electronics.path, controller=electronics.controller)
    console = Console()
    released = {}
    if electronics.stop_pin is not None:  # nobody presses a mock button
        released[electronics.stop_pin] = 1 - electronics.stop_level

    async def main() -> None:
        running = asyncio.current_task()
        assert running is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        async with PiBoard(electronics, pins, released) as served:
            with LinkedPort(link, served.path) as path:
                python = ".".join(map(str, sys.version_info[:3]))
                console.print(f"Firmware: CPython {python}, pins: {pins}", highlight=False)
                console.print(f"Port:     {path} -> {served.path}", highlight=False)
                console.print(
                    f"Play:     vulkar play --board {board_name} --port {path}", highlight=False
                )
                await served.wait()

    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(main())
    console.print("Board switched off.")
