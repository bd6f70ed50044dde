"""The text of an event and of a choice: codes and parameters, rendered by ``vulkar.texts``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vulkar.rules.core import Answer, Ask, Event
from vulkar.rules.curse.cards import ACTIONS, SOUVENIRS
from vulkar.rules.curse.texts import CASES
from vulkar.rules.ruleset import Names
from vulkar.texts import Text, named, text
from vulkar.texts.cases import case_of

Maker = Callable[[Any, Names], Any]
NO_NAMES: Final[Names] = {}
# choices that are one word
PLAIN: Final = ("cataclysm", "rope", "fall", "end", "leave")
_ACTIONS: Final = {a.id: a for a in ACTIONS}


def pawn_name(pawn: str) -> Text:
    """A pawn is called by its colour."""
    return named("pawn", pawn, pawn)


def token_name(token: str) -> Text:
    """A treasure by its colour, the Heart, or the penny."""
    return text(f"treasure.{token}")


def card_name(card: str) -> Text:
    """An action card by number and effect, or a souvenir."""
    if card in SOUVENIRS:
        return text(f"souvenir.{card}")
    action = _ACTIONS[card]
    return text("action", number=action.number, effect=text(f"effect.{action.effect}"))


def thing_name(thing: str) -> Text:
    """What can be taken at a space: a treasure, the Heart, or a snapshot of a colour."""
    if thing in ("red", "blue", "yellow"):
        return text(f"snapshot.{thing}")
    return token_name(thing)


def _place(place: str, names: Names) -> Any:
    return names.get(place, place)


def _pawn(pawn: str, names: Names) -> Text:
    del names
    return pawn_name(pawn)


def _same(value: Any, names: Names) -> Any:
    del names
    return value


PLACEHOLDERS: Final[dict[str, tuple[str, Maker]]] = {
    **{key: (key, _pawn) for key in ("pawn", "robbed")},
    **{key: (key, _place) for key in ("space",)},
    "treasure": ("treasure", lambda v, _: token_name(v)),
    "token": ("treasure", lambda v, _: token_name(v)),
    "colour": ("snapshot", lambda v, _: text(f"snapshot.{v}")),
    "card": ("card", lambda v, _: card_name(v)),
    "path": ("way", lambda v, names: [_place(p, names) for p in v]),
    "fell": ("hit", lambda v, _: [pawn_name(p) for p in v]),
    **{key: (key, _same) for key in ("turn", "urn", "facing", "tree", "way")},
    **{key: (key, _same) for key in ("treasures", "heart", "snapshots", "penny", "total")},
    "cards": ("n", _same),
    "marbles": ("n", _same),
    "n": ("n", _same),
}


def describe(event: Event, names: Names = NO_NAMES) -> Text:
    """The text of an event, without its audience. Kinds of other games are shown as they are."""
    kind, data = event.kind, event.data
    if kind not in CASES:
        return named("event", kind, f"{kind}: {data}")
    return text(f"event.{case_of(kind, CASES[kind], data)}", **_params(kind, data, names))


def _params(kind: str, data: Mapping[str, Any], names: Names) -> dict[str, Any]:
    params = {
        placeholder: make(data[key], names)
        for key, (placeholder, make) in PLACEHOLDERS.items()
        if data.get(key) is not None
    }
    to = data.get("to")
    if to is not None:  # where a pawn goes, or whom a treasure goes to
        params["to"] = pawn_name(to) if kind == "treasure_lost" else _place(to, names)
    if kind == "marbles_rolled":
        params["n"] = len(data["fell"])
    return params


def describe_choice(ask: Ask, answer: Answer, names: Names = NO_NAMES) -> Text:
    """The text of a legal answer to a question."""
    match answer:
        case ["play", card]:
            return text("choice.play", card=card_name(card))
        case ["play", card, souvenir]:
            return text("choice.play_with", card=card_name(card), with_it=card_name(souvenir))
        case ["stand", space]:
            return text("choice.stand", space=_place(space, names))
        case ["move", path]:
            way = [_place(p, names) for p in path]
            return text("choice.move", to=way[-1], steps=len(way), way=way)
        case ["cave", space]:
            return text("choice.cave", space=_place(space, names))
        case ["take", thing]:
            return text("choice.take_thing", thing=thing_name(thing))
        case ["steal", _]:
            return text("choice.steal_heart")
        case ["old_map", number]:
            return text("choice.old_map", number=number)
        case ["roll"]:
            return text("choice.roll_cave")
    return _effect(answer)


def _effect(answer: Answer) -> Text:
    match answer:
        case ["turn", side]:
            return text("choice.turn_idol", side=text(f"turn_side.{side}"))
        case ["lever", side]:
            return text("choice.lever", side=text(f"turn_side.{side}"))
        case ["tree", tree]:
            return text("choice.tree", tree=tree)
        case ["ember", ember]:
            return text("choice.ember", ember=ember)
        case ["token", token]:
            return text("choice.pit_token", treasure=token_name(token))
        case ["net", token]:
            return text("choice.net", treasure=token_name(token))
        case ["lose", token]:
            return text("choice.lose", treasure=token_name(token))
        case [word] if word in PLAIN:
            return text(f"choice.{word}")
    return text("choice.other", words=str(answer))
