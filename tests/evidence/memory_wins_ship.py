"""Memory games of who forgets nothing, who forgets and who plays anything, two at a table."""

from __future__ import annotations

import os
from typing import Any

from vulkar.bots.ship.player import FORGETS
from vulkar.bots.study import Plan, lengths, wilson, wins_of
from vulkar.bots.study import problems as faults
from vulkar.cli.study import run

# the first of each should win more than half: the lower end of the 95 % interval says so
PLANS = {
    "perfect against forgetful": Plan(1_000, "shuffled", ("perfect", "forgetful"), 2, "ship"),
    "forgetful against random": Plan(1_000, "shuffled", ("forgetful", "random"), 2, "ship"),
}


def measure() -> dict[str, Any]:
    return {"forgetting_rate": FORGETS, "games": {name: _one(PLANS[name]) for name in PLANS}}


def _one(plan: Plan) -> dict[str, Any]:
    rows = sorted(run(plan, os.cpu_count() or 1), key=lambda row: row.number)
    _, wins, ended = wins_of(rows, plan.bots)[0]
    return {
        "ended": ended,
        "wins_of_the_first": wins,
        "interval": [round(x, 4) for x in wilson(wins, ended)],
        "lengths": lengths(rows, plan.preset)._asdict(),
        "problems": faults(rows),
    }


def problems(result: dict[str, Any]) -> list[str]:
    found = []
    for name, plan in PLANS.items():
        one = result["games"][name]
        found += one["problems"]
        if one["ended"] != plan.games:
            found.append(f"{name}: only {one['ended']} of {plan.games} games ended")
        if one["interval"][0] <= 0.5:
            found.append(f"{name}: {one['wins_of_the_first']} wins are no more than a half")
    return found
