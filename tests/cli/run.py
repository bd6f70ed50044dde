"""Runs the real command line as a person would, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
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


def error_code(done: subprocess.CompletedProcess[str]) -> str:
    """The catalogue code that a failed command printed; it must be one clear error."""
    assert done.returncode != 0, done.stdout[-500:]
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stderr.count("error:") == 1, done.stderr
    return done.stderr.strip().splitlines()[-1].strip().strip("()")
