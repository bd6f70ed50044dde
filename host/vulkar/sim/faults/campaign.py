"""Many runs with faults, shared by processes, added up to one table."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from vulkar.devices.board import Board, load_board
from vulkar.maps import IslandMap, load
from vulkar.sim.faults.plan import plan
from vulkar.sim.faults.run import Outcome, Run

MOST_SEEDS: Final = 1 << 32
_of_process: tuple[IslandMap, Board] | None = None


def run_one(seed: int) -> Outcome:
    """The run of one seed, on the classic board."""
    global _of_process
    if _of_process is None:
        board = load_board("classic")
        _of_process = load(board.map), board
    island, board = _of_process
    return Run(plan(seed, list(island.routes)), island, board).play()


def run_campaign(
    seed: int,
    runs: int,
    processes: int = 1,
    progress: Callable[[Outcome], None] = lambda outcome: None,
) -> list[Outcome]:
    """Runs with the seeds ``seed`` to ``seed + runs - 1``, each of which can be run alone."""
    seeds = [(seed + number) % MOST_SEEDS for number in range(runs)]
    outcomes = []
    for outcome in _all(seeds, processes):
        progress(outcome)
        outcomes.append(outcome)
    return sorted(outcomes, key=lambda outcome: seeds.index(outcome.seed))


def _all(seeds: Sequence[int], processes: int) -> Iterator[Outcome]:
    if processes == 1 or len(seeds) == 1:
        yield from map(run_one, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(run_one, seeds, chunksize=4)


def tabulate(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Counts and shares, JSON-able."""
    struck: Counter[str] = Counter()
    for outcome in outcomes:
        struck.update(outcome.struck)
    sure = [outcome for outcome in outcomes if not outcome.reboots]

    def total(name: str, of: Sequence[Outcome] = outcomes) -> int:
        return sum(getattr(outcome, name) for outcome in of)

    asked = total("asked")
    return {
        "runs": len(outcomes),
        "kinds": dict(sorted(Counter(outcome.kind for outcome in outcomes).items())),
        "frames": total("frames"),
        "frames_damaged": total("damaged"),
        "struck": dict(sorted(struck.items())),
        "releases_asked": asked,
        "done_once": total("once"),
        "jammed_and_told": total("jammed"),
        "unknown": total("unknown"),
        "unknown_share": round(total("unknown") / asked, 4) if asked else 0.0,
        "unknown_without_reboot": total("unknown", sure),
        "done_twice": total("twice"),
        "lost": total("lost"),
        "laid_before_an_open_gate": total("spilled"),
        "latches_cleared_by_people": total("cleared"),
        "hosts_started_again_by_hand": total("stops"),
        "virtual_s": round(total("virtual_s")),
        "failing": {str(o.seed): o.trouble for o in outcomes if o.trouble},
    }


def problems(result: dict[str, Any]) -> list[str]:
    """What must not be, in words; empty where all holds."""
    found = [
        f"{result[name]} {words}, 0 are allowed"
        for name, words in (
            ("done_twice", "releases done twice"),
            ("lost", "releases lost"),
            ("unknown_without_reboot", "unknown releases without a reboot"),
        )
        if result[name]
    ]
    told = result["done_once"] + result["jammed_and_told"]
    if told + result["done_twice"] + result["lost"] < result["releases_asked"]:
        found.append(f"only {told} of {result['releases_asked']} releases are accounted for")
    found += [f"seed {seed}: {'; '.join(why)}" for seed, why in result["failing"].items()]
    return found
