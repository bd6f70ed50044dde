"""Nothing is missing in the table of rule sentences, and nothing in it hangs in the air."""

from __future__ import annotations

import importlib
import tomllib
from collections import Counter

from tests.docs.rules_page import SCENARIOS, STATUS, data, rows, shown_by
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.items.options import ITEM_ABOUT
from vulkar.rules.classic.options import ABOUT

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


def test_every_line_and_section_with_sentences_has_rows() -> None:
    found = {row.sentence for row in rows()}
    wanted = [
        *(f"000:{n}" for n in LINES_000),
        *(f"001:{n}" for n in LINES_001),
        *(f"002:{s}" for s in SECTIONS_002),
    ]
    bare = {s.rstrip("abcdefghijklm") for s in found}
    assert [w for w in wanted if w not in bare] == []
    assert bare - set(wanted) == set()
    assert [s for s, n in Counter(row.sentence for row in rows()).items() if n > 1] == []


def test_every_row_is_whole() -> None:
    for row in rows():
        assert row.status in STATUS, row
        assert row.text, row
        assert set(row.rules) <= set(RULES), row
        if row.status == "void":
            assert row.note and not row.rules, row
        else:
            assert row.rules, row
        assert row.note or row.status == "kept", row


def test_every_row_that_is_not_void_has_a_scenario_or_a_test() -> None:
    shown = shown_by()
    bare = [(row.sentence, r) for row in rows() for r in row.rules if not shown.get(r)]
    assert bare == []


def test_every_scenario_cites_a_row() -> None:
    """A rule id of a sentence, or one of an open point that no sentence settles."""
    open_points = {r for r, rule in RULES.items() if rule.source.startswith(("row", "engine"))}
    known = open_points.union(*(row.rules for row in rows()))
    for path in SCENARIOS.glob("*.toml"):
        cited = set(tomllib.loads(path.read_text(encoding="utf-8"))["rules"])
        assert cited & known, path.name


def test_every_rule_id_belongs_to_a_row_or_to_an_open_point() -> None:
    cited = {r for row in rows() for r in row.rules}
    loose = [r for r, rule in RULES.items() if r not in cited and rule.source[0].isdigit()]
    # refinements of a sentence that another rule id plays
    assert set(loose) <= {"C86.card.unknown", "C86.window.pass"}


def test_every_option_is_named_by_a_row_and_every_option_row_names_one() -> None:
    options = {*ABOUT, *ITEM_ABOUT}
    named = {word.strip(",;.") for row in rows() for word in row.note.split()}
    # settled by no sentence: which sets of items are played, and a roll on the Plateau's far side
    assert options - named <= {"items"}
    for row in rows():
        if row.status == "option":
            assert options & {word.strip(",;.") for word in row.note.split()}, row


def test_every_place_in_the_code_exists() -> None:
    for rule, places in data()[1].items():
        assert rule in RULES, rule
        for place in places:
            module, _, name = place.partition(":")
            found = importlib.import_module(f"vulkar.rules.classic.{module}")
            for part in name.split("."):
                found = getattr(found, part)


def test_every_rule_of_a_row_has_a_place_in_the_code() -> None:
    code = data()[1]
    assert [r for row in rows() for r in row.rules if r not in code] == []
