"""Under which names may this process be asked, and is an Origin the same place as a Host? Pure.

A page of a stranger reaches a house's address by a name of its own ("DNS rebinding"), so a Host
that is neither an address of this machine nor one of its names is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vulkar.remote.peer import plain

HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253})(?::([0-9]{1,5}))?")
DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Place:
    """The name in lower case (an IPv6 address without brackets) and the port, None if unsaid."""

    name: str
    port: int | None


def parse_host(text: str) -> Place | None:
    """A Host header, or None if it is none."""
    found = HOST.fullmatch(text)
    if found is None:
        return None
    name = found[1].strip("[]").lower().removesuffix(".")
    return Place(plain(name), int(found[2]) if found[2] else None)


def same_place(origin: str, host: str, https: bool) -> bool:
    """Whether an Origin header names the place that the Host header names.

    ``https`` is what the browser used; an unsaid port is that scheme's own.
    """
    scheme = "https" if https else "http"
    said, _, place = origin.partition("://")
    there, asked = parse_host(place), parse_host(host)
    if said != scheme or there is None or asked is None:
        return False
    usual = DEFAULT_PORTS[scheme]
    return (there.name, there.port or usual) == (asked.name, asked.port or usual)


@dataclass(frozen=True, slots=True)
class Names:
    """The names that are answered: this machine's, those that it has as ``.local``, those given."""

    machine: str
    others: frozenset[str] = frozenset()

    def answers(self, name: str, own_address: str) -> bool:
        """Whether a Host of ``name`` is answered on a connection to ``own_address``."""
        if name in self.others or name == "localhost" or name == plain(own_address):
            return True
        machine = self.machine.lower()
        short = machine.partition(".")[0]
        if name in (machine, short):
            return True
        # A second machine of the same name is called NAME-2.local by multicast DNS.
        return re.fullmatch(rf"{re.escape(short)}(-[0-9]{{1,3}})?\.local", name) is not None
