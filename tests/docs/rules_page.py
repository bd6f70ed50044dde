"""docs/rules/classic.md: every rule sentence of the 1986 family, from docs/rules/classic.toml."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from vulkar.rules.classic.ids import RULES

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "docs" / "rules" / "classic.toml"
SCENARIOS = ROOT / "tests" / "rules" / "scenarios"
TESTS = ROOT / "tests" / "rules"
STATUS = ("kept", "option", "mended", "void")
ID = re.compile(r"\b(?:C86|INF)\.[a-z0-9_]+\.[a-z0-9_]+\b")


class Row(NamedTuple):
    """One sentence. ``sentence`` is its id: the source and, where there are several, a letter."""

    sentence: str
    status: str
    rules: tuple[str, ...]
    text: str
    note: str


@cache
def data() -> tuple[dict[str, tuple[str, list[Row]]], dict[str, tuple[str, ...]]]:
    """``(rulebook -> (title, rows), rule id -> places in the code)``."""
    raw = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    books = {
        name: (
            book["title"],
            [Row(r[0], r[1], tuple(r[2].split()), r[3], r[4]) for r in book["rows"]],
        )
        for name, book in raw["rulebook"].items()
    }
    return books, {rule: tuple(places.split()) for rule, places in raw["code"].items()}


def rows() -> Iterator[Row]:
    """All rows of all rulebooks."""
    for _, book in data()[0].values():
        yield from book


@cache
def shown_by() -> dict[str, list[str]]:
    """Rule id -> the scenarios (by file name) and tests (``module::test``) that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SCENARIOS.glob("*.toml")):
        for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rules"]:
            found[rule].append(path.stem)
    for path in sorted(TESTS.rglob("test_*.py")):
        name = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := re.match(r"(?:async )?def (test_\w+)", line):
                name = f"{path.stem}::{match[1]}"
            for rule in ID.findall(line):
                if name and name not in found[rule]:
                    found[rule].append(name)
    return dict(found)


def _line(row: Row) -> str:
    """One row of the page: the places and, for each rule, the first scenario or test."""
    rules = ", ".join(f"`{r}`" for r in row.rules)
    places = dict.fromkeys(p for r in row.rules for p in data()[1].get(r, ()))
    code = ", ".join(f"`{_place(p)}`" for p in places)
    shown = ", ".join(dict.fromkeys(s for r in row.rules for s in shown_by().get(r, [])[:1]))
    return (
        f"| {row.sentence} | {row.text} | {row.status} | {rules} | {code} | {shown} | {row.note} |"
    )


def _place(place: str) -> str:
    return place.replace(":", ".")


def rules_page() -> str:
    books, code = data()
    total = [row.status for row in rows()]
    counts = ", ".join(f"{total.count(s)} {s}" for s in STATUS)
    lines = [
        "# Rules of the 1986 family, sentence by sentence",
        "",
        "Generated from `docs/rules/classic.toml`; tests keep it current. Every sentence of the",
        "three rulebooks in our own words, with what became of it and the ids of the rules that",
        "play it. An id is the rulebook and the line (or section), and a letter where it holds",
        "several sentences. The last table says for each rule id what shows it.",
        "",
        f"{len(total)} sentences: {counts}.",
        "",
        "| status | meaning |",
        "|---|---|",
        "| kept | played as it stands |",
        "| option | one reading of a disputed point; the note names its options |",
        "| mended | plainly wrong or garbled as it stands; the note says what is played |",
        "| void | no rule of play; the note says why |",
    ]
    head = "| id | sentence | status | rules | played in | shown by | note |"
    for name, (title, book) in books.items():
        lines += ["", f"## {title}", "", head, "|---|---|---|---|---|---|---|"]
        for row in book:
            assert row.sentence.startswith(name), row
            lines.append(_line(row))
    lines += [
        "",
        "## Rule ids",
        "",
        "`row` is an open point that no rulebook settles, `engine` a rule of the program itself.",
        "A name without `::` is a scenario in `tests/rules/scenarios/`; the others are tests in",
        "`tests/rules/`. At most four are named.",
        "",
        "| rule | source | says | played in | shown by |",
        "|---|---|---|---|---|",
    ]
    for rule, (source, text) in RULES.items():
        places = ", ".join(f"`{_place(p)}`" for p in code.get(rule, ()))
        shown = shown_by().get(rule, [])
        more = f" and {len(shown) - 4} more" if len(shown) > 4 else ""
        lines.append(f"| `{rule}` | {source} | {text} | {places} | {', '.join(shown[:4])}{more} |")
    return "\n".join(lines) + "\n"
