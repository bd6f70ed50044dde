"""Runs one measurement and keeps it with its command, commit, machine and wall time."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MEASURED = ROOT / "docs" / "measured"


def _git(*args: str) -> str:
    return subprocess.run(
        ["git", *args], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


def machine() -> dict[str, Any]:
    return {
        "cpu": _cpu() if Path("/proc/cpuinfo").exists() else platform.processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def record(name: str, command: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Measures, writes docs/measured/NAME.json and returns the result."""
    began = time.monotonic()
    result = measure()
    dirty = " (with uncommitted changes)" if _git("status", "--porcelain", "-uno") else ""
    MEASURED.mkdir(parents=True, exist_ok=True)
    row = {
        "command": command,
        "commit": _git("rev-parse", "HEAD") + dirty,
        "machine": machine(),
        "wall_s": round(time.monotonic() - began, 1),
        "result": result,
    }
    (MEASURED / f"{name}.json").write_text(json.dumps(row, indent=1, sort_keys=True) + "\n")
    return result
