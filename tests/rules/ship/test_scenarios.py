"""Every scenario file of the memory game holds, and really expects something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vulkar.errors import VulkarError
from vulkar.rules.scenario.words import Line
from vulkar.rules.ship.ids import RULES
from vulkar.rules.ship.scenario import as_json, load, parse, run

FOLDER = Path(__file__).parents[1] / "scenarios" / "ship"
FILES = sorted(FOLDER.glob("*.toml"))
TRICKY = [f"04-{n}" for n in range(1, 12, 2)]
HEAD = 'title = "x"\nrules = ["SHIP.open.one"]\nruleset = "ship"\nseats = ["red", "blue"]\n'


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_the_scenario_holds(path: Path) -> None:
    out = run(load(path))
    assert out.differs == []
    json.dumps(as_json(out))


def test_there_are_at_least_20() -> None:
    assert len(FILES) >= 20


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
    assert set(TRICKY) - {load(path).file.tricky for path in FILES} == set()


@pytest.mark.parametrize(
    ("line", "code", "key"),
    [
        ('begin = "red"', "scenario.key", "begin"),
        ('begins = "rad"', "scenario.name", "begins"),
        ('looks = { rad = "north" }', "scenario.name", "looks"),
        ('looks = { red = "up" }', "scenario.value", "looks.red"),
        ('looks = { red = "north", blue = "north" }', "scenario.value", "looks"),
        ('locations = { c3 = "crab_lava" }', "scenario.value", "locations.c3"),
        ('locations = { a1 = "crab_larva" }', "scenario.name", "locations"),
        ('locations = { a1 = "crab_lava", b1 = "crab_lava" }', "scenario.value", "locations"),
        ('play = ["red open a1"]', "scenario.value", "red open a1"),
        ('play = ["rad: open a1"]', "scenario.name", "seats"),
        ('play = ["red: open a1 | refused SHIP.open"]', "scenario.name", "rules"),
        ("[expect]\nopne = []", "scenario.key", "expect.opne"),
    ],
)
def test_a_wrong_file_is_one_error_with_its_line(line: str, code: str, key: str) -> None:
    with pytest.raises(VulkarError) as info:
        parse(HEAD + line, Path("x.toml"))
    assert info.value.code == code
    assert key in (info.value.params.get("key"), info.value.params.get("what"))
    assert info.value.params["line"] >= 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('begins = "red"\nplay = ["blue: look north"]', "red is asked (look)"),
        ('begins = "red"\nplay = ["red: look up"]', "refused: There is no side 'up'."),
        ('begins = "red"\nplay = ["red: look east | refused SHIP.look.other"]', "was accepted"),
        ("[expect]\nround = 3", "round: is 0, expected 3"),
        ('[expect]\nevents = ["won"]', "events: won did not happen"),
        ('[expect]\nnever = ["laid"]', "never: laid did happen"),
        ('[expect]\nmay_not = ["look east"]', "may_not: look east is offered"),
        ('[expect.known]\nred = ["a1"]', "known.red: is [], expected ['a1']"),
    ],
)
def test_what_does_not_come_out_is_said(text: str, said: str) -> None:
    out = run(parse(HEAD + text, Path("x.toml")))
    assert not out.held
    assert said in out.differs[0]
