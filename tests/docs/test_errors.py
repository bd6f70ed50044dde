"""The error catalogue and the code agree: no code without an entry, no entry without a use."""

from __future__ import annotations

import re
from pathlib import Path

from vulkar.errors import CATALOGUE

HOST = Path(__file__).resolve().parents[2] / "host" / "vulkar"


def test_every_code_raised_has_an_entry_and_every_entry_is_used() -> None:
    text = "\n".join(path.read_text("utf-8") for path in sorted(HOST.rglob("*.py")))
    raised = set(re.findall(r'VulkarError\(\s*"([a-z_.0-9]+)"', text))
    assert raised - CATALOGUE.keys() == set()
    named = set(re.findall(r"\"([a-z_]+\.[a-z_0-9.]+)\"", text))
    for kind in ("map", "board", "scenario", "panel"):  # maps/lines.py makes these codes of a kind
        named |= {f"{kind}.unreadable", f"{kind}.syntax"}
    assert CATALOGUE.keys() - named == set()
