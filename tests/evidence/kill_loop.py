"""200 times kill -9 on a served game: all resumed, no hand lost, no second marble."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from tests.service.kill_loop import BOTS, PEOPLE, Outcome, campaign

HOUSES = 10  # each with a board of its own
RUNS = {"bots": 14, "people": 6}  # in each house; every fifth kills the web process
LEAST_IN_A_ROLL = 30


def killed(house: tuple[int, str]) -> Outcome:
    """One house, from its first start to its last kill."""
    seed, name = house
    kinds = {"bots": BOTS, "people": PEOPLE}[name]
    with tempfile.TemporaryDirectory(prefix="kill-") as folder:
        try:
            return asyncio.run(campaign(Path(folder), seed, RUNS[name], kinds))
        except (TimeoutError, AssertionError) as exc:  # one house that stands still hides no other
            return Outcome(problems=[f"it stood still or did not start: {exc!r}"])


def measure() -> dict[str, Any]:
    found: dict[str, Any] = {"problems": []}
    total: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    houses = [(seed, name) for seed in range(1, HOUSES + 1) for name in RUNS]
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 1) // 2)) as pool:  # boards are real time
        for (seed, name), outcome in zip(houses, pool.map(killed, houses), strict=True):
            kills.update(outcome.kills)
            row = asdict(replace(outcome, kills=Counter()))
            del row["kills"]
            problems = [f"house {seed}, {name}: {said}" for said in row.pop("problems")]
            print(*problems, sep="\n", end="\n" if problems else "", flush=True)
            found["problems"] += problems
            total.update(row)
            print(f"  house {seed}, {name}: {kills.total()} kills", flush=True)
    return {"kills": dict(kills), "runs": kills.total(), **total, **found}


def problems(result: dict[str, Any]) -> list[str]:
    found = list(result["problems"])
    if result["runs"] < 200:
        found.append(f"only {result['runs']} runs")
    if result["resumed"] != result["kills"]["table"]:
        found.append(f"{result['resumed']} resumed of {result['kills']['table']}")
    if result["second_marbles"]:
        found.append(f"{result['second_marbles']} second marbles")
    if result["marbles"] != result["rolls"]:
        found.append(f"{result['rolls']} rolls ordered, {result['marbles']} marbles left")
    if result["in_a_roll"] < LEAST_IN_A_ROLL:
        found.append(f"only {result['in_a_roll']} kills in a roll")
    if not (result["repeated"] and result["shown"]):
        found.append("no answer was repeated, or no hand was looked at")
    return found
