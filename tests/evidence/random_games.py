"""10,000 random games across presets, options, teams, items and 2-4 seats: ends, invariants."""

from __future__ import annotations

import os
from typing import Any

from vulkar.bots.study import MOST_TURNS, Plan, lengths
from vulkar.bots.study import problems as faults
from vulkar.cli.study import run

PLAN = Plan(10_000, "mix", ("random",), 1)
MOST_CUT = 0.01  # share


def measure() -> dict[str, Any]:
    return measure_of(PLAN)


def problems(result: dict[str, Any]) -> list[str]:
    return problems_of(PLAN, result)


def measure_of(plan: Plan) -> dict[str, Any]:
    """Plays a plan and tells its lengths, cuts and broken invariants."""
    rows = sorted(run(plan, os.cpu_count() or 1), key=lambda row: row.number)
    return {
        "games": len(rows),
        "most_turns": MOST_TURNS,
        "presets": {p: lengths(rows, p)._asdict() for p in sorted({r.preset for r in rows})},
        "cut": sum(not r.ended and r.broken is None for r in rows),
        "broken": sum(r.broken is not None for r in rows),
        "problems": faults(rows)[:20],
    }


def problems_of(plan: Plan, result: dict[str, Any]) -> list[str]:
    """What must not be in the result of a plan."""
    found = list(result["problems"])
    if result["games"] != plan.games:
        found.append(f"only {result['games']} games were played")
    if result["cut"] >= MOST_CUT * result["games"]:
        found.append(f"{result['cut']} games were cut")
    return found
