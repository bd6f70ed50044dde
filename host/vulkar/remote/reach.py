"""Under which addresses people reach the web process, the best first. Pure, but for two questions
to the operating system."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Final, Self

from vulkar.remote.peer import is_local, parse

EVERYWHERE: Final = ("", "0.0.0.0", "::")
NOBODYS: Final = ("192.0.2.1", 9)  # an address that is nobody's


@dataclass(frozen=True, slots=True)
class Reach:
    """``names``: under which the machine is found on its network. ``public``: its name outside."""

    names: tuple[str, ...]
    port: int
    public: str | None = None

    @classmethod
    def of(cls, listen: str, port: int, public: str | None) -> Self:
        """Of this machine as it is now, for a process that listens at ``listen`` (HOST:PORT)."""
        return cls(tuple(names_of(listen, socket.gethostname(), own_address())), port, public)

    @property
    def addresses(self) -> list[str]:
        """The addresses of this table at home, the one that answers surely first."""
        return [f"http://{name}:{self.port}" for name in self.names]

    @property
    def best(self) -> str:
        """The address for a link: the public one where there is one."""
        return f"https://{self.public}" if self.public else self.addresses[0]

    @property
    def nearest(self) -> str:
        """The address for whoever is at home: an address of a network that is not a home's counts
        as outside, even for the machine itself, so there it is the machine's own name for itself.
        """
        address = parse(self.names[0].strip("[]"))
        outside = address is not None and not is_local(str(address))
        return f"http://localhost:{self.port}" if outside else self.addresses[0]

    @property
    def only_here(self) -> bool:
        """No other device reaches it."""
        here = parse(self.names[0].strip("[]"))
        alone = self.names[0] == "localhost" or (here is not None and here.is_loopback)
        return alone and self.public is None


def names_of(listen: str, machine: str, address: str | None) -> list[str]:
    """Under which names people find a process that listens at ``listen``.

    ``address`` is the machine's own on its network, None where it has none.
    """
    host = listen.rpartition(":")[0].strip("[]")
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    found = [address] if address else []
    if machine and machine != "localhost":
        found.append(machine if "." in machine else f"{machine}.local")
    return found or ["localhost"]


def own_address() -> str | None:
    """This machine's address on its network; None where it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(NOBODYS)
        except OSError:
            return None
        found: str = asking.getsockname()[0]
        return found
