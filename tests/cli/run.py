"""Runs the real command line as a person would, in a process of its own."""

from __future__ import annotations

import functools
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

VULKAR = Path(sys.executable).with_name("vulkar")
ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 280.0


class Forker:
    """Starts commands by fork: see ``forked.py``. It ends with the process that made it."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.forked", str(theirs.fileno())],
            cwd=ROOT, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        theirs.close()
        self._socket.settimeout(PATIENCE_S)
        assert self._socket.recv(16) == b"ready"

    def run(
        self, args: list[str], cwd: Path, text: str, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """As :func:`subprocess.run` of ``vulkar ARGS``."""
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
            given.write(text.encode())
            given.seek(0)
            streams = [file.fileno() for file in (given, out, errors)]
            asked = json.dumps([args, str(cwd), environment]).encode()
            socket.send_fds(self._socket, [asked], streams)
            pid = int(self._socket.recv(16))
            try:
                code = int(self._socket.recv(16))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self._socket.recv(16)
                raise
            out.seek(0)
            errors.seek(0)
            said, complained = out.read().decode(), errors.read().decode()
        return subprocess.CompletedProcess(args, code, said, complained)


forker = functools.cache(Forker)


def vulkar(
    *args: object, cwd: Path, text: str | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs ``vulkar ARGS`` in ``cwd`` with ``text`` on standard input.

    With ``env`` it is started anew, for what a process reads as it starts; else by fork.
    """
    words = list(map(str, args))
    environment = {**os.environ, "COLUMNS": "100", **(env or {})}
    if env is None:
        return forker().run(words, cwd, text or "", environment)
    return subprocess.run(
        [VULKAR, *words], cwd=cwd, input=text or "", capture_output=True, text=True,
        timeout=PATIENCE_S, env=environment,
    )  # fmt: skip


@contextmanager
def board_process(
    *args: str, cwd: Path, end: int = signal.SIGINT
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``vulkar ARGS``, a board in another process, and the path that it printed."""
    child = subprocess.Popen([VULKAR, *args], cwd=cwd, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        path = ""
        for line in child.stdout:
            if match := re.match(r"Port: +(\S+)", line):
                path = match[1]
            if line.startswith("Play:"):
                break
        yield path, child
    finally:
        child.send_signal(end)
        child.communicate(timeout=20)


def error_code(done: subprocess.CompletedProcess[str]) -> str:
    """The catalogue code that a failed command printed; it must be one clear error."""
    assert done.returncode != 0, done.stdout[-500:]
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stderr.count("error:") == 1, done.stderr
    return done.stderr.strip().splitlines()[-1].strip().strip("()")
