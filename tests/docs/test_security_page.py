"""Each test that the security page names is there, and each threat names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "security.md").read_text(encoding="utf-8")
THREATS = PAGE.partition("## Threats")[2].partition("\n## ")[0]
ROWS = [line.strip("|").split("|") for line in THREATS.splitlines() if line.startswith("| ")][1:]
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.M)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip())
def test_a_threat_has_a_measure_and_a_test(row: list[str]) -> None:
    _, measure, tests = row
    assert measure.strip()
    assert re.fullmatch(r"( `tests/[\w/]+\.py::\w+`)+ ", tests)
