"""The one catalogue of errors: code, what happened, the likely cause, what to do.

Command line, journal, pages and docs/reference/errors.md all print these entries.
Raise ``VulkarError("port.busy", port="/dev/ttyACM0")``; the braces below are filled from the keywords.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Entry(NamedTuple):
    """One catalogue entry; the braces are filled by the error's parameters."""

    what: str
    cause: str
    todo: str


CATALOGUE: Final[dict[str, Entry]] = {
    # --- command line -----------------------------------------------------------------------
    "seed.range": Entry(
        "Seed {seed} is out of range.",
        "A seed is a whole number from 0 to 4294967295.",
        "Choose a seed in that range, for example --seed 7.",
    ),
    # --- facts ------------------------------------------------------------------------------
    "fact.bad": Entry(
        "{row!r} is not a fact.",
        "A fact is a list such as ['hit', 'red'] or ['never_left'].",
        "Correct the row; facts.py lists the kinds.",
    ),
}


class VulkarError(Exception):
    """An error that a person can act on; ``code`` is a key of :data:`CATALOGUE`."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        entry = CATALOGUE[code]
        self.what = entry.what.format(**params)
        self.cause = entry.cause.format(**params)
        self.todo = entry.todo.format(**params)
        super().__init__(f"{self.what} {self.cause} {self.todo}")
