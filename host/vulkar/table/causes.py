"""Which answer brought about what everybody has seen: so that it can be amended by pointing at it.

What that is in a game, and what may be said in its place, its ruleset knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from vulkar.errors import VulkarError
from vulkar.rules import Answer, Event
from vulkar.rules.ruleset import Causes
from vulkar.table.records import AnswerRow


def causes_of(
    causes: Causes, event: Event, rows: Sequence[AnswerRow], later: Sequence[AnswerRow] = ()
) -> list[AnswerRow]:
    """The answers that made ``event`` happen, the last one first; see ``Causes.causes_of``.

    Raises ``VulkarError("amend.cause")`` where nobody decided it: chance did, or the rules.
    """
    made = causes.causes_of(event, rows, later)
    if not made:
        raise VulkarError("amend.cause", event=event.kind)
    return made


def check_value(causes: Causes, row: AnswerRow, value: Answer) -> None:
    """Raises ``VulkarError("amend.hidden")`` for a value that only the seat's hand makes legal."""
    if not causes.sayable(row, value):
        raise VulkarError("amend.hidden")
