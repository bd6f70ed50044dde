"""Compares what a scenario of the memory game expects with a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from vulkar.rules.core import Event
from vulkar.rules.scenario.words import asker_name, said
from vulkar.rules.ship.cards import PLACES
from vulkar.rules.ship.game import Game
from vulkar.rules.ship.scenario.schema import Check

Expected = str | Mapping[str, object]


def differences(check: Check, g: Game, events: Sequence[Event]) -> list[str]:
    """What is not as ``check`` says: ``turn: is red, expected blue``."""
    out: list[str] = []
    for key in check.model_fields_set:
        expected = getattr(check, key)
        if key in PLAIN:
            found = PLAIN[key](g)
            if isinstance(found, list):
                found, expected = sorted(found), sorted(expected)
            if found != expected:
                out.append(f"{key}: is {found}, expected {expected}")
        else:
            out += MORE[key](g, events, expected)
    return out


def _places(places: int) -> list[str]:
    return [name for place, name in enumerate(PLACES) if places >> place & 1]


def _by_seat(g: Game, values: Sequence[Any]) -> dict[str, Any]:
    return {pawn: value for pawn, value in zip(g.seats, values, strict=True) if value}


def _rubies(g: Game) -> dict[str, list[int]]:
    players = g.view(None).visible["players"]
    return _by_seat(g, [[value or 0 for value in p["treasures"]] for p in players])


PLAIN: Final[dict[str, Callable[[Game], Any]]] = {
    "asked": lambda g: asker_name(g.ask, g.seats) if g.ask else "nobody",
    "question": lambda g: g.ask.kind if g.ask else "nothing",
    "may": lambda g: [said(answer) for answer in g.ask.legal] if g.ask else [],
    "turn": lambda g: g.seats[g.s.active],
    "round": lambda g: g.s.round,
    "open": lambda g: _places(g.s.open),
    "last": lambda g: PLACES[g.s.last] if g.s.last >= 0 else None,
    "volcanoes": lambda g: _by_seat(g, g.s.volcano),
    "left": lambda g: g.view(None).visible["stack"]["volcanoes"],
    "rubies": _rubies,
    "winners": lambda g: [g.seats[i] for i in g.result.winners] if g.result else [],
    "reason": lambda g: g.result.reason if g.result else None,
}


def _may_not(g: Game, events: Sequence[Event], expected: Sequence[str]) -> list[str]:
    del events
    found = PLAIN["may"](g)
    return [f"may_not: {answer} is offered" for answer in expected if answer in found]


def _known(g: Game, events: Sequence[Event], expected: Mapping[str, list[str]]) -> list[str]:
    del events
    out = []
    for pawn, places in expected.items():
        known = sorted(g.view(g.seats.index(pawn)).known.get("locations", {}))
        if known != sorted(places):
            out.append(f"known.{pawn}: is {known}, expected {sorted(places)}")
    return out


def _unknown(g: Game, events: Sequence[Event], expected: Mapping[str, list[str]]) -> list[str]:
    del events
    return [
        f"unknown.{pawn}: {place} is known"
        for pawn, places in expected.items()
        for place in places
        if place in g.view(g.seats.index(pawn)).known.get("locations", {})
    ]


def _matches(event: Event, expected: Expected) -> bool:
    if isinstance(expected, str):
        return event.kind == expected
    seen_by = {} if event.audience is None else {"seen_by": list(event.audience)}
    data: dict[str, object] = {"kind": event.kind, **event.data, **seen_by}
    return all(
        key in data and data[key] == (None if value == "nobody" else value)
        for key, value in expected.items()
    )


def _events(g: Game, events: Sequence[Event], expected: Sequence[Expected]) -> list[str]:
    """All of them, in this order; others may lie between."""
    del g
    rest = iter(events)
    for wanted in expected:
        if not any(_matches(event, wanted) for event in rest):
            return [f"events: {wanted} did not happen (in this order)"]
    return []


def _never(g: Game, events: Sequence[Event], expected: Sequence[Expected]) -> list[str]:
    del g
    return [f"never: {w} did happen" for w in expected if any(_matches(e, w) for e in events)]


MORE: Final[dict[str, Callable[[Game, Sequence[Event], Any], list[str]]]] = {
    "may_not": _may_not,
    "known": _known,
    "unknown": _unknown,
    "events": _events,
    "never": _never,
}
