"""People at this terminal: what the table asks of their hands, and what they say back."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from rich.console import Console

from vulkar.errors import VulkarError
from vulkar.island.people_socket import SocketPeople
from vulkar.island.people_terminal import TerminalPeople
from vulkar.island.port import People
from vulkar.maps import IslandMap
from vulkar.rules import Game, rulesets


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


def telling_summary(game: Game, seat: int) -> str:
    """What a person does for a program that plays with a real deck."""
    assert game.ask is not None
    told = rulesets.of(game).told
    return f"\nSeat {seat + 1}, {game.seats[seat]}, is a program. {told[game.ask.kind]}"
