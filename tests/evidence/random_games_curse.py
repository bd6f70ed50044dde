"""5,000 random games of 2018 across presets, options and 2-4 seats: ends, invariants."""

from __future__ import annotations

from typing import Any

from tests.evidence.random_games import measure_of, problems_of
from vulkar.bots.study import Plan

PLAN = Plan(5_000, "mix", ("random",), 1, "curse")


def measure() -> dict[str, Any]:
    return measure_of(PLAN)


def problems(result: dict[str, Any]) -> list[str]:
    return problems_of(PLAN, result)
