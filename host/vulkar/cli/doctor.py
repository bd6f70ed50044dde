"""``vulkar doctor``: is this board, and this computer, what it should be?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table as Grid

from vulkar.cli.doctor_board import BOARD_KINDS, Only, examine
from vulkar.cli.doctor_latch import clear_latch
from vulkar.cli.journals import newest_journal, written_s
from vulkar.cli.options import BoardName, PortToLookAt
from vulkar.devices.board import Board, load_board
from vulkar.devices.board_model import TURRET
from vulkar.devices.calibration import load_to_look
from vulkar.errors import VulkarError
from vulkar.pi.health import CHECKS, Finding, Level
from vulkar.pi.readings import read

STYLE: Final = {Level.OK: "", Level.NOTE: "yellow", Level.PROBLEM: "red"}
HOST: Final = "host"


def doctor(
    sim: Annotated[bool, typer.Option("--sim", help="Examine the simulated board.")] = False,
    port: PortToLookAt = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Move the servos, and clear, without asking first.")
    ] = False,
    clear: Annotated[
        bool,
        typer.Option("--clear", help="Say what fault or stop is latched, ask, and clear it first."),
    ] = False,
    only: Annotated[
        str | None,
        typer.Option(
            "--only", help="One part: host, link, servo, hall or marble; NAME after a colon."
        ),
    ] = None,
    board_name: BoardName = "classic",
) -> None:
    """Examine this computer, the link, every sensor, and every servo that lets no marble go.

    The servos of turret and diverters go to each end of their limits and back. Gates are only
    looked at: moving them would let marbles go. Each finding says what to do; exit code 1 if there
    is a problem. With --clear a latched fault or emergency stop is told with its likely cause, and
    cleared by your word.
    """
    if sim == (port is not None):
        raise VulkarError("play.where")
    board, broken = (load_board(board_name), None) if sim else load_to_look(board_name)
    wanted = _parse(only, board)
    console = Console()
    problems = 0
    if wanted.wants(HOST):
        problems += show(console, "This computer", _computer(port))
    if not sim:
        problems += show(console, "Calibration", [_calibration(board, broken)])
    if clear:
        if sim:
            console.print("A simulated board that was just started has nothing latched.")
        else:
            clear_latch(str(port), board, console, yes)
    if wanted.kind != HOST:
        problems += _simulated(board, console, wanted) if sim else _on_port(
            str(port), board, console, wanted, yes, may_move=broken is None
        )  # fmt: skip
    console.print(f"{problems} problem(s) found." if problems else "All is well.")
    raise typer.Exit(1 if problems else 0)


def show(console: Console, title: str, findings: Iterable[Finding]) -> int:
    """Prints a table; returns the number of problems."""
    grid = Grid("what", "found", "what to do", title=title)
    problems = 0
    for finding in findings:
        problems += finding.level is Level.PROBLEM
        grid.add_row(finding.what, finding.found, finding.todo, style=STYLE[finding.level])
    console.print(grid)
    return problems


def _parse(only: str | None, board: Board) -> Only:
    """Raises ``VulkarError``: doctor.only, board.part."""
    kind, _, name = (only or "").partition(":")
    known = (HOST, *BOARD_KINDS)
    if only is not None and kind not in known:
        raise VulkarError("doctor.only", only=only, known=", ".join(known))
    names: dict[str, Iterable[str]] = {
        "servo": (*(("idol",) if board.turret else ()), *board.servos),
        "hall": dict.fromkeys(space for space, _ in board.halls.sensors),
        "marble": board.beams,
    }
    if name and name not in (have := tuple(names.get(kind, ()))):
        raise VulkarError("board.part", kind=kind, name=name, known=", ".join(have))
    return Only(kind, TURRET if (kind, name) == ("servo", "idol") else name)


def _computer(port: str | None) -> list[Finding]:
    newest = newest_journal()
    readings = read(
        port="" if port in (None, "auto") else str(port),
        journal_s=written_s(newest) if newest is not None else None,
    )
    return [*(check(readings) for check in CHECKS), _journal()]


def _journal() -> Finding:
    from vulkar.table.journal import Journal

    newest = newest_journal()
    if newest is None:
        return Finding("journal", Level.OK, "no game has been played here")
    try:
        opened = Journal.open(newest)
    except VulkarError as error:
        return Finding("journal", Level.PROBLEM, error.what, error.todo)
    count = len(opened.answers())
    opened.close()
    days = (time.time() - written_s(newest)) / 86_400
    return Finding("journal", Level.OK, f"{newest} is sound: {count} answers, {days:.0f} days old")


def _calibration(board: Board, broken: VulkarError | None) -> Finding:
    if broken is not None:
        return Finding("calibration", Level.PROBLEM, f"{broken.what} No servo moves.", broken.todo)
    if not board.controller_id:
        return Finding("calibration", Level.NOTE, "none was made", "vulkar calibrate")
    sensors = f"{len(board.halls.measured)} of {len(board.halls.sensors)} sensors measured"
    return Finding("calibration", Level.OK, f"sound: {sensors}")


def _simulated(board: Board, console: Console, only: Only) -> int:
    from vulkar.maps import load
    from vulkar.sim.lockstep import Sim, run

    async def main(sim: Sim) -> int:
        return await examine(sim.transport, board, console, only, move=True)

    return run(main, load(board.map), board, 1)


def _on_port(
    port: str, board: Board, console: Console, only: Only, yes: bool, may_move: bool
) -> int:
    from vulkar.link.serialport import open_port

    async def main() -> int:
        question = "The idol and the diverters will move. Are all hands away?"
        move = may_move and only.wants("servo") and (yes or typer.confirm(question))
        return await examine(open_port(port), board, console, only, move)

    return asyncio.run(main())
