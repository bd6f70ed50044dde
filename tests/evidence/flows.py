"""1,000 random games on the engine and on ``transitions`` machines of the same flow tables."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from multiprocessing import Pool
from typing import Any

from tests.rules.machines import KINDS, compare

GAMES = 1000
TURNS = 400  # a game that lasts longer is compared so far


def _one(ruleset: str, seed: int) -> tuple[int, int, bool, str, Counter[tuple[str, str, str]]]:
    out = compare(seed, TURNS, ruleset)
    return out.answers, out.turns, out.ended, out.differs, out.walked


def measure() -> dict[str, Any]:
    return measure_of("classic")


def measure_of(ruleset: str) -> dict[str, Any]:
    """Plays the games of a ruleset on both engines and tells where they part."""
    with Pool(os.cpu_count()) as pool:
        games = pool.map(partial(_one, ruleset), range(GAMES), chunksize=4)
    walked: Counter[tuple[str, str, str]] = Counter()
    for game in games:
        walked += game[4]
    flows = KINDS[ruleset].on_machines.flows
    edges = {(f.name, step, outcome) for f in flows for step, outcome, _ in f.edges}
    return {
        "games": len(games),
        "ended": sum(g[2] for g in games),
        "cut_at_turns": TURNS,
        "turns": sum(g[1] for g in games),
        "answers": sum(g[0] for g in games),
        "transitions": sum(walked.values()),
        "edges": len(edges),
        "edges_walked": len(edges & set(walked)),
        "edges_not_walked": sorted(".".join(e) for e in edges - set(walked)),
        "differs": [g[3] for g in games if g[3]],
    }


def problems(result: dict[str, Any]) -> list[str]:
    found = list(result["differs"])
    if result["games"] < GAMES:
        found.append(f"{result['games']} of {GAMES} games")
    return found
