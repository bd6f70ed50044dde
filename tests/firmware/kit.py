"""Runs scripts with the firmware on the path, under MicroPython and CPython."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from vulkar.resources import firmware_dir
from vulkar.sim.chip import Interpreter, pick_interpreter

HERE: Final = Path(__file__).parent
FIRMWARE: Final = firmware_dir()
# Where a MicroPython wheel exists and is missing, this raises: a run must not prove less quietly.
INTERPRETERS: Final = [str(pick_interpreter())] + (
    ["cpython"] if pick_interpreter() is Interpreter.MICROPYTHON else []
)


def run_script(
    interpreter: str, script: Path, *args: str, heap_kib: int = 1024, most_s: float = 60
) -> str:
    """The output of a script that is given this folder, the firmware's, and ``args``."""
    if interpreter == "micropython":
        program = str(Path(sys.executable).parent / "micropython")
        start = [program, "-X", f"heapsize={heap_kib}K"]
    else:
        start = [sys.executable, "-I", "-B"]
    done = subprocess.run(
        [*start, str(script), str(HERE), str(FIRMWARE), *args],
        capture_output=True,
        text=True,
        timeout=most_s,
        check=False,
    )
    return done.stdout + done.stderr
