"""The processes of ``vulkar serve``: started, heard, ended. None of them outlives this one."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

LOG_BYTES: Final = 1 << 20  # a longer log is put aside at the start, in the place of the last one
# Linux ends a process with the one that started it, whatever ends that one; others are ended by us.
_END_WITH_PARENT: Final = (
    "import ctypes, os, sys; sys.platform == 'linux' and ctypes.CDLL(None).prctl(1, 9);"
    " os.getppid() == int(sys.argv[1]) or os._exit(1);"
    " os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
)


@dataclass(frozen=True, slots=True)
class Program:
    """``args`` of Python; it does its work once it prints a line that begins with ``mark``."""

    name: str
    args: tuple[str, ...]
    mark: str


class Child:
    """One run of a program. ``heard`` gets its lines; what it writes to stderr goes to ``log``."""

    def __init__(self, program: Program, log: Path) -> None:
        self.program = program
        self._log = log
        self._begun = 0  # where this run begins in the log
        self._process: asyncio.subprocess.Process | None = None
        self._unwanted = False  # it was to end before it had begun

    async def run(self, heard: Callable[[str], None]) -> str:
        """Starts it and waits for its end; returns in words why it ended."""
        with open_log(self._log) as log:
            self._begun = log.tell()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _END_WITH_PARENT, str(os.getpid()), *self.program.args,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # Ctrl-C at the terminal is ours: we end them in order
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        if self._unwanted:
            self._process.kill()
        lines = self._process.stdout
        assert lines is not None
        while line := await _line(lines):
            heard(line.decode(errors="replace").rstrip("\n"))
        code = await self._process.wait()
        return reason(code, self._log.read_bytes()[self._begun :].decode(errors="replace"))

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def end(self, hard: bool) -> None:
        """Asks it to end, or ends it."""
        if self._process is None:
            self._unwanted = True
            return
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL if hard else signal.SIGTERM)


async def _line(lines: asyncio.StreamReader) -> bytes:
    """The next line; one without an end in 64 KiB is cut."""
    try:
        return await lines.readline()
    except ValueError:
        return b"...\n"


def open_log(path: Path) -> BinaryIO:
    """The log to append to; one that has grown long becomes ``NAME.1`` first."""
    with suppress(FileNotFoundError):
        if path.stat().st_size > LOG_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))
    return os.fdopen(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "ab")


def reason(code: int, log: str) -> str:
    """Why a process ended, in words: its own error, else its last words, else its exit code."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    lines: Sequence[str] = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line.removeprefix("error:").strip() for line in lines if line.startswith("error:")]
    if code == 0 or not lines:
        return f"exit {code}"
    return (errors or lines)[-1][:200]
