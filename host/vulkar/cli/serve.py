"""``vulkar serve``: the table and its web process, and with --sim the simulated board."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from vulkar.errors import VulkarError

DATA: Final = Path(".vulkar") / "house"
LISTEN: Final = "0.0.0.0:8080"


def serve(
    sim: Annotated[bool, typer.Option("--sim", help="Play on the simulated island.")] = False,
    port: Annotated[
        str | None,
        typer.Option("--port", help="Play on a board: its serial port, or auto to find it."),
    ] = None,
    manual: Annotated[
        bool,
        typer.Option("--manual", help="Play without electronics: people aim, roll and report."),
    ] = False,
    listen: Annotated[
        str,
        typer.Option("--listen", help="HOST:PORT for browsers; by default the home network's."),
    ] = LISTEN,
    data: Annotated[
        Path, typer.Option("--data", help="The folder of this house: seats, sessions, games.")
    ] = DATA,
    board_name: Annotated[
        str, typer.Option("--board", help="The board: a name, or a file that describes it.")
    ] = "classic",
    ruleset: Annotated[
        str,
        typer.Option("--ruleset", help="A new house's first table: see vulkar rules list."),
    ] = "classic",
    panel_file: Annotated[
        str | None,
        typer.Option("--panel", help="The panel on this Pi's pins: a name, or its file."),
    ] = None,
    camera_file: Annotated[
        Path | None,
        typer.Option("--camera", help="A file that says where a camera is: its picture is shown."),
    ] = None,
    cues_file: Annotated[
        Path | None,
        typer.Option("--cues", help="A file that changes sounds and shows of lamps."),
    ] = None,
    public_host: Annotated[
        str | None,
        typer.Option("--public-host", help="The table's name on the internet, behind your proxy."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="Address of your TLS proxy: its X-Forwarded-For counts."),
    ] = None,
) -> None:
    """Serve a table to phones and programs, until Ctrl-C.

    Prints its addresses; at the first start the marshal's PIN and a join link for each seat, too.
    A game that was running goes on in the same turn. Logs lie in DATA/log.
    """
    from vulkar import unixsocket
    from vulkar.cli.announce import Announcer
    from vulkar.cli.serving import House, Serving, programs
    from vulkar.cues import load_cues
    from vulkar.devices.board import load_board
    from vulkar.devices.panel_file import load_panel
    from vulkar.pages.camera.file import load_camera
    from vulkar.remote.reach import Reach
    from vulkar.rules import rulesets

    if sim + manual + (port is not None) != 1:
        raise VulkarError("serve.where")
    board = load_board(board_name)  # refused here, in one clear error
    rules = rulesets.get(ruleset)
    if panel_file is not None:
        load_panel(panel_file)
    if camera_file is not None:
        load_camera(camera_file)
    load_cues(cues_file)
    unixsocket.check(data / "board.people")  # the longest of its names
    console = Console()
    with House(data):
        what = programs(
            data,
            board_name,
            listen,
            sim,
            port,
            public_host,
            tuple(proxy or ()),
            panel_file,
            camera_file,
            board.map,
            cues_file,
            rules.name,
        )
        serving = Serving(
            what,
            data,
            Announcer(functools.partial(Reach.of, listen, public=public_host)),
            lambda line: console.print(line, highlight=False, markup=False, soft_wrap=True),
        )
        console.print("Setting the table up: this takes some seconds.")
        failed = asyncio.run(serving.run())
    if failed is not None:
        raise VulkarError("serve.failed", part=failed, log=data / "log" / f"{failed}.log")
    console.print("Stopped.")
