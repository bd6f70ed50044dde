"""Which answer brought about what everybody has seen: so that it can be amended by pointing at it.

Only what everybody has seen is named, and an amendment is put into words that everybody may know:
whether somebody could have acted in a window tells of a hand, so windows cannot be pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vulkar.errors import VulkarError
from vulkar.rules import WORLD, Answer, Event
from vulkar.table.records import AnswerRow

# Questions of which everybody can tell that they were asked.
OPEN_KINDS: Final = ("roll", "move", "rest", "target", "route", "cave", "slide", "dig")
# What a seat may say in place of a card that it played: to have played none is always legal.
TAKEN_BACK: Final = ("roll", "end_turn", "pass")


def cause_of(event: Event, rows: Sequence[AnswerRow]) -> AnswerRow:
    """The answer that made ``event`` happen, out of those of its turn up to it.

    Raises ``VulkarError("amend.cause")`` where nobody decided it: chance did, or the rules.
    """
    made = next((row for row in reversed(rows) if _made(event, row)), None)
    if made is None:
        raise VulkarError("amend.cause", event=event.kind)
    return made


def check_value(row: AnswerRow, value: Answer) -> None:
    """Raises ``VulkarError("amend.hidden")`` for a value that only the seat's hand makes legal."""
    if not sayable(row, value):
        raise VulkarError("amend.hidden")


def sayable(row: AnswerRow, value: Answer) -> bool:
    """Whether a value may stand in place of an answer, as far as it tells of no hand."""
    words = value if isinstance(value, list) else []
    return row.kind not in ("act", "respond") or words[:1] in [[word] for word in TAKEN_BACK]


def seen_by_all(row: AnswerRow) -> bool:
    """Whether everybody knows that this was decided: that there was a choice tells of no hand."""
    words = row.value if isinstance(row.value, list) else []
    return row.kind in OPEN_KINDS or words[:1] in (["play"], ["use"])


def _made(event: Event, row: AnswerRow) -> bool:
    data = event.data
    value = row.value if isinstance(row.value, list) else []
    match event.kind:
        case "fireball_rolled" | "fireball_again":
            return row.asker == WORLD
        case "fireball_declared":
            by = row.asker == data["by"]
            return by and value in (["route", data["route"]], ["target", data["target"]])
        case "moving" | "moved":
            return row.asker == data["by"] and value == ["move", data["path"]]
        case "card_played":
            return row.asker == data["seat"] and value[:2] == ["play", data["card"]]
    return False
