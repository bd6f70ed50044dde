"""Names that people give themselves, made fit to be shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

MOST: Final = 24
_SHOWN: Final = "LMNPSZ"  # letters, marks, numbers, punctuation, symbols, spaces
_EMPTY: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a sign that have no shape
_LOOKS: Final = str.maketrans(  # small letters of other scripts, and signs, as the Latin letter
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u04cf"
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131i01|",
    "abekmhopctyxljsdhlabelkvoptuxlloll",
)
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
        elif kind[0] in _SHOWN and char not in _EMPTY and marks <= _MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:MOST].strip()


def apart(name: str, number: int, others: Iterable[str]) -> str:
    """``name``, or with its seat's number where it looks like one of ``others``."""
    looks = {_look(other) for other in others}
    if _look(name) not in looks:
        return name
    mark = f" ({number})"
    return name[: MOST - len(mark)].strip() + mark


def _look(name: str) -> str:
    """Equal for names that people take for one another."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKS)
    return "".join(char for char in plain if char.isalnum())
