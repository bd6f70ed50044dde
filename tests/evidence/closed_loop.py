"""The closed loop: 1,000 rolls past pawns, the world's truth against what was reported."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from vulkar.maps import load
from vulkar.sim.closedloop import run_campaign
from vulkar.sim.looptable import short, tabulate

ROLLS = 1000
SEED = 2026


def measure() -> dict[str, Any]:
    columns = (TextColumn("rolls"), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task("rolls", total=ROLLS)
        rows = run_campaign(
            SEED, ROLLS, processes=2, progress=lambda done: bar.update(task, completed=done)
        )
    result = tabulate(rows, load("classic"))
    unclear = [r for r in rows if r.truth in ("missed", "moved") and r.reported == "asked"]
    return {"seed": SEED, **result, "clear_but_asked": [asdict(row) for row in unclear]}


def problems(result: dict[str, Any]) -> list[str]:
    found = short(result)
    if result["rolls"] < ROLLS:
        found.append(f"only {result['rolls']} rolls")
    return found
