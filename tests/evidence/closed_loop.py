"""1,000 rolls past pawns on the whole chain: the world's truth against the island's report."""

from __future__ import annotations

from typing import Any

from vulkar.maps import load
from vulkar.sim.closedloop import run_campaign
from vulkar.sim.looptable import short, tabulate

SEED = 1
ROLLS = 1000


def measure() -> dict[str, Any]:
    def progress(done: int) -> None:
        print(f"  {done} of {ROLLS} rolls", flush=True)

    rows = run_campaign(SEED, ROLLS, processes=2, progress=progress)
    return {"seed": SEED, **tabulate(rows, load("classic"))}


def problems(result: dict[str, Any]) -> list[str]:
    found = short(result)
    if result["rolls"] < ROLLS:
        found.append(f"only {result['rolls']} rolls")
    return found
