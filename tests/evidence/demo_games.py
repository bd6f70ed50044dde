"""The demo's game for seeds 1-10, whole, in lockstep: wall time, virtual time, journal hash."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SEEDS = range(1, 11)
MOST_S = 90.0
LEAST_FACTOR = 10.0


def play(seed: int, folder: Path, seats: str = "1=simple,2=simple,3=simple") -> dict[str, Any]:
    """Plays one game as the demo does and returns its summary line with its wall seconds."""
    began = time.monotonic()
    vulkar = Path(sys.executable).with_name("vulkar")
    done = subprocess.run(
        [
            vulkar, "play", "--sim", "--json", "--seed", str(seed), "--seats", seats,
            "--journal", folder / f"{seed}.journal", "--picture", folder / f"{seed}.png",
        ],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    row: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    row["wall_s"] = round(time.monotonic() - began, 1)
    del row["journal"], row["type"]
    return row


def measure() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        games = []
        for seed in SEEDS:
            games.append(play(seed, Path(folder)))
            print(f"  seed {seed}: {games[-1]['wall_s']} s", flush=True)
    return {
        "worst_wall_s": max(g["wall_s"] for g in games),
        "virtual_per_real": round(
            sum(g["virtual_s"] for g in games) / sum(g["wall_s"] for g in games), 2
        ),
        "games": games,
    }


def problems(result: dict[str, Any]) -> list[str]:
    found = []
    if [g["seed"] for g in result["games"]] != list(SEEDS):
        found.append("not seeds 1-10")
    if result["worst_wall_s"] > MOST_S:
        found.append(f"the worst game took {result['worst_wall_s']} s, over {MOST_S} s")
    if result["virtual_per_real"] < LEAST_FACTOR:
        found.append(f"{result['virtual_per_real']} virtual s a real s, under {LEAST_FACTOR}")
    return found
