"""The text of an event and of a choice: codes and parameters, rendered by ``vulkar.texts``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vulkar.rules.core import CHANCE, Answer, Ask, Event
from vulkar.rules.ruleset import Names
from vulkar.rules.ship.texts import CASES
from vulkar.texts import Text, named, text
from vulkar.texts.cases import case_of

NO_NAMES: Final[Names] = {}


def location_name(card: str) -> Text:
    """A location: its animal and its landscape."""
    animal, landscape = card.split("_")
    return text(
        "location", animal=text(f"animal.{animal}"), landscape=text(f"landscape.{landscape}")
    )


# of each datum that a sentence may name: what fills its placeholder
MAKERS: Final[dict[str, Callable[[Any], Any]]] = {
    "pawn": lambda pawn: named("pawn", pawn, pawn),
    "side": lambda side: text(f"side.{side}"),
    "card": location_name,
    "last": location_name,
    **dict.fromkeys(("place", "round", "turn", "birds", "locations", "treasures"), lambda v: v),
}
# what chooses between the plural forms
PLURALS: Final = {
    "eliminated": "birds",
    "treasure_won": "rubies",
    "counted": "rubies",
    "volcanoes": "count",
}


def describe(event: Event, names: Names = NO_NAMES) -> Text:
    """The text of an event, without its audience. Kinds of other games are shown as they are."""
    del names
    kind, data = event.kind, event.data
    if kind not in CASES:
        return named("event", kind, f"{kind}: {data}")
    return text(f"event.{case_of(kind, CASES[kind], data)}", **_params(kind, data))


def _params(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    params = {key: make(data[key]) for key, make in MAKERS.items() if data.get(key) is not None}
    if kind in PLURALS and data[PLURALS[kind]] is not None:
        params["n"] = data[PLURALS[kind]]
    return params


def describe_choice(ask: Ask, answer: Answer, names: Names = NO_NAMES) -> Text:
    """The text of a legal answer to a question."""
    del names
    match answer:
        case ["look", side]:
            return text("choice.look", side=text(f"side.{side}"))
        case ["open", place]:
            return text("choice.open", place=place)
    if ask.asker == CHANCE and ask.data.get("what") == "location":
        return text("drawn.draw", card=location_name(answer))
    if ask.asker == CHANCE:
        return text("drawn.pick", value=answer)
    return text("choice.other", words=str(answer))
