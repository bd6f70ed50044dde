"""``vulkar sim board`` and ``vulkar sim survey``."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vulkar.cli.files import LinkedPort, check_output, make_folder
from vulkar.cli.options import BoardName
from vulkar.cli.sim_faults import faults

app = typer.Typer(help="The simulated island: as a board on a port, and its statistics.",
                  no_args_is_help=True)  # fmt: skip
app.command()(faults)


@app.command()
def board(
    seed: Annotated[int, typer.Option("--seed", help="Decides every chance of the world.")] = 1,
    link: Annotated[
        Path | None,
        typer.Option("--link", help="Where to put the link to the port. [a temporary folder]"),
    ] = None,
    flash: Annotated[
        Path | None,
        typer.Option("--flash", help="A folder as the controller's file system. [a temporary one]"),
    ] = None,
    board_name: BoardName = "classic",
) -> None:
    """Run the simulated board in real time and print the path of its serial port.

    Play on it from another terminal: vulkar play --port PATH. Beside the port lies PATH.people,
    the socket of the simulated people around the board, and PATH.camera, which takes a picture of
    it for each request. Ctrl-C ends it. With an empty folder as
    --flash the controller is as new: install the firmware with vulkar firmware install.
    """
    from vulkar.cli.people import camera_socket, people_socket
    from vulkar.cli.seats import check_seed
    from vulkar.devices.board import load_board
    from vulkar.maps import load
    from vulkar.sim.camera import SimCamera
    from vulkar.sim.people import Hands
    from vulkar.sim.people_server import PeopleServer
    from vulkar.sim.pty import SimBoard
    from vulkar.sim.tracks import tell_tracks

    check_seed(seed)
    console = Console()
    if flash is not None:
        make_folder(flash)
    electronics = load_board(board_name)
    island_map = load(electronics.map)

    async def main() -> None:
        running = asyncio.current_task()
        assert running is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        async with SimBoard(island_map, electronics, seed, flash) as sim:
            hands = Hands(sim.world, island_map, random.Random(seed), heard=console.print)
            with LinkedPort(link, sim.path) as path:
                server = PeopleServer(hands, people_socket(str(path)), hands.meet)
                await server.start()
                camera = SimCamera(sim.world, island_map, camera_socket(str(path)))
                await camera.start()
                tracks = asyncio.create_task(tell_tracks(sim.world, server.rolled))
                try:
                    console.print(f"Firmware: {sim.interpreter}", highlight=False)
                    console.print(f"Port:     {path} -> {path.readlink()}", highlight=False)
                    console.print(f"Play:     vulkar play --port {path}", highlight=False)
                    await sim.wait()
                finally:
                    tracks.cancel()
                    await camera.close()
                    await server.close()
                    await hands.close()
                    people_socket(str(path)).unlink(missing_ok=True)

    try:
        asyncio.run(main())
    except (KeyboardInterrupt, asyncio.CancelledError):
        console.print("Board switched off.")


@app.command()
def survey(
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Rolls of each route.")] = 20,
    touch: Annotated[
        int, typer.Option("--touch", min=0, help="Rolls more for each space of each route.")
    ] = 0,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the table as CSV.")] = None,
    map_name: Annotated[str, typer.Option("--map", help="The map: a name, or a file.")] = "classic",
) -> None:
    """Roll every route and print the share of marbles that stay in the channel to the tray."""
    from vulkar.maps import load
    from vulkar.sim.survey import print_survey, run_survey

    console = Console()
    island_map = load(map_name)
    check_output(csv)
    result = run_survey(island_map, seeds=seeds, touch=touch, console=console)
    print_survey(result, console, csv)
