"""Which answer brought about what everybody has seen: so that it can be amended by pointing at it.

Only what everybody has seen is named, and an amendment is put into words that everybody may know:
whether somebody could have acted in a window tells of a hand, so windows cannot be pointed at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vulkar.rules.classic.items.kinds import ITEMS
from vulkar.rules.core import WORLD, Answer, Event
from vulkar.rules.ruleset import A, Answered

# Questions of which everybody can tell that they were asked, each with the words of its answers.
# What is legal in them follows from what lies open: places, dice, items, how many cards each holds.
OPEN_KINDS: Final = {
    "roll": ("roll",),
    "move": ("move",),
    "rest": ("move",),
    "slide": ("move",),
    "target": ("target", "no_target"),
    "route": ("route",),
    "cave": ("cave", "stay"),
    "dig": ("again", "dig", "card", "leave"),
    "torch": ("use", "roll"),
    "torch_die": ("die",),
    "item": ("item",),
}
ROLLED_FOR: Final = ("cave", "dig", "torch_die")  # what a die leaves its seat to decide
# What a seat may say in place of a card that it played: to have played none is always legal.
TAKEN_BACK: Final = ("roll", "end_turn", "pass")


def causes_of(event: Event, rows: Sequence[A], later: Sequence[A] = ()) -> list[A]:
    """The answers that made ``event`` happen, the last one first.

    ``rows`` are those of its turn up to it, ``later`` what was answered afterwards: a die is
    chance, but stands for what its seat made of it. Empty where nobody decided it: chance did, or
    the rules.
    """
    made = [row for row in reversed(rows) if _made(event, row)]
    if event.kind == "rolled":
        made = _made_of_it(event, later)
    if made and made[0].kind == "item":
        made = made[:1]  # it was given, not dug for
    kinds = {row.kind: row for row in reversed(made)}  # of each kind the last one
    return [row for row in made if kinds[row.kind] is row]


def cause_of(made: Sequence[A], value: Answer) -> A:
    """The one of ``made`` that is put right by ``value``: its first word says which question."""
    word = value[0] if isinstance(value, list) and value else None
    spoken = (row for row in made if word in OPEN_KINDS.get(row.kind, ()))
    return next(spoken, made[0])


def sayable(row: Answered, value: Answer) -> bool:
    """Whether a value may stand in place of an answer, as far as it tells of no hand."""
    words = value if isinstance(value, list) else []
    if row.kind in ("act", "respond"):
        return words[:1] in [[word] for word in TAKEN_BACK]
    if row.kind == "discard":  # a card, unless the hand was empty, which everybody saw
        return all(
            isinstance(each, list) and each[1:] and each[1] in ITEMS for each in (row.value, words)
        )
    return row.asker == WORLD or row.kind in OPEN_KINDS


def seen_by_all(row: Answered) -> bool:
    """Whether everybody knows that this was decided: that there was a choice tells of no hand."""
    words = row.value if isinstance(row.value, list) else []
    return row.kind in OPEN_KINDS or words[:1] in (["play"], ["use"])


def _made(event: Event, row: Answered) -> bool:
    data = event.data
    value = row.value if isinstance(row.value, list) else []
    match event.kind:
        case "fireball_rolled" | "fireball_again":
            return row.asker == WORLD
        case "fireball_declared":
            by = row.asker == data["by"]
            aimed = ["target", data["target"]] if data["target"] else ["no_target"]
            return by and value in (["route", data["route"]], aimed)
        case "moving" | "moved":
            return row.asker == data["by"] and _went(data, row)
        case "card_played":
            return row.asker == data["seat"] and value[:2] == ["play", data["card"]]
        case "item_used":
            return row.asker == data["seat"] and value[:2] == ["use", data["item"]]
        case "item_found":
            gift = row.kind == "item" and value == ["item", data["item"]]
            return row.asker == data["seat"] and (gift or row.kind == "dig")
        case "item_again" | "landslide":
            return row.asker == data["seat"] and row.kind == "dig"
        case "discarded":
            return row.asker == data["seat"] and value == ["discard", data["what"]]
    return False


def _went(data: Mapping[str, Any], row: Answered) -> bool:
    """Whether a seat's answer chose the way that is told of, or the end of it."""
    value = row.value if isinstance(row.value, list) else []
    if data["why"] == "cave":
        return row.kind in ("torch", "torch_die") or value == ["cave", data["to"]]
    if row.kind == "rest":
        return value[:1] == ["move"] and data["path"][-len(value[1]) :] == value[1]
    return value == ["move", data["path"]]


def _made_of_it(event: Event, later: Sequence[A]) -> list[A]:
    """What the seat that threw a die decided for it, before another one was thrown."""
    for row in later:
        if row.kind == "die":
            break
        if row.asker == event.data["seat"] and row.kind in ROLLED_FOR:
            return [row]
    return []
