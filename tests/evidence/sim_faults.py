"""2,000 runs of the whole stack under faults: every release is done once, or a person is asked."""

from __future__ import annotations

import os
from typing import Any

from vulkar.sim.faults import campaign

SEED = 1
RUNS = 2000
LEAST_DAMAGED = 10_000


def measure() -> dict[str, Any]:
    done = 0

    def progress(outcome: object) -> None:
        nonlocal done
        done += 1
        if done % 250 == 0:
            print(f"  {done} of {RUNS} runs", flush=True)

    outcomes = campaign.run_campaign(SEED, RUNS, os.cpu_count() or 1, progress)
    return {"seed": SEED, **campaign.tabulate(outcomes)}


def problems(result: dict[str, Any]) -> list[str]:
    found = campaign.problems(result)
    if result["runs"] < RUNS:
        found.append(f"only {result['runs']} runs")
    if result["frames_damaged"] < LEAST_DAMAGED:
        found.append(f"only {result['frames_damaged']} frames damaged")
    if len(result["struck"]) < 3:
        found.append(f"only these struck: {result['struck']}")
    return found
