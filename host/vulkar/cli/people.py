"""People at this terminal: what the table asks of their hands, and what they say back."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from rich.console import Console

from vulkar.errors import VulkarError
from vulkar.island.people_text import question_text, task_text
from vulkar.island.port import People, Question, Task
from vulkar.rules import Game


def people_socket(port: str) -> Path:
    """Where a simulated board serves its people: beside the link to its serial port."""
    return Path(f"{port}.people")


@asynccontextmanager
async def people_for(port: str, console: Console, journal: Path) -> AsyncIterator[People]:
    """The simulated people beside a simulated board's port, else the people at this terminal."""
    if people_socket(port).is_socket():
        from vulkar.island.people_client import PeopleClient

        async with PeopleClient(people_socket(port)) as client:
            yield client
    else:
        yield TerminalPeople(console, journal)


async def read_line(console: Console, journal: Path, prompt: str) -> str:
    """One line from standard input. While a person thinks, virtual time stands still, real time
    goes on: in real time the line is awaited on the loop, so that heartbeats go on."""
    console.print(prompt, end="", highlight=False, markup=False)
    loop = asyncio.get_running_loop()
    if getattr(loop, "virtual", False):
        line = sys.stdin.readline()
    else:
        ready: asyncio.Future[str] = loop.create_future()
        fd = sys.stdin.fileno()
        try:
            loop.add_reader(fd, lambda: ready.done() or ready.set_result(sys.stdin.readline()))
        except PermissionError:  # a plain file as input never blocks and cannot be selected
            ready.set_result(sys.stdin.readline())
        try:
            line = await ready
        finally:
            loop.remove_reader(fd)
    if not line:
        raise VulkarError("input.ended", journal=journal)
    return line.rstrip("\n")


class TerminalPeople:
    """Asks the people at this terminal; tasks and questions are sentences."""

    def __init__(self, console: Console, journal: Path) -> None:
        self._console = console
        self._journal = journal

    def tell(self, task: Task) -> None:
        self.say(task_text(task))

    def say(self, text: str) -> None:
        self._console.print(f"          > {text}", style="cyan", highlight=False, markup=False)

    async def ask(self, question: Question) -> bool:
        while True:
            prompt = f"          ? {question_text(question)} [y/n] "
            word = (await read_line(self._console, self._journal, prompt)).strip().lower()
            if word in ("y", "yes", "n", "no"):
                return word.startswith("y")
            self.say("Please answer y or n.")


def seat_summary(game: Game, seat: int) -> str:
    """What a seat may see, in a few lines: the board, then its own hand."""
    view = game.view(seat).visible
    lines = [f"\nSeat {seat + 1}, it is for you to choose."]
    lines += [f"  {key}: {value}" for key, value in view.items() if value not in (None, [], {})]
    return "\n".join(lines)
