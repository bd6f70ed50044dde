"""What ``vulkar serve`` tells the person who started it. Pure: lines of the processes in, text out.

Only here are the marshal's PIN and join links ever shown: never in a log, never in an event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

JOIN = "/join/"


@dataclass(slots=True)
class Announcer:
    """``names``: under which the machine is found, the best first. ``public``: its name outside."""

    names: Sequence[str]
    public: str | None = None
    _port: int | None = None
    _links: list[tuple[str, str]] = field(default_factory=list)  # until the address is known

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
        if word == "resumed":
            return [f"The table takes up the running game: {rest}."]
        return [line]

    def web(self, line: str) -> list[str]:
        """A line of the web process: ``listening HOST:PORT``."""
        word, _, rest = line.partition(" ")
        if word != "listening":
            return [line]
        known, self._port = self._port, int(rest.rpartition(":")[2])
        if known is not None:
            return []
        addresses = [f"http://{name}:{self._port}" for name in self.names]
        if self.public:
            addresses.append(f"https://{self.public}")
        return [f"Address: {address}" for address in addresses] + self._linked()

    def _linked(self) -> list[str]:
        if self._port is None:
            return []
        base = f"https://{self.public}" if self.public else f"http://{self.names[0]}:{self._port}"
        links, self._links = self._links, []
        return [f"Seat {seat}: {base}{JOIN}{key}" for seat, key in links]


def names_of(listen: str, machine: str, address: str | None) -> list[str]:
    """Under which names people find a process that listens at ``listen``.

    ``address`` is the machine's own on its network, None where it has none.
    """
    host = listen.rpartition(":")[0].strip("[]")
    if host not in ("", "0.0.0.0", "::"):
        return [f"[{host}]" if ":" in host else host]
    found = [address] if address else []
    if machine and machine != "localhost":
        found.append(machine if "." in machine else f"{machine}.local")
    return found or ["localhost"]
