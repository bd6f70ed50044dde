"""``vulkar report``: one zip for whoever helps."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vulkar.cli import report_parts as parts
from vulkar.cli.options import BoardName
from vulkar.devices.board import Board, load_board
from vulkar.devices.calibration import load_to_look
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.link.transport import Transport

LISTEN_S = 2.5  # the controller tells its statistics once a second


def report(
    sim: Annotated[bool, typer.Option("--sim", help="Of the simulated board.")] = False,
    port: Annotated[
        str | None, typer.Option("--port", help="Of the board on this serial port, or auto.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The zip to write. [vulkar-report-DATE.zip]")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option("--journal", help="The game's journal. [the newest]")
    ] = None,
    board_name: BoardName = "classic",
) -> None:
    """Write a zip with configuration, versions, statistics, last frames and the journal's tail.

    It holds no seed, hand, answer or key. Without --sim or --port no board is asked; a board that
    does not answer is reported as such. Ends a running arming: ask after the game, or leave --port
    out.
    """
    if sim and port is not None:
        raise VulkarError("play.where")
    # as it is played: any other configuration would open the controller's seal
    board = load_board(board_name) if port is None else load_to_look(board_name)[0]
    path = out or Path(time.strftime("vulkar-report-%Y%m%d-%H%M%S.zip"))
    files = {
        "versions.json": parts.as_json(parts.versions()),
        **parts.configuration(board),
        **_game(journal),
        **_health(),
    }
    if sim:
        files |= _simulated(board)
    elif port is not None:
        files |= asyncio.run(_on_port(port, board))
    parts.write_zip(path, files)
    Console().print(f"Report: {path}", highlight=False, soft_wrap=True)


def _simulated(board: Board) -> dict[str, str]:
    from vulkar.maps import load
    from vulkar.sim.lockstep import Sim, run

    async def main(sim: Sim) -> dict[str, str]:
        return await asked(sim.transport, board)

    return run(main, load(board.map), board, 1)


async def _on_port(port: str, board: Board) -> dict[str, str]:
    from vulkar.link.serialport import open_port

    try:
        return await asked(open_port(port), board)
    except VulkarError as error:  # a port that cannot even be opened
        return {"controller.json": parts.as_json({"error": _words(error)})}


async def asked(transport: Transport, board: Board) -> dict[str, str]:
    """What the controller says, as far as it says anything."""
    controller = Controller(transport, board)
    said: dict[str, object] = {}
    try:
        await controller.connect()
        await asyncio.sleep(LISTEN_S)
    except VulkarError as error:
        said["error"] = _words(error)
    finally:
        await controller.close()
    said |= parts.controller(controller.hello, controller.stats, board)
    return {
        "controller.json": parts.as_json(said),
        "frames.txt": parts.frame_text(controller.frames),
        "console.txt": "".join(f"{line}\n" for line in controller.console),
    }


def _game(path: Path | None) -> dict[str, str]:
    from vulkar.cli.journals import newest_journal
    from vulkar.table.journal import Journal

    chosen = path or newest_journal()
    if chosen is None:
        return {}
    try:
        opened = Journal.read(chosen)
    except VulkarError as error:
        if path is not None:
            raise
        return {"journal.json": parts.as_json({"error": error.code})}
    try:
        return {"journal.json": parts.as_json(parts.journal(opened))}
    finally:
        opened.close()


def _health() -> dict[str, str]:
    from vulkar.pi.health import CHECKS
    from vulkar.pi.readings import read

    readings = read()
    return {"health.json": parts.as_json([check(readings).row() for check in CHECKS])}


def _words(error: VulkarError) -> dict[str, str]:
    return {"code": error.code, "what": error.what, "cause": error.cause, "todo": error.todo}
