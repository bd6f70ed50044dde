"""One whole game of 2018, four bots, on the simulated island with the real firmware."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

SEED = 3
SEATS = "1=simple,2=simple,3=simple,4=simple"
COMMAND = [
    *("play", "--sim", "--json", "--board", "curse", "--ruleset", "curse", "--seats", SEATS),
]


def measure() -> dict[str, Any]:
    """Plays it by the command line; counts its events, and its lines on a board in between."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*COMMAND, "--seed", str(SEED), "--journal", str(Path(folder) / "a.journal")]
        program = "from vulkar.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True
        )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = Counter(row.get("kind", row.get("event", "")) for row in rows)
    return {
        "seed": SEED,
        "lines": len(rows),
        "turns": kinds["turn"],
        "rolls": kinds["marbles_rolled"],
        "fell": kinds["pawn_fell"],
        "won": kinds["won"],
        "virtual_s": rows[-1]["virtual_s"],
        "sha256": rows[-1]["sha256"],
    }


def problems(result: dict[str, Any]) -> list[str]:
    found = []
    if not result["won"]:
        found.append("nobody won")
    if result["rolls"] < 3:
        found.append(f"only {result['rolls']} rolls")
    return found
