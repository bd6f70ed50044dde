"""MicroPython's raw prompt on a port, through mpremote as a library: every wait has a deadline.

As a library and not as a program: one exclusive hold of the port for the whole installation,
progress by the byte, and errors as values instead of texts on a terminal.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import serial

from vulkar.errors import VulkarError
from vulkar.link.serialport import explain

WAIT_S: Final = 5.0  # for a single answer; the slowest, clearing a folder of flash, takes 1 s
CHUNK: Final = 512

HELPERS: Final = """
import os, sys, binascii
def _crc(name):
    try:
        with open(name, 'rb') as f:
            crc = 0
            while True:
                data = f.read(512)
                if not data:
                    return crc
                crc = binascii.crc32(data, crc)
    except OSError:
        return -1
def _text(name):
    try:
        with open(name) as f:
            return f.read()
    except OSError:
        return ''
def _kind(name):
    try:
        return os.stat(name)[0] & 0xF000
    except OSError:
        return 0
def _clear(name):
    kind = _kind(name)
    if kind == 0x4000:
        for entry in list(os.ilistdir(name)):
            _clear(name + '/' + entry[0])
        os.rmdir(name)
    elif kind:
        os.remove(name)
def _folder(name):
    if not _kind(name):
        os.mkdir(name)
def _rename(old, new):
    if _kind(old):
        os.rename(old, new)
def _sync():
    if hasattr(os, 'sync'):
        os.sync()
"""


class Prompt:
    """The board's prompt. A context manager. ``VulkarError("firmware.cut")`` when it goes away."""

    def __init__(self, port: str) -> None:
        try:
            from mpremote.transport import TransportError, TransportExecError
            from mpremote.transport_serial import SerialTransport
        except ImportError as exc:
            raise VulkarError("firmware.tools", module="mpremote") from exc
        self.port = port
        self._failed: type[Exception] = TransportError
        self._raised: type[Exception] = TransportExecError
        # mpremote takes a PTY for one by its name, and a link to it for a modem
        path = str(Path(port).resolve()) if Path(port).exists() else port
        try:
            self.transport: Any = SerialTransport(path)
        except serial.SerialException as exc:
            raise explain(port, exc) from exc
        except TransportError as exc:  # it tries once and forgets why
            raise explain(port, _why(path)) from exc
        self.transport.serial.timeout = WAIT_S
        self.transport.serial.write_timeout = WAIT_S
        try:
            with redirect_stdout(io.StringIO()):  # mpremote prints what it could not read
                self.transport.enter_raw_repl(soft_reset=False, timeout_overall=WAIT_S)
        except (TransportError, OSError) as exc:
            self.close()
            raise VulkarError("firmware.no_prompt", port=port) from exc
        try:
            self.do(HELPERS)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Back to the friendly prompt, then lets go of the port. Safe after any error."""
        with suppress(Exception):
            self.transport.exit_raw_repl()
        with suppress(Exception):
            self.transport.close()

    @contextmanager
    def _cut(self) -> Iterator[None]:
        try:
            yield
        except self._raised as exc:
            lines = str(exc).strip().splitlines()
            reason = lines[-1] if lines else "no reason given"
            raise VulkarError("firmware.refused", port=self.port, reason=reason) from exc
        except (self._failed, OSError, ValueError, IndexError, TypeError) as exc:
            # mpremote meets a port that went silent with whatever its parser stumbles over
            raise VulkarError("firmware.cut", port=self.port, reason=str(exc) or "silence") from exc
        except Exception as exc:
            if type(exc).__name__ != "error":  # struct.error, likewise
                raise
            raise VulkarError("firmware.cut", port=self.port, reason="silence") from exc

    def do(self, code: str) -> str:
        """Runs statements; what they printed. Raises firmware.refused with the board's reason."""
        with self._cut():
            return bytes(self.transport.exec(code)).decode("utf-8", "replace")

    def value(self, expression: str) -> Any:
        """The value of an expression that is a literal."""
        text = self.do(f"print(repr({expression}))").strip()
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError) as exc:
            raise VulkarError("firmware.cut", port=self.port, reason=repr(text[:60])) from exc

    def write(self, path: str, data: bytes, sent: Callable[[int], None] | None = None) -> None:
        """Writes a file and reads its checksum back; ``sent`` gets bytes as they are taken."""
        self.do(f"f = open({path!r}, 'wb')")
        for start in range(0, len(data), CHUNK):
            piece = data[start : start + CHUNK]
            self.do(f"f.write({piece!r})")
            if sent is not None:
                sent(len(piece))
        self.do("f.close()")

    def leave(self, code: str) -> None:
        """Runs statements that end the connection, a reset for one; nothing is awaited."""
        with suppress(Exception):
            self.transport.exec_raw_no_follow(code)


def _why(path: str) -> serial.SerialException:
    """The reason for which a port cannot be opened."""
    try:
        serial.Serial(path, exclusive=True).close()
    except serial.SerialException as exc:
        return exc
    return serial.SerialException("it was gone for a moment")
