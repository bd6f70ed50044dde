"""``vulkar doctor`` reads the board's supply and judges it by the board file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import vulkar
from vulkar.cli.doctor_board import supply_found
from vulkar.devices.board import load_board

CLASSIC = load_board("classic")


@pytest.mark.parametrize(
    ("mv", "problems", "part"),
    [
        (5020, 0, "5.02 V"),
        (4499, 1, "4.50 V, below low_mv = 4500"),
        (4099, 1, "4.10 V, below sag_mv = 4100"),
        (0, 0, "did not tell"),
    ],
)
def test_a_low_supply_is_a_problem(mv: int, problems: int, part: str) -> None:
    text, found = supply_found(CLASSIC, mv)
    assert found == problems and part in text


def test_a_board_without_a_reading_says_so() -> None:
    assert supply_found(load_board("pi-only"), 0) == ("this board does not read it", 0)


def test_the_simulated_board_tells_its_supply(tmp_path: Path) -> None:
    done = vulkar("doctor", "--sim", "--only", "link", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    row = next(line for line in done.stdout.splitlines() if "│ supply " in line)
    assert " V " in row
