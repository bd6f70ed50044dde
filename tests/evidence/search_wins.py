"""The bot that looks ahead against simple: 200 games of two, seats alternate."""

from __future__ import annotations

import os
from typing import Any

from vulkar.bots.classic.search import PLAYOUTS
from vulkar.bots.study import Plan, lengths, wilson, wins_of
from vulkar.bots.study import problems as faults
from vulkar.cli.study import run

PLAN = Plan(200, "anniversary", ("search", "simple"), 2)
LEAST_WINS = 115  # of 200: the lower end of the 95 % interval is above one half


def measure() -> dict[str, Any]:
    rows = sorted(run(PLAN, os.cpu_count() or 1), key=lambda row: row.number)
    _, wins, ended = wins_of(rows, PLAN.bots)[0]
    return {
        "bots": PLAN.bots,
        "playouts": PLAYOUTS,
        "games": len(rows),
        "ended": ended,
        "wins": wins,
        "interval": [round(x, 4) for x in wilson(wins, ended)],
        "lengths": lengths(rows, PLAN.preset)._asdict(),
        "problems": faults(rows),
    }


def problems(result: dict[str, Any]) -> list[str]:
    found = list(result["problems"])
    if result["ended"] != PLAN.games:
        found.append(f"only {result['ended']} of {PLAN.games} games ended")
    if result["wins"] < LEAST_WINS:
        found.append(f"search won {result['wins']} of {result['ended']}")
    return found
