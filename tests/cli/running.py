"""Starts our programs by fork from a process that has read their modules: see ``forked.py``."""

from __future__ import annotations

import functools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

PIPE, STDOUT, DEVNULL = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL
ROOT = Path(__file__).resolve().parents[2]
START_S = 280.0


class Forker:
    """Starts the programs of one kind. It ends with the process that made it."""

    def __init__(self, kind: str) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # A package that finds pytest's mark as it is read may behave otherwise than for a person.
        environment = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.forked", str(theirs.fileno()), kind],
            cwd=ROOT, pass_fds=(theirs.fileno(),), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL,
            env=environment,
        )  # fmt: skip
        theirs.close()
        self._socket.settimeout(START_S)
        assert self._socket.recv(16) == b"ready"

    def start(self, request: list[Any], streams: Sequence[int]) -> socket.socket:
        """Where the new process's id will be told, and how it ended."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            fds = [*streams, theirs.fileno()]
            socket.send_fds(self._socket, [json.dumps(request).encode()], fds)
        ours.settimeout(START_S)
        return ours


forker = functools.cache(Forker)


class Running:
    """A program that was started by fork: what the tests need of ``subprocess.Popen``, in text.

    ``program``: ``vulkar``, or the module of ``python -m``. Streams are those of ``Popen``.
    """

    def __init__(
        self,
        kind: str,
        program: str,
        args: Sequence[object],
        cwd: Path | None = None,
        stdin: int | IO[Any] | None = DEVNULL,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        self.args = [program, *map(str, args)]
        self.returncode: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        theirs: list[int] = []  # to be closed here once they are handed over
        streams: list[int] = []
        for fd, (name, given) in enumerate(
            (("stdin", stdin), ("stdout", stdout), ("stderr", stderr))
        ):
            if given == PIPE:
                ends = os.pipe()
                own, other = ends[::-1] if fd == 0 else ends
                setattr(self, name, os.fdopen(own, "w" if fd == 0 else "r"))
                theirs.append(other)
                streams.append(other)
            elif given == DEVNULL:
                theirs.append(os.open(os.devnull, os.O_RDWR))
                streams.append(theirs[-1])
            elif given == STDOUT:
                streams.append(streams[1])
            elif given is None:
                streams.append(fd)
            else:
                streams.append(given if isinstance(given, int) else given.fileno())
        environment = dict(os.environ if env is None else env)
        request = [program, self.args[1:], str(cwd or Path.cwd()), environment]
        self._told = forker(kind).start(request, streams)
        for fd in theirs:
            os.close(fd)
        self.pid = int(self._told.recv(16))

    def wait(self, timeout: float | None = None) -> int:
        """The exit code. Raises ``subprocess.TimeoutExpired``."""
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                self.returncode = int(self._told.recv(16))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0) from None
            self._told.close()
        return self.returncode

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        try:
            return self.wait(0.0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, sent: int) -> None:
        """Nothing, if it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sent)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What is left of its output, once it has ended. Raises ``subprocess.TimeoutExpired``."""
        if self.stdin is not None and not self.stdin.closed:
            self.stdin.close()
        found = ["", ""]

        def read(at: int, stream: IO[str]) -> None:
            with stream:
                found[at] = stream.read()

        streams = [(at, s) for at, s in enumerate((self.stdout, self.stderr)) if s is not None]
        readers = [threading.Thread(target=read, args=pair, daemon=True) for pair in streams]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join(timeout)
        return found[0], found[1]
