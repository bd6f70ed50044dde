"""The house carries any ruleset: found by name, asked by its description, imported by nobody."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.arrange import island
from vulkar.bots import MODULES as MODULES_OF_BOTS
from vulkar.bots import bots_of, check_name, playout
from vulkar.errors import VulkarError
from vulkar.maps import load
from vulkar.rules import rulesets
from vulkar.rules.options import OptionSet, said
from vulkar.service.first import usual_seats

ROOT = Path(__file__).resolve().parents[2]
HOST = ROOT / "host" / "vulkar"
NAMES = tuple(rulesets.MODULES)


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_makes_games_that_lead_back_to_it(name: str) -> None:
    rules = rulesets.get(name)
    assert rules.name == name
    for count in (rules.seats.least, rules.seats.most):
        seats = rules.seats.names[:count]
        game = rules.make(load(rules.map), rules.options.first, seats)
        assert game.seats == seats and game.ask is not None
        assert rulesets.of(game) is rules
        assert rulesets.of(game.imagine(0, random.Random(1))) is rules
        assert rules.broken(game) is None
        assert set(game.standing().values()) <= set(load(rules.map).spaces)


@pytest.mark.parametrize("name", NAMES)
def test_its_usual_seats_and_its_bots_can_play(name: str) -> None:
    rules, bots = rulesets.get(name), bots_of(name)
    seats = usual_seats(name)
    assert rules.seats.least <= len(seats) <= rules.seats.most
    assert set(bots.offered) == set(bots.kinds) and bots.offered[0] == bots.stand_in
    for kind in bots.kinds:
        assert check_name(kind, name) == kind
    played = playout(load(rules.map), ["random"] * rules.seats.least, 3, ruleset=name)
    assert played.result is not None


def test_an_unknown_name_is_told_the_names_that_there_are() -> None:
    with pytest.raises(VulkarError) as no:
        rulesets.get("chess")
    assert no.value.code == "ruleset.unknown"
    assert all(name in no.value.todo for name in NAMES)


def test_seats_and_maps_that_do_not_fit_are_refused() -> None:
    rules = rulesets.get("classic")
    for count in (1, 5):
        with pytest.raises(VulkarError) as no:
            rules.check_seats(count)
        assert no.value.code == "ruleset.seats"
    spaces = {id: space for id, space in island().spaces.items() if id != "GSB1"}
    assert rules.fits(island())
    with pytest.raises(VulkarError) as no:
        rules.check_map(replace(island(), spaces=spaces))
    assert no.value.code == "ruleset.map"


@pytest.mark.parametrize("name", NAMES)
def test_readings_are_parsed_as_they_are_said(name: str) -> None:
    offered: OptionSet[object] = rulesets.get(name).options
    for option in offered.names:
        for reading in offered.choices(option):
            assert offered.parse(offered.first, [f"{option}={said(reading)}"]) == {option: reading}
    assert set(offered.about) == set(offered.names)
    assert set(offered.endless) <= set(offered.presets)


def test_nobody_imports_a_rulesets_package_but_itself_and_its_bots() -> None:
    found = []
    for path in HOST.rglob("*.py"):
        text = path.read_text("utf-8")
        for name in NAMES:
            own = (HOST / "rules" / name, HOST / "bots" / name)
            if not any(path.is_relative_to(folder) for folder in own):
                wrong = rf"^\s*(from|import) vulkar\.(rules|bots)(\.| import ){name}\b"
                if re.search(wrong, text, re.MULTILINE):
                    found.append(f"{path.relative_to(HOST)} imports {name}")
    assert found == []


def test_the_import_contract_names_every_ruleset() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    every = contracts["tool"]["importlinter"]["contracts"]
    (ours,) = (c for c in every if "never imports its package" in c["name"])
    packages = {module.rpartition(".")[0] for module in rulesets.MODULES.values()}
    assert set(ours["forbidden_modules"]) == packages
    assert set(MODULES_OF_BOTS) <= set(NAMES)
