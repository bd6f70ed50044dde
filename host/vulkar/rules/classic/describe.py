"""The text of an event and of a choice: codes and parameters, rendered by ``vulkar.texts``.

Events and answers carry ids. ``names`` holds what people call spaces and routes, see
``vulkar.maps.names``; without it their ids are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.items.kinds import ITEMS
from vulkar.rules.classic.texts import CASES, ROLLS
from vulkar.rules.core import Answer, Ask, Event
from vulkar.texts import Text, named, text
from vulkar.texts.cases import case_of

Names = Mapping[str, Text]
Maker = Callable[[Any, Names], Any]

NO_NAMES: Final[Names] = {}


def pawn_name(pawn: str) -> Text:
    """A pawn is called by its colour; one that no catalogue knows by its own id."""
    return named("pawn", pawn, pawn)


def thing_name(thing: str) -> Text:
    """A card or an item."""
    if thing in KINDS:
        return text(f"card.{thing}")
    return text(f"item.{thing}") if thing in (*ITEMS, "ultimate") else named("item", thing, thing)


def thing_help(thing: str) -> Text:
    """What a card or an item does, and when, in the few words that fit on a phone."""
    return text(f"card.{thing}.when") if thing in KINDS else text(f"item.{thing}.when")


def source_name(source: str) -> Text:
    """The idol, or a station by its letter."""
    return text("source.idol") if source == "idol" else text("source.station", id=source)


def _place(place: str, names: Names) -> Any:
    return names.get(place, place)


# of each datum that a sentence may name: its placeholder, and what fills it
PLACEHOLDERS: Final[dict[str, tuple[str, Maker]]] = {
    **{key: (key, lambda v, _: pawn_name(v)) for key in ("pawn", "owner", "partner", "target")},
    **{key: (key, lambda v, _: pawn_name(v)) for key in ("victim", "on")},
    **{key: (key, _place) for key in ("space", "to", "route")},
    **{key: (key, lambda v, _: thing_name(v)) for key in ("card", "item")},
    **{key: (key, lambda v, _: v) for key in ("value", "die", "turn")},
    "cards": ("n", lambda v, _: v),
    "source": ("source", lambda v, _: source_name(v)),
    "path": ("way", lambda v, names: [_place(p, names) for p in v]),
    "hit": ("hit", lambda v, _: [pawn_name(p) for p in v]),
    "window": ("window", lambda v, _: text(f"window.{v}")),
}

# choices that are one word
PLAIN: Final = ("pass", "end_turn", "token", "stay", "no_target", "dig", "card", "again", "leave")


def describe(event: Event, names: Names = NO_NAMES) -> Text:
    """The text of an event, without its audience. Kinds of other games are shown as they are."""
    if event.kind not in CASES:
        return named("event", event.kind, f"{event.kind}: {event.data}")
    kind, data = event.kind, event.data
    return text(f"event.{case_of(kind, CASES[kind], data)}", **_params(kind, data, names))


def _params(kind: str, data: Mapping[str, Any], names: Names) -> dict[str, Any]:
    params = {
        placeholder: make(data[key], names)
        for key, (placeholder, make) in PLACEHOLDERS.items()
        if data.get(key) is not None
    }
    what = data.get("what")
    if kind == "rolled" and what in ROLLS:
        params["what"] = text(f"roll.{what}")
    elif kind in ("item_used", "discarded") and what is not None:
        params["what"] = thing_name(what)
    elif kind == "fireball_rolled":
        params["n"] = len(data["hit"])
    elif kind == "marble":
        params["to"] = source_name(data["to"])
    return params


def describe_choice(ask: Ask, answer: Answer, names: Names = NO_NAMES) -> Text:
    """The text of a legal answer to a question."""
    match answer:
        case ["play", card]:
            return text("choice.play", card=thing_name(card))
        case ["play", card, pawn]:
            return text("choice.play_on", card=thing_name(card), pawn=pawn_name(pawn))
        case ["move", path]:
            way = [_place(p, names) for p in path]
            return text("choice.move", to=way[-1], steps=len(way), way=way)
        case ["roll"]:
            return text("choice.roll")
        case ["roll", "cave"]:
            return text("choice.roll_cave")
        case ["roll", "trail"]:
            return text("choice.roll_trail")
        case ["roll", "dock"]:
            return text("choice.roll_dock")
        case ["cave", space]:
            return text("choice.cave", space=_place(space, names))
        case ["route", route]:
            return text("choice.route", route=_place(route, names))
        case ["target", pawn]:
            return text("choice.target", pawn=pawn_name(pawn))
        case ["give_jewel", pawn]:
            return text("choice.give_jewel", pawn=pawn_name(pawn))
        case ["discard", thing]:
            return text("choice.discard", thing=thing_name(thing))
        case ["take", "unseen"]:
            return text("choice.take_unseen")
        case ["drew", card]:
            return text("choice.drew", card=thing_name(card))
        case ["took", card]:
            return text("choice.took", card=thing_name(card))
        case ["saw", card]:
            return text("choice.saw", card=thing_name(card))
        case ["take", card]:
            return text("choice.take", card=thing_name(card))
        case ["item", item]:
            return text("choice.item", item=thing_name(item))
        case ["die", value]:
            return text("choice.die", value=value)
        case ["use", item, *rest]:
            return _use(item, rest)
        case [word] if word in PLAIN:
            return text(f"choice.{word}")
        case [*words]:
            return text("choice.other", words=" ".join(map(str, words)))
    if ask.kind == "draw":
        return text("drawn.draw", card=thing_name(answer))
    if ask.kind == "die":
        return text("drawn.die", value=answer)
    if ask.kind == "pick":
        return text("drawn.pick", value=answer)
    return text("choice.other", words=str(answer))


def _use(item: str, rest: list[str]) -> Text:
    match rest:
        case []:
            return text("choice.use", item=thing_name(item))
        case ["card"]:
            return text("choice.use_card", item=thing_name(item))
        case ["stop"]:
            return text("choice.use_stop", item=thing_name(item))
        case ["redirect"]:
            return text("choice.use_redirect", item=thing_name(item))
        case [pawn, taken]:
            who, what = pawn_name(pawn), thing_name(taken)
            return text("choice.use_taking", item=thing_name(item), what=what, pawn=who)
        case _:
            return text("choice.use_on", item=thing_name(item), pawn=pawn_name(rest[0]))
