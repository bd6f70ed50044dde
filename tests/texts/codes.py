"""Every code that the program can emit, found in its sources and its data.

A code is written in a call of ``text``, or begins there and ends in a word of some data, as in
``text(f"window.{name}")``: such a beginning is a family, and its members come from the data. In the
pages each string that looks like ``page.seat.turn`` is one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.rules.arrange import SEATS, island
from vulkar import maps
from vulkar.bots import bots_of
from vulkar.errors import CATALOGUE
from vulkar.island.people_text import CODES
from vulkar.maps.names import names
from vulkar.pages.island.spoken import AWAY, STAGES
from vulkar.pages.island.spoken import WORDS as WORDS_OF_ISLAND
from vulkar.pages.marshal.facts import OUTCOMES
from vulkar.pages.seat.groups import GROUPS, USUAL
from vulkar.rules import rulesets
from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.describe import PLAIN
from vulkar.rules.classic.flows import WINDOW_NAMES
from vulkar.rules.classic.items.kinds import ITEMS
from vulkar.rules.classic.texts import CASES as CLASSIC_CASES
from vulkar.rules.classic.texts import ROLLS
from vulkar.rules.curse import cards as of_curse
from vulkar.rules.curse.describe import PLAIN as CURSE_PLAIN
from vulkar.rules.curse.game import TOKENS
from vulkar.rules.curse.texts import CASES as CURSE_CASES
from vulkar.rules.offer import reading_text, reason_text
from vulkar.rules.options import OptionSet
from vulkar.rules.ship import cards as of_ship
from vulkar.rules.ship.texts import CASES as SHIP_CASES
from vulkar.service.firing_ports import KINDS as KINDS_OF_FIRING
from vulkar.service.said import CASES as SAID
from vulkar.service.sitting import State
from vulkar.service.terms import CHOICE_TIMES, OPEN

HOST: Final = Path(__file__).resolve().parents[2] / "host" / "vulkar"


OF_PAGES: Final = re.compile(r"^page\.[a-z]+\.[a-z0-9_.]*$")
ALL_ITEMS: Final = (*ITEMS, "ultimate")


RULESETS: Final = [rulesets.get(name) for name in rulesets.MODULES]
OPTION_SETS: Final[list[OptionSet[Any]]] = [ruleset.options for ruleset in RULESETS]
# the events of every ruleset with their cases; one kind may have cases in several
EVENTS: Final = {
    f"{kind}.{case}" if case else kind
    for cases in (CLASSIC_CASES, CURSE_CASES, SHIP_CASES)
    for kind in cases
    for case in ("", *cases[kind])
}


def readings() -> set[str]:
    """``<option>.<reading>`` of every option, or ``on`` and ``off``."""
    codes = [
        reading_text(name, value)["code"]
        for options in OPTION_SETS
        for name in options.about
        for value in options.choices(name)
    ]
    return {code.removeprefix("reading.") for code in codes}


def reasons() -> set[str]:
    """The reasons of every option, also of a preset that reads it otherwise."""
    codes = [
        reason_text(options, name, preset)["code"]
        for options in OPTION_SETS
        for name in options.about
        for preset in options.presets
    ]
    return {code.removeprefix("reason.") for code in codes}


class Family(NamedTuple):
    """``own``: the English words lie beside the data, and a language without them shows those."""

    members: Iterable[str]
    own: bool = False


def ways() -> set[str]:
    """The directions that people are told to turn the idol or to push a marble."""
    pushes = {route.push for route in island().routes.values() if route.push is not None}
    return {*island().idol.facings, *pushes}


FAMILIES: Final[dict[str, Family]] = {
    "event.": Family(EVENTS),
    "service.": Family((*SAID, *(f"{kind}.{case}" for kind in SAID for case in SAID[kind]))),
    "roll.": Family(ROLLS),
    "window.": Family(WINDOW_NAMES),
    "choice.": Family((*PLAIN, *CURSE_PLAIN)),
    "card.": Family((*KINDS, *(f"{kind}.when" for kind in KINDS))),
    "item.": Family((*ALL_ITEMS, *(f"{item}.when" for item in ALL_ITEMS))),
    "pawn.": Family(SEATS),
    "map.": Family([n["code"].removeprefix("map.") for n in names(island()).values()], own=True),
    "people.": Family(CODES),
    "word.": Family((*State, "marshal", "error"), own=True),  # of tables, and who pauses them
    "way.": Family(ways(), own=True),
    "ruleset.": Family(rulesets.MODULES),
    "preset.": Family([preset for options in OPTION_SETS for preset in options.presets]),
    "option.": Family([name for options in OPTION_SETS for name in options.about], own=True),
    "reason.": Family(reasons(), own=True),
    "reading.": Family(readings()),
    "option_group.": Family([g for options in OPTION_SETS for g in options.groups.values()]),
    "seat_kind.": Family((OPEN, *(k for name in rulesets.MODULES for k in bots_of(name).kinds))),
    "seat_hand.": Family([hand for ruleset in RULESETS for hand in ruleset.hands]),
    "choice_time.": Family(CHOICE_TIMES),
    "rule.": Family([rule for ruleset in RULESETS for rule in ruleset.rules], own=True),
    "treasure.": Family(TOKENS),
    "snapshot.": Family(maps.load("curse").snapshots),
    "effect.": Family(of_curse.EFFECTS),
    "souvenir.": Family(of_curse.SOUVENIRS),
    "turn_side.": Family(("left", "right")),
    "animal.": Family(of_ship.ANIMALS),
    "landscape.": Family(of_ship.LANDSCAPES),
    "side.": Family(of_ship.SIDE_NAMES),
    "error.": Family(CATALOGUE, own=True),
    "cause.": Family(CATALOGUE, own=True),
    "todo.": Family(CATALOGUE, own=True),
    "firing.": Family(KINDS_OF_FIRING),
    "page.seat.group.": Family(GROUPS),
    "page.seat.ask.": Family((*USUAL, *(group for group in GROUPS if group not in USUAL))),
    "page.marshal.outcome.": Family(OUTCOMES),
    "page.island.": Family(WORDS_OF_ISLAND),
    "page.island.seat.": Family(AWAY),
    "page.island.stage.": Family(STAGES),
}


@cache
def written() -> tuple[dict[str, str], dict[str, str]]:
    """The codes and the beginnings of codes in calls of ``text`` and ``named``, with their file."""
    codes: dict[str, str] = {}
    beginnings: dict[str, str] = {}
    for path in sorted(HOST.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                found = {"text": codes, "named": beginnings}.get(call.func.id)
                if found is not None and call.args:
                    _note(call, found, beginnings, path.relative_to(HOST).as_posix())
        if path.is_relative_to(HOST / "pages"):
            _note_pages(path, codes, beginnings)
    return codes, beginnings


def _note_pages(path: Path, codes: dict[str, str], beginnings: dict[str, str]) -> None:
    file, parts = path.relative_to(HOST).as_posix(), set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts |= {id(part) for part in node.values}
            beginning = str(getattr(node.values[0], "value", "")) if node.values else ""
            if OF_PAGES.match(beginning):
                beginnings[beginning] = file
        elif isinstance(node, ast.Constant) and id(node) not in parts:
            codes.update(dict.fromkeys(OF_PAGES.findall(str(node.value)), file))


def _note(call: ast.Call, found: dict[str, str], beginnings: dict[str, str], file: str) -> None:
    first = call.args[0]
    end = "." if found is beginnings else ""
    if isinstance(first, ast.Constant):
        found[f"{first.value}{end}"] = file
    elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
        beginnings[str(first.values[0].value)] = file
    else:
        beginnings[ast.unparse(first)] = file


def emitted() -> dict[str, bool]:
    """Every code, and whether its English words lie beside the data."""
    codes = dict.fromkeys(written()[0], False)
    for beginning, family in FAMILIES.items():
        codes.update(dict.fromkeys((f"{beginning}{m}" for m in family.members), family.own))
    return codes
