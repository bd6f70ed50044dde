"""``vulkar serve``: the table and its web process, and with --sim the simulated board."""

from __future__ import annotations

import asyncio
import functools
import time
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from vulkar.cli.options import BoardName, ByHand, PanelFile, PortToPlayOn, SimToPlayOn
from vulkar.errors import VulkarError

DATA: Final = Path(".vulkar") / "house"
LISTEN: Final = "0.0.0.0:8080"


def serve(
    sim: SimToPlayOn = False,
    port: PortToPlayOn = None,
    manual: ByHand = False,
    listen: Annotated[
        str,
        typer.Option("--listen", help="HOST:PORT for browsers; by default the home network's."),
    ] = LISTEN,
    data: Annotated[
        Path, typer.Option("--data", help="The folder of this house: seats, sessions, games.")
    ] = DATA,
    ruleset: Annotated[
        str,
        typer.Option("--ruleset", help="A new house's first table: see vulkar rules list."),
    ] = "classic",
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            help="A new house's first table, as for play. [1=human,2=human,3=simple]",
        ),
    ] = None,
    board_name: BoardName = "classic",
    panel_file: PanelFile = None,
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
    from vulkar.cli.seats import parse_seats, settle_effort
    from vulkar.cli.serving import House, Serving, programs
    from vulkar.cues import load_cues
    from vulkar.devices.board import load_board
    from vulkar.devices.panel_file import load_panel
    from vulkar.pages.camera.file import load_camera
    from vulkar.remote.reach import Reach
    from vulkar.rules import rulesets

    if sim + manual + (port is not None) != 1:
        raise VulkarError("serve.where")
    rules = rulesets.get(ruleset)
    kinds = parse_seats(seats, rules) if seats is not None else ()
    kinds = settle_effort(kinds, rules, time.monotonic)
    board = load_board(board_name)  # refused here, in one clear error
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
            panel=panel_file,
            camera=camera_file,
            map=board.map,
            cues=cues_file,
            seats=kinds,
            ruleset=rules.name,
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
