"""Every route, 200 seeds, no pawns: the share of marbles that reach their tray."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from vulkar.maps import load
from vulkar.sim.survey import run_survey

SEEDS = 200
LEAST_BOUND = 0.90


def measure() -> dict[str, Any]:
    survey = run_survey(load("classic"), seeds=SEEDS, console=Console())
    return {
        "seeds": SEEDS,
        "routes": {
            route: {
                "arrived": share.good,
                "rolls": share.total,
                "wilson_low": round(share.wilson[0], 4),
                "mean_s": round(survey.seconds[route], 2),
            }
            for route, share in survey.arrived.items()
        },
    }


def problems(result: dict[str, Any]) -> list[str]:
    found = []
    if result["seeds"] < SEEDS or len(result["routes"]) != 15:
        found.append("not 200 seeds of 15 routes")
    for route, row in result["routes"].items():
        if row["rolls"] != result["seeds"] or row["wilson_low"] < LEAST_BOUND:
            found.append(f"{route}: {row['arrived']} of {row['rolls']} arrive")
    return found
