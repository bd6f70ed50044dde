"""People at this terminal: what the table asks of their hands, and what they say back."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from rich.console import Console

from vulkar.errors import VulkarError
from vulkar.island.people_socket import SocketPeople
from vulkar.island.people_terminal import TerminalPeople
from vulkar.island.port import People
from vulkar.maps import IslandMap
from vulkar.rules.classic import Game
from vulkar.texts import Text, render


def people_socket(port: str) -> Path:
    """Where a simulated board serves its people: beside the link to its serial port."""
    return Path(f"{port}.people")


def camera_socket(port: str) -> Path:
    """Where a simulated board serves pictures of itself."""
    return Path(f"{port}.camera")


def at_terminal(island_map: IslandMap, console: Console, journal: Path) -> TerminalPeople:
    """The people at this terminal."""
    write = functools.partial(console.print, style="cyan", highlight=False, markup=False)
    return TerminalPeople(island_map, write, functools.partial(read_line, console, journal))


@asynccontextmanager
async def people_for(
    port: str, island_map: IslandMap, console: Console, journal: Path
) -> AsyncIterator[People]:
    """The simulated people beside a simulated board's port, else the people at this terminal."""
    socket = people_socket(port)
    if not socket.is_socket():
        yield at_terminal(island_map, console, journal)
        return
    people = await SocketPeople.connect(str(socket))
    try:
        yield people
    finally:
        await people.close()


async def read_line(console: Console, journal: Path, prompt: str) -> str:
    """One line from standard input, without its newline.

    On a real loop it is awaited, so that heartbeats go on while a person thinks; a virtual clock
    stands still meanwhile. Raises ``VulkarError("input.ended")``.
    """
    console.print(prompt, end="", highlight=False, markup=False)
    fd = sys.stdin.fileno()
    while b"\n" not in _typed:
        await _readable(fd)
        data = os.read(fd, 4096)
        if not data:
            raise VulkarError("input.ended", journal=journal)
        _typed.extend(data)
    line, _, rest = bytes(_typed).partition(b"\n")
    _typed[:] = rest
    return line.decode(errors="replace")


_typed = bytearray()  # what was typed ahead; standard input is one for the whole process


async def _readable(fd: int) -> None:
    """Returns when a read will not block the loop, or at once where blocking is right."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    try:
        loop.add_reader(fd, ready.set)
    except (PermissionError, VulkarError):  # a plain file is always ready; lockstep has no readers
        return
    try:
        await ready.wait()
    finally:
        loop.remove_reader(fd)


def seat_summary(names: Mapping[str, Text], game: Game, seat: int) -> str:
    """What a seat may see, in a few lines: the pieces, the jewel, and its own hand."""
    view = game.view(seat).visible
    lines = [f"\nSeat {seat + 1}, {view['pawn']}: it is for you to choose."]
    for piece in view["pieces"]:
        lying = ", lying" if piece["posture"] == "lying" else ""
        token = ", token" if piece["token"] == "held" else ""
        jewel = ", the jewel" if view["jewel"]["owner"] == piece["pawn"] else ""
        cards = f"{piece['cards']} card" + ("" if piece["cards"] == 1 else "s")
        where = render(names[piece["space"]])
        lines.append(f"  {piece['pawn']:7} {where}{lying} ({cards}{token}{jewel})")
    if view["jewel"]["space"]:
        lines.append(f"  jewel   {render(names[view['jewel']['space']])}")
    if view["pawn"] in view.get("paper", ()):
        lines.append("  hand    on paper: choose only what you hold")
    else:
        lines.append(f"  hand    {', '.join(view['hand']) or 'empty'}")
    return "\n".join(lines)


TELLING: Final = {
    "drew": "Draw a card from the pile for it, look at it, and lay it down for it.",
    "took": "Let it be given a card of that hand, blindly; look at it, and lay it down for it.",
    "saw": "Turn up a card of that hand for it, look at it, and give it back.",
}


def telling_summary(game: Game, seat: int) -> str:
    """What a person does for a program that plays with a real deck."""
    assert game.ask is not None
    return f"\nSeat {seat + 1}, {game.seats[seat]}, is a program. {TELLING[game.ask.kind]}"
