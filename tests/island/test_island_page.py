"""docs/reference/island.md says what the tables and the code say.

``python tests/island/test_island_page.py`` draws the tables into the page again.
"""

from __future__ import annotations

import re
from pathlib import Path

from vulkar.devices.tables import DEVICES
from vulkar.island.check import Kind
from vulkar.island.detect import Reason
from vulkar.island.sequence import ROLL

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "island.md"
BLOCK = re.compile(r"(<!-- table: (\w+) -->\n```mermaid\n)(.*?)(```\n)", re.DOTALL)
TABLES = {table.name: table for table in (ROLL, *DEVICES)}


def drawn(text: str) -> str:
    """The page with every block drawn anew from its table."""
    return BLOCK.sub(lambda m: m[1] + TABLES[m[2]].mermaid() + m[4], text)


def test_the_drawings_are_current() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {match[2] for match in BLOCK.finditer(text)} == set(TABLES)
    assert drawn(text) == text


def test_every_reason_and_every_state_of_a_roll_is_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `?(\w+)`? \|", text, re.MULTILINE))
    assert {reason.value for reason in Reason} <= explained
    assert {"checking", "aiming", "releasing", "rolling", "settling", "homing"} <= explained
    assert len(Kind) == 7  # an eighth kind of wrong needs its example in the page


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
