"""Names that people give themselves, made fit to be shown."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST: Final = 24
_SHOWN: Final = "LMNPSZ"  # letters, marks, numbers, punctuation, symbols, spaces
_MOST_MARKS: Final = 2  # on one letter; more would climb over the lines beside it


def clean_name(text: str) -> str:
    """At most 24 characters of one line; empty where nothing is left to show.

    What is no character of its own (controls, direction changes, unassigned ones) is left out.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind in ("Zl", "Zp") or char.isspace():
            kept.append(" ")
        elif kind[0] in _SHOWN and marks <= _MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:MOST].strip()
