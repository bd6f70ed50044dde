"""A serial port on the event loop: exclusive, never blocking, with a deadline for writes."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Protocol

import serial
from serial.tools import list_ports

from vulkar.errors import VulkarError

WRITE_DEADLINE_S: Final = 1.0
USB_VENDORS: Final = (0x2E8A,)  # Raspberry Pi: a Pico that runs MicroPython
BAUD: Final = 115200  # USB serial ignores it
CHUNK: Final = 4096
EMPTY_MOST: Final = 20  # a driver that says readable so often and has nothing is broken


class SerialTransport:
    """An open port. Use :func:`open_port`."""

    def __init__(self, port: serial.Serial, name: str) -> None:
        self.name = name
        self._port = port
        self._fd: int = port.fileno()
        self._loop = asyncio.get_running_loop()
        self._pending = bytearray()
        self._deadline: asyncio.TimerHandle | None = None
        self._on_bytes: Callable[[bytes], None] | None = None
        self._on_lost: Callable[[Exception | None], None] | None = None
        self._open = True
        self._empty = 0  # reads in a row that found nothing

    def start(
        self,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Exception | None], None],
    ) -> None:
        """Begins to read; see :class:`vulkar.link.transport.Transport`."""
        self._on_bytes = on_bytes
        self._on_lost = on_lost
        self._loop.add_reader(self._fd, self._readable)

    def write(self, data: bytes) -> None:
        """Queues bytes; raises nothing, a dead port ends in ``on_lost``."""
        if not self._open or not data:
            return
        idle = not self._pending
        self._pending += data
        if idle:
            self._writable()

    def close(self) -> None:
        """Lets go of the port and its lock. Safe to call twice."""
        if not self._open:
            return
        self._open = False
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        if self._deadline is not None:
            self._deadline.cancel()
        self._port.close()

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            self._empty += 1
            if self._empty >= EMPTY_MOST:
                self._lose(OSError(errno.EIO, "readable again and again, with nothing to read"))
            return
        except OSError as exc:
            self._lose(exc)
            return
        self._empty = 0
        if not data:  # readable and empty: the device is gone (pyserial reports it the same way)
            self._lose(OSError(errno.EIO, os.strerror(errno.EIO)))
        elif self._on_bytes is not None:
            self._on_bytes(data)

    def _writable(self) -> None:
        try:
            sent = os.write(self._fd, self._pending)
        except BlockingIOError:
            sent = 0
        except OSError as exc:
            self._lose(exc)
            return
        del self._pending[:sent]
        if self._deadline is not None and (sent or not self._pending):
            self._deadline.cancel()
            self._deadline = None
        if not self._pending:
            self._loop.remove_writer(self._fd)
            return
        self._loop.add_writer(self._fd, self._writable)
        if self._deadline is None:
            self._deadline = self._loop.call_later(WRITE_DEADLINE_S, self._late)

    def _late(self) -> None:
        self._deadline = None
        self._lose(TimeoutError(f"nothing was taken for {WRITE_DEADLINE_S} s"))

    def _lose(self, why: Exception) -> None:
        on_lost = self._on_lost
        self.close()
        if on_lost is not None:
            self._loop.call_soon(on_lost, why)


def open_port(port: str) -> SerialTransport:
    """Opens a port exclusively on the running loop; ``"auto"`` looks for the one Pico.

    Raises ``VulkarError``: port.none, port.several, port.missing, port.denied, port.busy,
    port.not_serial.
    """
    path = find_port() if port == "auto" else port
    try:
        handle = serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=True)
    except serial.SerialException as exc:
        raise explain(path, exc) from exc
    return SerialTransport(handle, path)


class UsbPort(Protocol):
    """One entry of ``serial.tools.list_ports.comports()``."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


def plugged_in() -> Iterable[UsbPort]:
    """The serial ports of this computer."""
    return list_ports.comports()


def find_port(ports: Callable[[], Iterable[UsbPort]] = plugged_in) -> str:
    """The one port with a Pico's USB identity."""
    found = sorted(str(p.device) for p in ports() if p.vid in USB_VENDORS)
    if not found:
        raise VulkarError("port.none")
    if len(found) > 1:
        raise VulkarError("port.several", ports=", ".join(found))
    return found[0]


def explain(path: str, exc: serial.SerialException) -> VulkarError:
    """The catalogue's error for a port that could not be opened."""
    number = exc.errno
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return VulkarError("port.missing", port=path)
    if number in (errno.EACCES, errno.EPERM):
        return VulkarError("port.denied", port=path)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(exc):
        return VulkarError("port.busy", port=path)
    no_terminal = "Could not configure" in str(exc)  # pyserial gives no number with it
    if no_terminal or not Path(path).is_char_device():
        return VulkarError("port.not_serial", port=path)
    return VulkarError("port.failed", port=path, reason=str(exc))
