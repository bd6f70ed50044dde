"""Nothing is missing in the table of rule sentences, and nothing in it hangs in the air."""

from __future__ import annotations

import importlib
from collections import Counter

import pytest

from tests.docs.rules_page import RULESETS, STATUS, data, rows, scenarios, shown_by
from vulkar.rules.classic.options import ABOUT
from vulkar.rules.curse.options import ABOUT as CURSE_ABOUT
from vulkar.rules.ship.options import ABOUT as SHIP_ABOUT

OPTIONS = {"classic": set(ABOUT), "curse": set(CURSE_ABOUT), "ship": set(SHIP_ABOUT)}
# settled by no sentence: which sets of items are played; whether marbles roll for show
UNSAID: dict[str, set[str]] = {"classic": {"items"}, "curse": set(), "ship": {"marble"}}
# refinements of a sentence that another rule id plays
REFINED: dict[str, set[str]] = {
    "classic": {"C86.card.unknown", "C86.window.pass"},
    "curse": set(),
    "ship": {"SHIP.open.place"},
}

# lines of the two rulebooks that hold sentences (not headings, not empty)
LINES_000 = (
    3, *range(7, 17), *range(20, 29), 32, 38, 39, 41, *range(45, 50), 55, 57, 61, *range(63, 67),
    70, 74, 78, 82, 83, 85, 89, 91, 92, 93, 95, 97, 101, 114, 118, 119, 120, 122, 126,
    *range(130, 153, 2), 156, *range(160, 168), *range(173, 177), *range(180, 185),
)  # fmt: skip
LINES_001 = (
    *range(5, 11), 12, 14, 18, 20, 22, 24, 26, 28, 30, 34, 38, 40, 44, *range(46, 51), 52, 56,
    *range(58, 63), 64, 66, *range(71, 81),
)  # fmt: skip
SECTIONS_002 = (
    *(f"I.{c}" for c in "ABCDEFG"), "II", "III", "IV", "VI",
    *(f"S{s}.{n}" for s in (1, 2) for n in range(1, 7)),
)  # fmt: skip
LINES_004 = (
    1, 3, *range(7, 13), 16, 18, 20, 24, 26, 28, 30, 32, 34, 38, 40, 42, 44, 48, 54, 58, 64, 66, 68,
    74, 80, 87, 91, 93, 97, 99, 101, 103, 105, 107, 111, 113, 115, 119, 121, 123, 125, 129, 131,
    133, 135,
)  # fmt: skip
LINES_003 = (
    2, 12, 14, 16, 18, 20, 21, 22, 23, *range(26, 29), *range(30, 34), 35, 36, *range(38, 43), 44,
    45, 46, 48, 49, 51, 54, 55, 57, 59, 61, *range(65, 69), 71, *range(74, 77), 78, *range(80, 83),
    *range(84, 91), 92, 94, 96, 97, 98, 100, 102, 105, 106, 108, 109, 111, 114, *range(116, 120),
    121, 122, 123, 125, 127, *range(130, 133), 134, 136, 137, 139, 140, 143, 145, 148,
    *range(150, 154), 156, 158, 159, 161, 163, 164, 167, 169, *range(171, 174), 175, 176, 178, 179,
    181, 183, 184, 186, 187, *range(189, 192), *range(195, 202), 203, 206, 208, 209,
    *range(211, 215), 216, 217, 219, 221, *range(226, 235), 237, 238, 240, 242, 243, 244, 246, 248,
    249, 251, 252,
)  # fmt: skip
WANTED = {
    "classic": (
        *(f"000:{n}" for n in LINES_000),
        *(f"001:{n}" for n in LINES_001),
        *(f"002:{s}" for s in SECTIONS_002),
    ),
    "curse": tuple(f"003:{n}" for n in LINES_003),
    "ship": tuple(f"004:{n}" for n in LINES_004),
}

each = pytest.mark.parametrize("name", RULESETS)


@each
def test_every_line_and_section_with_sentences_has_rows(name: str) -> None:
    found = [row.sentence for row in rows(name)]
    bare = {s.rstrip("abcdefghijklm") for s in found}
    assert [w for w in WANTED[name] if w not in bare] == []
    assert bare - set(WANTED[name]) == set()
    assert [s for s, n in Counter(found).items() if n > 1] == []


@each
def test_every_row_is_whole(name: str) -> None:
    for row in rows(name):
        assert row.status in STATUS, row
        assert row.text, row
        assert set(row.rules) <= set(RULESETS[name].rules), row
        if row.status == "void":
            assert row.note and not row.rules, row
        else:
            assert row.rules, row
        assert row.note or row.status == "kept", row


@each
def test_every_row_that_is_not_void_has_a_scenario_or_a_test(name: str) -> None:
    shown = shown_by(name)
    bare = [(row.sentence, r) for row in rows(name) for r in row.rules if not shown.get(r)]
    assert bare == []


@each
def test_every_scenario_cites_a_row(name: str) -> None:
    """A rule id of a sentence, or one of an open point that no sentence settles."""
    rules = RULESETS[name].rules.items()
    open_points = {r for r, rule in rules if rule.source.startswith(("row", "engine"))}
    known = open_points.union(*(row.rules for row in rows(name)))
    for stem, cited in scenarios(name).items():
        assert set(cited) & known, stem


@each
def test_every_rule_id_belongs_to_a_row_or_to_an_open_point(name: str) -> None:
    cited = {r for row in rows(name) for r in row.rules}
    rules = RULESETS[name].rules.items()
    loose = [r for r, rule in rules if r not in cited and rule.source[0].isdigit()]
    assert set(loose) <= REFINED[name]


@each
def test_every_option_is_named_by_a_row_and_every_option_row_names_one(name: str) -> None:
    options = OPTIONS[name]
    named = {word.strip(",;.:()") for row in rows(name) for word in row.note.split()}
    assert options - named <= UNSAID[name]
    for row in rows(name):
        if row.status == "option":
            assert options & {word.strip(",;.:()") for word in row.note.split()}, row


@each
def test_every_place_in_the_code_exists(name: str) -> None:
    for rule, places in data(name)[1].items():
        assert rule in RULESETS[name].rules, rule
        for place in places:
            module, _, path = place.partition(":")
            found = importlib.import_module(f"vulkar.rules.{name}.{module}")
            for part in path.split("."):
                found = getattr(found, part)


@each
def test_every_rule_of_a_row_has_a_place_in_the_code(name: str) -> None:
    code = data(name)[1]
    assert [r for row in rows(name) for r in row.rules if r not in code] == []
