"""Every name in a scenario is one that the map, the deck or the rules know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from vulkar.errors import VulkarError
from vulkar.rules.classic.options import choices
from vulkar.rules.classic.scenario.names import Names
from vulkar.rules.classic.scenario.schema import Check, File
from vulkar.rules.scenario.places import Places
from vulkar.rules.scenario.words import CHANCE_WORD, WORLD_WORD, Line

PAWN_LISTS = (
    "tokens",
    "tokens_returned",
    "lying",
    "stood_up",
    "climbing",
    "haunted",
    "extra_turns",
)


def check_names(file: File, names: Names, places: Places, lines: Iterable[Line]) -> None:
    """Raises ``scenario.name`` or ``scenario.value`` with the line of the first wrong name."""
    names.check("preset", file.preset, places.of(("preset",)))
    for option, value in file.options.items():
        line = places.of(("options", option), option)
        names.check("option", option, line)
        readings = choices(option)
        if not any(value is r or (isinstance(r, str) and value == r) for r in readings):
            allowed = ", ".join(
                f'"{r}"' if isinstance(r, str) else str(r).lower() for r in readings
            )
            raise _value(names, line, option, f"{value!r} is none of its readings: {allowed}")
    for rule in file.rules:
        names.check("rule", rule, places.of(("rules",), rule))
    if file.to_move is not None:
        names.check("pawn", file.to_move, places.of(("to_move",)))
    for pawn, space in (file.pawns or {}).items():
        names.check("space", space, places.of(("pawns", pawn), space))
    for key in PAWN_LISTS:
        for pawn in getattr(file, key):
            names.check("pawn", pawn, places.of((key,), pawn))
    _jewel(file.jewel, names, places.of(("jewel",)))
    for what, key in (("card", "hands"), ("item", "items")):
        _held(getattr(file, key), what, key, names, places)
    _held(file.came, "space", "came", names, places)
    for space, pawn in file.dolls.items():
        names.check("space", space, places.of(("dolls", space), space))
        names.check("pawn", pawn, places.of(("dolls", space), pawn))
    for pawn in file.bonus_turns:
        names.check("pawn", pawn, places.of(("bonus_turns", pawn), pawn))
    for source in file.loaded:
        names.check("source", source, places.of(("loaded", source), source))
    cards = [("draw_pile", file.draw_pile), ("picks", file.picks)]
    if file.discards != "rest":
        cards.append(("discards", list(file.discards)))
    for key, held in cards:
        for card in held:
            names.check("card", card, places.of((key,), card))
    for die in file.dice:
        if not 1 <= die <= 6:
            line = places.of(("dice",), die)
            raise _value(names, line, "dice", f"a die shows 1 to 6, not {die}")
    for fact in (f for roll in file.marbles for f in roll):
        line = places.of(("marbles",), fact)
        names.check("fact", (fact.split() or [""])[0], line)
        for word in fact.split()[1:]:
            names.check_word(word, line)
    for said in lines:
        _line(said, names)
    for check in (*(c for c in file.play if isinstance(c, Check)), file.expect):
        _check(check, names, places)


def _line(line: Line, names: Names) -> None:
    names.check_who(line.who, line.number)
    if line.refused is not None:
        names.check("rule", line.refused, line.number)
    if line.window is not None:
        names.check("window", line.window, line.number)
    if line.who in (CHANCE_WORD, WORLD_WORD) or line.refused is not None:
        return  # what is to be refused may be anything
    names.check("verb", line.words[0], line.number)
    for word in line.words[1:]:
        names.check_word(word, line.number)


def _check(check: Check, names: Names, places: Places) -> None:
    def line(value: object) -> int:
        return places.of(("expect",) if "expect" in places.keys else ("play",), value)

    for pawn, space in check.pawns.items():
        names.check("pawn", pawn, line(pawn))
        names.check("space", space, line(space))
    for pawn in _pawns_of(check):
        names.check("pawn", pawn, line(pawn))
    _jewel(check.jewel, names, line(check.jewel))
    for card in (*(c for held in check.hands.values() for c in held), *(check.discards or ())):
        names.check("card", card, line(card))
    for item in (i for held in check.items.values() for i in held):
        names.check("item", item, line(item))
    if check.asked is not None:
        names.check("pawn", check.asked, line(check.asked), CHANCE_WORD, WORLD_WORD, "nobody")
    for space in (*(check.ends or ()), *check.ends_not):
        names.check("space", space, line(space))
    for event in (*check.events, *check.never):
        kind: Any = event if isinstance(event, str) else event.get("kind")
        names.check("event", kind, line(kind))


def _pawns_of(check: Check) -> Iterator[str]:
    for table in (check.hands, check.cards, check.items, check.bonus_turns):
        yield from table
    for listed in (check.lying, check.tokens, check.haunted, check.winners):
        yield from listed or ()
    if check.turn is not None:
        yield check.turn


def _jewel(jewel: str | None, names: Names, line: int) -> None:
    if jewel is not None:
        names.check("space", jewel, line, *names.of["pawn"])


def _held(held: dict[str, list[str]], what: str, key: str, names: Names, places: Places) -> None:
    for pawn, things in held.items():
        names.check("pawn", pawn, places.of((key, pawn), pawn))
        for thing in things:
            names.check(what, thing, places.of((key, pawn), thing))


def _value(names: Names, line: int, key: str, reason: str) -> VulkarError:
    return VulkarError("scenario.value", path=names.path, line=line, key=key, reason=reason)
