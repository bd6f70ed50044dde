"""Every route, 200 seeds, no pawns: the share of marbles that reach their tray."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from vulkar.sim.survey import run_survey

from vulkar.maps import load

SEEDS = 200
LEAST_BOUND = 0.90


def measure() -> dict[str, Any]:
    result = run_survey(load("classic"), seeds=SEEDS, touch=0, console=Console())
    return {"seeds": SEEDS, "routes": result.rows()}


def problems(result: dict[str, Any]) -> list[str]:
    found = []
    if result["seeds"] < SEEDS or len(result["routes"]) != 15:
        found.append("not 200 seeds of 15 routes")
    for row in result["routes"]:
        if row["rolls"] != result["seeds"] or row["wilson_low"] < LEAST_BOUND:
            found.append(f"{row['route']}: {row['arrived']} of {row['rolls']} arrive")
    return found
