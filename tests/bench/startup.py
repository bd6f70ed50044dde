"""What a person waits for before a command does anything, over the bare interpreter's start."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import Any

# The framework alone, with nothing of Vulkar: what its help cannot be quicker than.
_TYPER = """
import typer
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command("a")(lambda: None)
app.command("b")(lambda: None)
app()
"""
_VULKAR = "from vulkar.cli import main; main()"
PROGRAMS = {
    "python_pass": ("pass",),
    "typer_help": (_TYPER, "--help"),
    "vulkar_help": (_VULKAR, "--help"),
    "vulkar_version": (_VULKAR, "version"),
}


def measure(count: int = 15) -> dict[str, Any]:
    """Medians in ms of starts in turn, and how often the bare interpreter's start each takes."""
    times_ms: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(count):
        for name, program in PROGRAMS.items():
            began_s = time.perf_counter()
            subprocess.run([sys.executable, "-c", *program], check=True, capture_output=True)
            times_ms[name].append((time.perf_counter() - began_s) * 1e3)
    medians = {name: statistics.median(times) for name, times in times_ms.items()}
    return {
        name: {
            "median_ms": round(median, 1),
            "to_python": round(median / medians["python_pass"], 2),
        }
        for name, median in medians.items()
    }
