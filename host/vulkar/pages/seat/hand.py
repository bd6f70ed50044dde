"""The hand as real cards: what each is called, what it does and when, what it can do right now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from vulkar.texts import Text, named

Row: TypeAlias = dict[str, Any]


def hand_rows(view: Mapping[str, Any], seat: int, say: Callable[[Text], str]) -> list[Row]:
    """``{"kind", "family", "name", "help", "mark"}`` of each card in the hand, then of each item.

    ``mark`` is what stands large on its face: the number in its name, else its initials.
    """
    pieces = view.get("pieces") or ()
    mine: Mapping[str, Any] = next((p for p in pieces if p.get("seat") == seat), {})
    cards = [_card("card", kind, say) for kind in _kinds(view.get("hand"))]
    return cards + [_card("item", kind, say) for kind in _kinds(mine.get("items"))]


def helps_of(cards: Iterable[Row]) -> dict[str, str]:
    """Kind -> what it does, for the rows of choices."""
    return {card["kind"]: card["help"] for card in cards}


def _kinds(found: object) -> list[str]:
    return [str(kind) for kind in found] if isinstance(found, list | tuple) else []


def _card(family: str, kind: str, say: Callable[[Text], str]) -> Row:
    if family == "card":
        name, help = named("card", kind, kind), named("card", f"{kind}.when", "")
    else:
        name, help = named("item", kind, kind), named("item", f"{kind}.when", "")
    called = say(name)
    row = {"kind": kind, "family": family, "name": called, "mark": _mark(called)}
    return row | {"help": say(help)}


def _mark(name: str) -> str:
    number = next((word for word in name.split() if word.isdigit()), None)
    if number is not None:
        return number
    letters = [word[0] for word in name.replace("-", " ").split() if word[:1].isalpha()]
    return "".join(letters[:2]).upper()
