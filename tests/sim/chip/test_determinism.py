"""The same seed gives the same bytes, stamps and pulses: in other processes, under load."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sim.chip import trace

TESTS = Path(__file__).parents[2]


def start(hash_seed: str, seed: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    return subprocess.Popen(
        [sys.executable, "-m", "sim.chip.trace", seed],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_hash_seeds_and_load_change_nothing() -> None:
    # the two runs and a busy loop share the machine, which is the load
    load = subprocess.Popen(["nice", sys.executable, "-c", "while True: pass"])
    try:
        runs = [start("1", "5"), start("2", "5")]
        first, again = (run.communicate()[0].split() for run in runs)
    finally:
        load.kill()
        load.wait()
    assert len(first) == 2
    assert first == again


def test_another_seed_is_another_run() -> None:
    assert trace.scanner(5) != trace.scanner(6)
