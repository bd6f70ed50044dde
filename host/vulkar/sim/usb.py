"""The simulated USB port of lockstep: bytes take a millisecond each way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vulkar.errors import VulkarError

if TYPE_CHECKING:
    from vulkar.sim.lockstep import Sim

LATENCY_US: Final = 1_000  # each way: a full-speed USB frame; a constant, so that runs repeat


class SimTransport:
    """The host's end of the port, with the face of :class:`vulkar.link.transport.Transport`."""

    name = "simulated port"

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._on_bytes: Callable[[bytes], None] | None = None
        self._on_lost: Callable[[Exception | None], None] | None = None
        self.open = True

    def write(self, data: bytes) -> None:
        """Puts ``data`` on the wire; into nothing once the port is closed or lost."""
        if self.open and data:
            self._send(data)

    def start(
        self,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Exception | None], None],
    ) -> None:
        """Hands over what arrives, and once, that the port is gone."""
        self._on_bytes = on_bytes
        self._on_lost = on_lost

    def close(self) -> None:
        """Lets go of the port. Safe to call twice."""
        self.open = False
        self._on_bytes = self._on_lost = None

    def arrived(self, data: bytes) -> None:
        """The simulator's side: bytes from the chip."""
        if self._on_bytes is not None:
            self._on_bytes(data)

    def lose(self, why: Exception | None) -> None:
        """The simulator's side: the controller went off the bus."""
        lost = self._on_lost
        self.close()
        if lost is not None:
            lost(why)


class SimFinder:
    """Opens the simulated port, with the face of :class:`vulkar.link.finder.Finder`."""

    def __init__(self, sim: Sim) -> None:
        self._sim = sim

    def open(self) -> SimTransport:
        """The port, opened now. Raises ``VulkarError("port.missing")`` while it is unplugged."""
        if self._sim.clock.now_us < self._sim.plugged_us:
            raise VulkarError("port.missing", port=SimTransport.name)
        return self._sim.open_port()
