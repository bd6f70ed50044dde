"""Runs the real command line as a person would, in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from tests.cli.running import PIPE, Running

VULKAR = Path(sys.executable).with_name("vulkar")
PATIENCE_S = 280.0


def vulkar(
    *args: object, cwd: Path, text: str | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs ``vulkar ARGS`` in ``cwd`` with ``text`` on standard input.

    With ``env`` it is started anew, for what a process reads as it starts; else by fork.
    """
    words = list(map(str, args))
    environment = {**os.environ, "COLUMNS": "100", **(env or {})}
    if env is None:
        return _forked(words, cwd, text or "", environment)
    return subprocess.run(
        [VULKAR, *words], cwd=cwd, input=text or "", capture_output=True, text=True,
        timeout=PATIENCE_S, env=environment,
    )  # fmt: skip


def _forked(
    words: list[str], cwd: Path, text: str, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    with TemporaryFile("w+") as given, TemporaryFile("w+") as out, TemporaryFile("w+") as errors:
        given.write(text)
        given.seek(0)
        run = Running("cli", "vulkar", words, cwd, given, out, errors, environment)
        try:
            code = run.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            run.kill()
            raise
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), errors.read())


@contextmanager
def board_process(*args: str, cwd: Path, end: int = signal.SIGINT) -> Iterator[tuple[str, Running]]:
    """``vulkar ARGS``, a board in another process, and the path that it printed."""
    child = Running("cli", "vulkar", args, cwd, stdout=PIPE)
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
