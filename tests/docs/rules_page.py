"""docs/rules/NAME.md: every rule sentence of a ruleset, from docs/rules/NAME.toml."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from vulkar.rules.classic.ids import RULES as CLASSIC
from vulkar.rules.classic.ids import Rule
from vulkar.rules.curse.ids import RULES as CURSE
from vulkar.rules.ship.ids import RULES as SHIP

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "rules" / "scenarios"
TESTS = ROOT / "tests" / "rules"
STATUS = ("kept", "option", "mended", "void")


class Traced(NamedTuple):
    """A ruleset whose rulebooks are traced. ``books``: which they are."""

    title: str
    books: str
    rules: Mapping[str, Rule]

    @property
    def id(self) -> re.Pattern[str]:
        """A rule id of this ruleset, as tests cite it."""
        first = sorted({rule.partition(".")[0] for rule in self.rules} - {"core"})
        return re.compile(rf"\b(?:{'|'.join(first)})\.[a-z0-9_]+\.[a-z0-9_]+\b")


RULESETS = {
    "classic": Traced("Rules of the 1986 family", "the three rulebooks", CLASSIC),
    "curse": Traced("Rules of the 2018 game", "the rulebook", CURSE),
    "ship": Traced("Rules of the memory game", "the rulebook", SHIP),
}


class Row(NamedTuple):
    """One sentence. ``sentence`` is its id: the source and, where there are several, a letter."""

    sentence: str
    status: str
    rules: tuple[str, ...]
    text: str
    note: str


@cache
def data(name: str) -> tuple[dict[str, tuple[str, list[Row]]], dict[str, tuple[str, ...]]]:
    """``(rulebook -> (title, rows), rule id -> places in the code)``."""
    source = ROOT / "docs" / "rules" / f"{name}.toml"
    raw = tomllib.loads(source.read_text(encoding="utf-8"))
    books = {
        number: (
            book["title"],
            [Row(r[0], r[1], tuple(r[2].split()), r[3], r[4]) for r in book["rows"]],
        )
        for number, book in raw["rulebook"].items()
    }
    return books, {rule: tuple(places.split()) for rule, places in raw["code"].items()}


def rows(name: str) -> Iterator[Row]:
    """All rows of all rulebooks of a ruleset."""
    for _, book in data(name)[0].values():
        yield from book


@cache
def scenarios(name: str) -> dict[str, list[str]]:
    """File name -> the rule ids that it cites, of every scenario of a ruleset."""
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in _files(SCENARIOS)}
    return {stem: f["rules"] for stem, f in files.items() if f.get("ruleset", "classic") == name}


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.toml"))


@cache
def shown_by(name: str) -> dict[str, list[str]]:
    """Rule id -> the scenarios (by file name) and tests (``module::test``) that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    for stem, cited in scenarios(name).items():
        for rule in cited:
            found[rule].append(stem)
    rule_id = RULESETS[name].id
    for path in sorted(TESTS.rglob("test_*.py")):
        test = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := re.match(r"(?:async )?def (test_\w+)", line):
                test = f"{path.stem}::{match[1]}"
            for rule in rule_id.findall(line):
                if test and test not in found[rule]:
                    found[rule].append(test)
    return dict(found)


def _line(name: str, row: Row) -> str:
    """One row of the page: the places and, for each rule, the first scenario or test."""
    rules = ", ".join(f"`{r}`" for r in row.rules)
    places = dict.fromkeys(p for r in row.rules for p in data(name)[1].get(r, ()))
    code = ", ".join(f"`{_place(p)}`" for p in places)
    shown = ", ".join(dict.fromkeys(s for r in row.rules for s in shown_by(name).get(r, [])[:1]))
    return (
        f"| {row.sentence} | {row.text} | {row.status} | {rules} | {code} | {shown} | {row.note} |"
    )


def _place(place: str) -> str:
    return place.replace(":", ".")


def rules_page(name: str) -> str:
    """The page of a ruleset."""
    ruleset = RULESETS[name]
    books, code = data(name)
    total = [row.status for row in rows(name)]
    counts = ", ".join(f"{total.count(s)} {s}" for s in STATUS)
    lines = [
        f"# {ruleset.title}, sentence by sentence",
        "",
        f"Generated from `docs/rules/{name}.toml`; tests keep it current. Every sentence of",
        f"{ruleset.books} in our own words, with what became of it and the ids of the rules that",
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
    for number, (title, book) in books.items():
        lines += ["", f"## {title}", "", head, "|---|---|---|---|---|---|---|"]
        for row in book:
            assert row.sentence.startswith(number), row
            lines.append(_line(name, row))
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
    for rule, (source, text) in ruleset.rules.items():
        places = ", ".join(f"`{_place(p)}`" for p in code.get(rule, ()))
        shown = shown_by(name).get(rule, [])
        more = f" and {len(shown) - 4} more" if len(shown) > 4 else ""
        lines.append(f"| `{rule}` | {source} | {text} | {places} | {', '.join(shown[:4])}{more} |")
    return "\n".join(lines) + "\n"
