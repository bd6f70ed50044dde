"""Who answers on a port, firmware or prompt, and the way from the first to the second."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import serial

from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.serialport import BAUD, explain, find_port

LISTEN_S: Final = 1.0
GREET_S: Final = 0.15
GONE_S: Final = 0.5  # until a port that restarts has gone
BACK_S: Final = 15.0  # a Pico's USB port is back 1-2 s after a reset
GOING: Final = (  # what a port says that is about to go, or has just come
    "port.none", "port.missing", "port.denied", "port.failed", "firmware.cut",
)  # fmt: skip
PROMPTS: Final = (b">>> ", b"raw REPL")


def frame(kind: int, newest: int = 0x2020) -> bytes:
    """A frame without payload that a prompt survives: no control byte in number and checksum.

    A Ctrl-D on an empty line, say, would restart MicroPython. Its number is newer than ``newest``,
    the newest that the controller has seen, or the controller would take it for a late repeat.
    """
    for ahead in range(1, 0x7000):
        out = wire.encode(kind, (newest + ahead) & 0xFFFF)
        if all(byte >= 0x20 for byte in out[2:-1]):
            return out
    raise AssertionError("no such sequence number")


class Line:
    """A port that is asked and answers, one thing at a time. A context manager."""

    def __init__(self, port: str) -> None:
        self.port = find_port() if port == "auto" else port
        self.text = b""  # what was no frame
        self._newest = 0x2020
        self._reader = wire.Reader(4096)
        try:
            self._serial = serial.Serial(
                self.port, BAUD, timeout=0.05, write_timeout=1.0, exclusive=True
            )
        except serial.SerialException as exc:
            raise explain(self.port, exc) from exc

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._serial.close()

    def ask(self, data: bytes, kinds: tuple[int, ...], wait_s: float) -> tuple[int, bytes] | None:
        """Writes; then the first frame of one of ``kinds``. None: silence, or a prompt answers."""
        until = time.monotonic() + wait_s
        try:
            self._serial.write(data)
            while time.monotonic() < until:
                got = self._serial.read(max(1, self._serial.in_waiting))
                self.text = (self.text + got)[-4096:]
                for kind, _seq, payload in self._reader.feed(got):
                    if kind in kinds:
                        return kind, payload
                if got and self.at_prompt:
                    return None
        except OSError as exc:
            raise VulkarError("firmware.cut", port=self.port, reason=str(exc)) from exc
        return None

    @property
    def at_prompt(self) -> bool:
        return any(mark in self.text for mark in PROMPTS)

    def hello(self) -> tuple[int, ...] | None:
        """The fields of HELLO, part 0, if a firmware answers (``wire.F_HELLO0``).

        An empty line first: it ends half a line of whoever was here before, and a prompt answers.
        """
        self.text = b""
        answer = self.ask(b"\r\n", (), GREET_S)
        if self.at_prompt:
            return None
        answer = self.ask(frame(wire.HELLO), (wire.HELLO,), LISTEN_S)
        fields = None if answer is None else wire.unpack(wire.F_HELLO0, answer[1])
        if fields is not None:
            self._newest = fields[9]
        return fields

    def order(self, kind: int) -> int | None:
        """Sends a command; its result, or None if nothing answers."""
        answer = self.ask(frame(kind, self._newest), (wire.ACK,), LISTEN_S)
        fields = None if answer is None else wire.unpack(wire.F_ACK, answer[1])
        return None if fields is None else fields[0]


def wait_for_hello(port: str, wait_s: float | None = None) -> tuple[int, ...] | None:
    """HELLO of a controller that has just been restarted; None if none came in time."""
    until = time.monotonic() + (BACK_S if wait_s is None else wait_s)
    while time.monotonic() < until:
        try:
            with Line(port) as line:
                fields = line.hello()
                if fields is not None:
                    return fields
                if line.at_prompt:
                    return None
        except VulkarError as exc:
            if exc.code not in GOING:
                raise
        time.sleep(0.05)
    return None


def to_prompt(port: str, tell: Callable[[str], None]) -> None:
    """Brings a running firmware to its prompt, through a restart where it was sealed.

    A sealed firmware has started its watchdog, which nothing but a reset ends, so it refuses
    MAINTENANCE. Raises firmware.sealed if it cannot be brought there.
    """
    with Line(port) as line:
        if line.hello() is None:
            return  # a prompt, or something that only Ctrl-C ends
        result = line.order(wire.MAINTENANCE)
        if result == wire.OK:
            return
        tell("The firmware is sealed: restarting the controller.")
        line.order(wire.REBOOT)
    time.sleep(GONE_S)
    if wait_for_hello(port) is not None:
        with Line(port) as line:
            if line.order(wire.MAINTENANCE) == wire.OK:
                return
    raise VulkarError("firmware.sealed", port=port)


def restart(port: str) -> bool:
    """Restarts a running firmware; whether it greets again."""
    with Line(port) as line:
        if line.hello() is None or line.order(wire.REBOOT) != wire.OK:
            return False
    time.sleep(GONE_S)
    return wait_for_hello(port) is not None
