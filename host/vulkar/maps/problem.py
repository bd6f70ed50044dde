"""What is wrong with a map: one row each, in the words of the error catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from vulkar.errors import CATALOGUE


@dataclass(frozen=True, slots=True)
class Problem:
    """``code`` is a key of the error catalogue, ``where`` a key of the file such as ``spaces.WT1``,
    ``line`` its line in the file (0 where the map did not come from one)."""

    code: str
    where: str
    text: str
    todo: str
    line: int = 0

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.text} {self.todo}"


def problem(code: str, where: str, **params: object) -> Problem:
    """A problem whose text comes from the catalogue; ``{id}`` is the last part of ``where``."""
    entry = CATALOGUE[code]
    params = {"id": where.rsplit(".", 1)[-1], "where": where, **params}
    return Problem(code, where, entry.what.format(**params), entry.todo.format(**params))
