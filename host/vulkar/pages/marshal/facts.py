"""The facts of one fireball while somebody puts them right. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

OUTCOMES: Final = ("missed", "touched", "fell", "off")
Rows = list[list[Any]]


def outcomes(facts: Sequence[Sequence[Any]], pawns: Mapping[str, str]) -> dict[str, str]:
    """Pawn -> what happened to it, of ``pawns`` (pawn -> space id) that stood there."""
    found = dict.fromkeys(pawns, "missed")
    kinds = {"hit": "touched", "fell": "fell", "off_board": "off"}
    order = list(kinds)
    for kind, *rest in sorted(
        (f for f in facts if f[0] in kinds), key=lambda fact: order.index(fact[0])
    ):
        if rest[0] in found:
            found[rest[0]] = kinds[kind]
    return found


def facts_of(chosen: Mapping[str, str], pawns: Mapping[str, str], left: bool) -> Rows:
    """The rows that the table takes: what happened to each pawn; nothing where none left."""
    if not left:
        return [["never_left"]]
    rows: Rows = []
    for pawn, outcome in chosen.items():
        if outcome in ("touched", "fell"):
            rows.append(["hit", pawn])
        if outcome == "fell":
            rows.append(["fell", pawn, [pawns[pawn]]])
        elif outcome == "off":
            rows += [["hit", pawn], ["off_board", pawn]]
    return rows


def has_left(facts: Sequence[Sequence[Any]]) -> bool:
    """Whether the marble left its cradle."""
    return ["never_left"] not in [list(fact) for fact in facts]
