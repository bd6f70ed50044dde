"""``vulkar doctor --clear``: opens what a controller has latched, by a person's word.

The port is let go while the question is open: a controller need not hear of a person who thinks.
"""

from __future__ import annotations

import asyncio

import typer
from rich.console import Console

from vulkar.devices.board import Board
from vulkar.island.latches import latch_error
from vulkar.island.people_text import latch_said
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.texts import render


def clear_latch(port: str, board: Board, console: Console, yes: bool) -> None:
    """Says what is latched, asks unless ``yes``, clears it. Nothing is armed, nothing moves.

    Raises the latch's own error where the answer is no, link.refused where its cause is still
    there.
    """
    latched = asyncio.run(_latched(port, board))
    if latched is None:
        console.print("Nothing is latched.")
        return
    console.print(render(latch_said(latched)), style="bold red", highlight=False, markup=False)
    if not yes and not typer.confirm("Has the board been looked at, and may it be cleared?"):
        raise latch_error(latched)
    if asyncio.run(_clear(port, board, latched)):
        console.print("Cleared.", style="bold green")
    else:
        console.print("Something else is latched by now, and was left.", style="bold yellow")


async def _latched(port: str, board: Board) -> int | None:
    controller = Controller(open_port(port), board)
    try:
        await controller.connect()
        return await controller.latched()
    finally:
        await controller.close()


async def _clear(port: str, board: Board, latched: int) -> bool:
    """Whether it was cleared; only what was agreed to is."""
    controller = Controller(open_port(port), board)
    try:
        await controller.connect()
        if await controller.latched() not in (latched, None):
            return False
        await controller.clear()
        return True
    finally:
        await controller.close()
