"""Finds a controller's port: by name at first, by its USB identity once it has been open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from vulkar.errors import VulkarError
from vulkar.link.serialport import UsbPort, find_port, open_port, plugged_in
from vulkar.link.transport import Transport


@dataclass(frozen=True, slots=True)
class Identity:
    """What a controller keeps when its port comes back under another name."""

    vid: int
    pid: int
    serial_number: str | None


class Finder(Protocol):
    """Opens the port of one controller, as often as it is lost."""

    def open(self) -> Transport:
        """The port, opened now. Raises ``VulkarError`` port.* while it is not there."""


class PortFinder:
    """A serial port of this computer; ``port`` is a path, a link to one, or "auto".

    A path that no USB port stands behind (a PTY, the link of ``vulkar sim board``) is opened by
    that path again, wherever it leads by then. ``ports`` lists what is plugged in.
    """

    def __init__(self, port: str, ports: Callable[[], Iterable[UsbPort]] = plugged_in) -> None:
        self._port = port
        self._ports = ports
        self._identity: Identity | None = None
        self._last = ""

    def open(self) -> Transport:
        """Opens it; see :func:`vulkar.link.serialport.open_port` for the errors."""
        path = self._where()
        transport = open_port(path)
        self._last = path
        if self._identity is None:
            self._identity = self._identity_of(path)
        return transport

    def _where(self) -> str:
        if self._identity is None:
            return find_port(self._ports) if self._port == "auto" else self._port
        found = sorted(p.device for p in self._ports() if _identity(p) == self._identity)
        if not found:
            raise VulkarError("port.missing", port=self._last)
        if self._last in found and len(found) > 1 and self._identity.serial_number is None:
            return self._last  # two alike without numbers of their own: the one that it was
        if len(found) > 1:
            raise VulkarError("port.several", ports=", ".join(found))
        return found[0]

    def _identity_of(self, path: str) -> Identity | None:
        real = os.path.realpath(path)
        for port in self._ports():
            if os.path.realpath(port.device) == real:
                return _identity(port)
        return None


def _identity(port: UsbPort) -> Identity | None:
    if port.vid is None or port.pid is None:
        return None
    return Identity(port.vid, port.pid, port.serial_number)
