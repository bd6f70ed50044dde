"""What ``vulkar serve`` tells the person who started it. Pure: lines of the processes in, text out.

Only here are the marshal's PIN, the start link and join links ever shown: never in a log, never in
an event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from vulkar.remote.reach import Reach

JOIN: Final = "/join/"
START: Final = "/start/"


@dataclass(slots=True)
class Announcer:
    """``reach``: by the port of the web process, under which addresses it is found."""

    reach: Callable[[int], Reach]
    _reached: Reach | None = None
    _start: str | None = None  # these two until the address is known
    _links: list[tuple[str, str]] = field(default_factory=list)

    def table(self, line: str) -> list[str]:
        """A line of the table's standard output: a word, then what belongs to it."""
        word, _, rest = line.partition(" ")
        if word == "ready":
            return []
        if word == "pin":
            return [f"Marshal's PIN: {rest}  (kept as a hash only: write it down)"]
        if word == "link":
            seat, _, key = rest.partition(" ")
            self._links.append((seat, key))
            return self._linked()
        if word == "seated":
            return ["--seats counts for a new house only; this one has a table already."]
        if word == "start":
            self._start = rest
            return self._started()
        if word == "resumed":
            return [f"The table takes up the running game: {rest}."]
        return [line]

    def web(self, line: str) -> list[str]:
        """A line of the web process: ``listening HOST:PORT``."""
        word, _, rest = line.partition(" ")
        if word != "listening":
            return [line]
        if self._reached is not None:
            return []
        reach = self._reached = self.reach(int(rest.rpartition(":")[2]))
        public = [f"https://{reach.public}"] if reach.public else []
        lines = [f"Address: {address}" for address in (*reach.addresses, *public)]
        if reach.only_here:
            lines.append("No phone reaches this address: without --listen they do.")
        return lines + self._linked() + self._started()

    def _linked(self) -> list[str]:
        if self._reached is None:
            return []
        links, self._links = self._links, []
        return [f"Seat {seat}: {self._reached.best}{JOIN}{key}" for seat, key in links]

    def _started(self) -> list[str]:
        """The line that is to be seen first of all, and so stands last."""
        if self._reached is None or self._start is None:
            return []
        key, self._start = self._start, None
        return ["Open this first (works once):", f"  {self._reached.nearest}{START}{key}"]
