"""Every scenario file holds, is about rules that exist, and really expects something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.scenario import as_json, load, run
from vulkar.rules.scenario.words import Line

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))
# the tricky situations of the 1986 rulebooks (to 49) and of the items (from 51)
TRICKY = [f"86-{n}" for n in range(1, 78, 2)]


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_the_scenario_holds(path: Path) -> None:
    out = run(load(path))
    assert out.differs == []
    json.dumps(as_json(out))


def test_there_are_at_least_120() -> None:
    assert len(FILES) >= 120


def test_every_scenario_expects_something_and_cites_rules_that_exist() -> None:
    titles = []
    for path in FILES:
        s = load(path)
        titles.append(s.file.title)
        refusals = [e.refused for e in s.script if isinstance(e, Line) and e.refused]
        checks = [e for e in s.script if not isinstance(e, Line)]
        assert s.file.expect.model_fields_set or refusals or checks, path.name
        assert set(s.file.rules) <= set(RULES), path.name
        # what it shows to be refused is what it is about
        assert set(refusals) <= set(s.file.rules), path.name
    assert len(set(titles)) == len(titles)


def test_every_tricky_situation_has_its_scenario() -> None:
    found = {load(path).file.tricky for path in FILES}
    assert set(TRICKY) - found == set()
