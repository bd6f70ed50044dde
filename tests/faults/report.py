"""The faults that people reported in public, and which test brings each of them about.

``reports.toml`` has the reports. A test says which one it is for:

    @fault("Klipper3d/klipper#3599", holds="The marble is let go once.", sees="`link.lost`")

``holds`` is what happens here instead, ``sees`` what reaches a person, with codes of the error
catalogue in backticks. Both are plain literals: the page is made from the source of the tests,
without running any.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from vulkar.errors import CATALOGUE

FOLDER: Final = Path(__file__).parent
CODE: Final = re.compile(r"`([a-z_]+\.[a-z_]+)`")
Test = TypeVar("Test", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Report:
    """One report; ``also`` are others of the same kind."""

    id: str
    happened: str
    also: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        return self.id.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Proof:
    """One test: ``file`` by its name in this folder."""

    report: str
    holds: str
    sees: str
    file: str
    test: str


def _reports() -> tuple[Report, ...]:
    data = tomllib.loads((FOLDER / "reports.toml").read_text(encoding="utf-8"))
    return tuple(
        Report(row["id"], row["happened"], tuple(row.get("also", ()))) for row in data["report"]
    )


REPORTS: Final = _reports()
_KNOWN: Final = {report.id for report in REPORTS}


def fault(report: str, *, holds: str, sees: str) -> Callable[[Test], Test]:
    """Marks a test as the proof for a report. An unknown report or error code is a mistake."""
    assert report in _KNOWN, report
    assert holds, "what holds?"
    unknown = [code for code in CODE.findall(sees) if code not in CATALOGUE]
    assert not unknown, f"{unknown} are not in the error catalogue"

    def mark(test: Test) -> Test:
        return test

    return mark


def proofs() -> list[Proof]:
    """Every marked test, by file and in its order there."""
    return [proof for path in sorted(FOLDER.glob("test_*.py")) for proof in _of(path)]


def _of(path: Path) -> list[Proof]:
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        for mark in getattr(node, "decorator_list", ()):
            if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "fault":
                values = {k.arg: ast.literal_eval(k.value) for k in mark.keywords}
                report = ast.literal_eval(mark.args[0])
                name = getattr(node, "name", "")
                found.append(Proof(report, values["holds"], values["sees"], path.name, name))
    return found
