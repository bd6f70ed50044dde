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

VULKAR = Path(sys.executable).with_name("vulkar")


def vulkar(
    *args: object, cwd: Path, text: str | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs ``vulkar ARGS`` in ``cwd`` with ``text`` on standard input."""
    return subprocess.run(
        [str(VULKAR), *map(str, args)],
        cwd=cwd,
        input=text if text is not None else "",
        capture_output=True,
        text=True,
        timeout=280,
        env={**os.environ, "COLUMNS": "100", **(env or {})},
    )


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
