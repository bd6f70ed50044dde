"""``vulkar config check`` and ``vulkar config show``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from vulkar.devices.board import Board, read_board
from vulkar.devices.calibration import apply
from vulkar.devices.calibration_file import calibration_path, read_calibration
from vulkar.devices.effective import effective

app = typer.Typer(help="The board's own file: check it, show what counts.", no_args_is_help=True)


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="The board: a name, or a file that describes it.")],
) -> None:
    """Read a board file and its calibration; name the first mistake with its line."""
    _, board = read_board(file)
    console = Console()
    path = calibration_path(board.path)
    if path.is_file():
        board = apply(board, read_calibration(path), path)
    sensors, measured = len(board.halls.sensors), len(board.halls.measured)
    console.print(
        f"{board.path}: good. {len(board.servos)} servos, {len(board.gates)} gates, "
        f"{len(board.diverters)} diverters, {sensors} sensors.",
        highlight=False,
        soft_wrap=True,
    )
    people = lacking(board)
    if people:
        console.print(f"People {', '.join(people)}.", highlight=False, soft_wrap=True)
    said = f"{path}: good, {measured} sensors." if board.controller_id else "Not calibrated."
    console.print(said, highlight=False, soft_wrap=True)


def lacking(board: Board) -> list[str]:
    """What people do on a board for lack of its parts."""
    parts = (
        (board.turret is not None, "turn the idol"),
        (bool(board.diverters), "set the plates at forks"),
        (bool(board.gates) and not board.cradles, "let marbles go"),
        (bool(board.halls.sensors), "say who was touched and who stands where"),
    )
    return [people for there, people in parts if not there]


@app.command()
def show(
    file: Annotated[
        str, typer.Argument(help="The board: a name, or a file that describes it.")
    ] = "classic",
) -> None:
    """Show every value that counts, and whether the board file, its calibration or a default
    says it."""
    shape, board = read_board(file)
    path = calibration_path(board.path)
    found = None
    if path.is_file():
        found = read_calibration(path)
        board = apply(board, found, path)
    grid = Grid("key", "value", "from", title=f"{board.name} ({board.path})")
    for row in effective(shape, board, found):
        grid.add_row(row.key, row.value, row.source)
    Console().print(grid)
