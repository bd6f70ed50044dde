"""Why an answer is refused: the rule that forbids it. Runs only when an answer is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.core import CHANCE, Ask, Refused
from vulkar.rules.ship.cards import CENTRE, PLACES, SIDES
from vulkar.rules.ship.ids import refuse

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


def explain(g: Game, ask: Ask, value: Any) -> Refused:
    """The refusal of ``value`` as an answer to ``ask``."""
    if ask.asker == CHANCE:
        return refuse("core.chance", f"{value!r} is not one of {list(ask.legal)}.")
    words = list(value) if isinstance(value, list) else []
    if len(words) != 2 or words[0] != ask.kind or not isinstance(words[1], str):
        return refuse("core.form", f"{value!r} is no answer to this question.")
    if ask.kind == "look":
        if words[1] not in SIDES:
            return refuse("SHIP.look.side", f"There is no side {words[1]!r}.")
        return refuse("SHIP.look.other")
    if words[1] not in PLACES:
        return refuse("SHIP.open.place", f"There is no place {words[1]!r}.")
    place = PLACES.index(words[1])
    if place == CENTRE:
        return refuse("SHIP.setup.centre")
    if g.s.open >> place & 1:
        return refuse("SHIP.open.covered")
    return refuse("SHIP.open.barred")
