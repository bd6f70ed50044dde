"""Who stands at the board while it is calibrated: the port, and a person at a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Mark:
    """A position to find. ``value`` is in the servo's unit; NaN at an end stop."""

    servo: str
    kind: str  # low, high, facing, closed or way
    name: str  # of the facing or the way
    value: float
    text: str  # what a person shall look for


class Person(Protocol):
    """Eyes and hands at the board."""

    def say(self, text: str) -> None: ...

    async def jog(self, mark: Mark, pulse_us: int) -> int | None:
        """How many us to move from here; None where the mark is met."""
        ...

    async def confirm(self, text: str) -> bool: ...

    async def clear(self) -> None:
        """Takes every pawn off the board; returns when told or done."""
        ...

    async def stand(self, spaces: Sequence[str]) -> None:
        """Is told which spaces still want a pawn, the next one first; returns at once."""
        ...

    async def take_marbles(self, sources: Sequence[str]) -> None: ...

    async def bring_marble(self, source: str) -> None: ...


class Terminal:
    """A person at a terminal. ``read(prompt)`` gives a line and raises where input has ended."""

    def __init__(self, say: Callable[[str], None], read: Callable[[str], Awaitable[str]]) -> None:
        self.say = say
        self._read = read
        self._told = ""

    async def jog(self, mark: Mark, pulse_us: int) -> int | None:
        """Understands ok, +, -, ++, --, and a number of us with its sign."""
        while True:
            line = (await self._read(f"{mark.text} [{pulse_us} us; + - ++ -- +N -N ok] ")).strip()
            if line == "ok":
                return None
            move_us = parse_jog(line)
            if move_us is not None:
                return move_us
            self.say(
                "Not understood. + and - move by 10 us, ++ and -- by 50, +N by N; ok keeps it."
            )

    async def confirm(self, text: str) -> bool:
        return (await self._read(f"{text} [y/n] ")).strip().lower() in ("y", "yes")

    async def clear(self) -> None:
        while not await self.confirm("Take every pawn off the board. Is it empty?"):
            await asyncio.sleep(0)

    async def stand(self, spaces: Sequence[str]) -> None:
        if spaces and spaces[0] != self._told:
            self._told = spaces[0]
            self.say(f"Stand a pawn on {spaces[0]}, or on any other space that is not done.")

    async def take_marbles(self, sources: Sequence[str]) -> None:
        self.say(f"Take the marbles out of {', '.join(sources)}: gates will open.")

    async def bring_marble(self, source: str) -> None:
        self.say(f"Lay a marble into the cradle of {source}.")


def parse_jog(line: str) -> int | None:
    """The move of ``+``, ``--``, ``+25``; None for anything else, and for more than 200 us."""
    step = {"+": 10, "-": -10, "++": 50, "--": -50}.get(line)
    if step is not None:
        return step
    if line[:1] in ("+", "-") and line[1:].isdecimal() and int(line[1:]) <= 200:
        return int(line)
    return None
