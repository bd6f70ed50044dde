"""The one catalogue of errors: code, what happened, the likely cause, what to do.

Command line, pages and docs/reference/errors.md all print the entries of errors.toml. Raise
``VulkarError("port.busy", port="/dev/ttyACM0")``; the keywords fill the braces of its entry.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple


class Entry(NamedTuple):
    """One catalogue entry; the braces are filled by the error's parameters."""

    what: str
    cause: str
    todo: str


def _read() -> dict[str, Entry]:
    """The entries of errors.toml by code; TOML itself refuses a code that stands there twice."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {code: Entry(**entry) for code, entry in tomllib.loads(text).items()}


CATALOGUE: Final[dict[str, Entry]] = _read()


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
