"""Every command in the docs runs: each line of each ``sh`` block, or the test that runs it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import vulkar

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

# What cannot run here as it stands, and what runs it instead.
ELSEWHERE = {
    "make demo": ".ci/run",
    "make demo SEED=7": ".ci/run runs make demo; the seed is tests/cli/test_play.py",
    "make test": ".ci/run",
    "make evidence": "its results are checked by .ci/run",
    "make bench": "tests/bench/test_figures.py; its parts beside it and in tests/rules",
    "vulkar sim board": "tests/cli/test_port.py",
    "vulkar play --manual": "tests/cli/test_manual.py",
    "vulkar serve --sim": "tests/cli/test_serve.py",
    "vulkar fire --table https://volcano.example --seat-key -": "tests/remote/test_fire.py",
    "vulkar doctor --port PORT": "tests/cli/test_port.py",
    "vulkar monitor --port PORT": "tests/cli/test_monitor.py",
    "vulkar play --port PORT": "tests/cli/test_port.py",
    "vulkar play --port auto --panel classic":
        "needs a Pi; tests/island/test_panel.py and tests/faults have the panel",
    "vulkar report --out report.zip": "tests/cli/test_report.py",
    "vulkar pin reset": "tests/cli/test_pin.py",
    "vulkar pi board": "needs a Pi; tests/pi has its board on mock pins",
    "vulkar pi board --pins mock": "tests/cli/test_pi.py",
    "vulkar doctor --board pi-only --port PORT": "tests/cli/test_pi.py",
    "vulkar play --board pi-only --port PORT": "needs people; tests/pi has its port",
    "pip install 'vulkar[pi]'": "installs from the network",
    "vulkar fire --table http://volcano.local:8080": "tests/remote/test_fire.py",
    "vulkar calibrate --port auto": "tests/cli/test_calibrate.py, on a simulated board's port",
    "vulkar calibrate --sim --restore": "tests/cli/test_calibrate.py",
    "vulkar calibrate --sim --yes --only servo:D_W": "tests/cli/test_calibrate.py",
    "vulkar calibrate --sim --yes --only servo:turret --only hall:WT1 --only gate:A":
        "tests/cli/test_calibrate.py",
    "python -m pytest tests/tiers/test_lockstep.py": "this suite",
    "vulkar doctor --port auto": "needs a real board; tests/link/test_serialport.py has the search",
    "vulkar firmware install --port auto":
        "needs a real board; tests/installer installs on a simulated one",
    "vulkar play --sim --seed 7 --seats 1=simple,2=simple,3=random --json > a.jsonl":
        "tests/cli/test_play.py",
    "vulkar play --sim --seed 7 --seats 1=simple,2=simple,3=random": "tests/cli/test_play.py",
    "vulkar play --sim --seats 1=human,2=simple,3=simple": "tests/cli/test_play.py",
    "vulkar play --sim --preset classic86 --option items=both": "tests/cli/test_play.py",
    "vulkar play --sim --seats 1=human,2=human,3=simple --hands 1=paper,2=paper":
        "tests/cli/test_play.py",
    "vulkar play --sim --board curse --ruleset curse --seats 1=simple,2=simple,3=simple,4=simple":
        "python -m tests.evidence curse_island",
    "vulkar play --sim --journal JOURNAL": "tests/cli/test_play.py",
}  # fmt: skip


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for block in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
            for line in block.splitlines():
                command = line.split("#")[0].strip()
                if command:
                    yield str(page.relative_to(ROOT)), command


RUN_HERE = sorted({command for _, command in commands()} - ELSEWHERE.keys())


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of which a few turns were played."""
    path = tmp_path_factory.mktemp("docs") / "a.journal"
    seats = ("--seats", "1=human,2=simple")
    vulkar("play", "--sim", "--seed", 5, *seats, "--journal", path, cwd=ROOT, text="1\n" * 4)
    return path


@pytest.mark.parametrize("command", RUN_HERE)
def test_command_in_the_docs_runs(command: str, journal: Path, tmp_path: Path) -> None:
    # Pages name files as they lie in the checkout; what a command writes goes elsewhere.
    words = [
        str(journal) if word == "JOURNAL" else str(tmp_path / word) if previous == "-o" else word
        for previous, word in zip(["", *shlex.split(command)], shlex.split(command), strict=False)
    ]
    bin_dir = str(Path(sys.executable).parent)
    env = {**os.environ, "PATH": f"{bin_dir}:{os.environ['PATH']}"}
    # calibrate keeps its files in the current folder
    cwd = tmp_path if words[1] == "calibrate" else ROOT
    if words[0] == "vulkar":
        done = vulkar(*words[1:], cwd=cwd)
    else:
        done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr


def test_no_page_names_a_command_that_is_gone() -> None:
    found = {command for _, command in commands()}
    assert ELSEWHERE.keys() - found <= {"make evidence", "make bench", "make demo SEED=7"}
