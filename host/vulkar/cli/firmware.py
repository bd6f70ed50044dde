"""``vulkar firmware install|check|rollback``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from vulkar.cli.options import BoardName
from vulkar.devices.board import load_board

app = typer.Typer(help="The controller's firmware: install, check, go back.",
                  no_args_is_help=True)  # fmt: skip
PORT_HELP = "The board's serial port; auto looks for the one Pico."


@app.command()
def install(
    port: Annotated[str, typer.Option("--port", help=PORT_HELP)] = "auto",
    board_name: BoardName = "classic",
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Even if it was installed for another board.")
    ] = False,
    bench: Annotated[
        bool,
        typer.Option("--bench", help="With the part for tests on a real Pico; not for play."),
    ] = False,
) -> None:
    """Put this Vulkar's firmware on a controller, compiled, and start it.

    Whenever it is cut short, the board starts the firmware that it had, and the command can be
    given again. The firmware before is kept for vulkar firmware rollback.
    """
    from vulkar.firmware.install import Job, resolve
    from vulkar.firmware.install import install as run

    console = Console(highlight=False, soft_wrap=True)
    board = load_board(board_name)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("Writing", total=None)
        job = Job(
            resolve(port),
            board.id,
            bench=bench,
            take_over=take_over,
            tell=bar.console.print,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
        number = run(job)
    console.print(f"Firmware {number:08x} runs on {job.port}.")


@app.command()
def check(port: Annotated[str, typer.Option("--port", help=PORT_HELP)] = "auto") -> None:
    """Say whether a controller runs this Vulkar's firmware. Changes nothing.

    Ends with exit code 1 and the command that mends it where that is not so.
    """
    from vulkar.firmware.install import Job, resolve
    from vulkar.firmware.install import check as run

    Console(highlight=False, soft_wrap=True).print(run(Job(resolve(port), "")))


@app.command()
def rollback(port: Annotated[str, typer.Option("--port", help=PORT_HELP)] = "auto") -> None:
    """Go back to the firmware that ran before the last install. Twice: forward again."""
    from vulkar.firmware.install import Job, resolve
    from vulkar.firmware.install import rollback as run

    console = Console(highlight=False, soft_wrap=True)
    job = Job(resolve(port), "", tell=console.print)
    console.print(f"Firmware {run(job):08x} runs on {job.port}.")
