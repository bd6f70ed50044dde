"""What a scenario file may hold, what is wrong with a wrong one, and how a script is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from vulkar.errors import VulkarError
from vulkar.rules.classic.scenario import Outcome, as_json, load, parse, run
from vulkar.rules.classic.scenario.names import VERBS
from vulkar.rules.classic.scenario.schema import Check, File

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "scenarios.md"
HEAD = 'title = "x"\nrules = ["C86.bridge.stop"]\npawns = { red = "GSB5", blue = "DMP" }\n'


def outcome(text: str) -> Outcome:
    return run(parse(HEAD + text, Path("x.toml")))


def error(text: str) -> VulkarError:
    with pytest.raises(VulkarError) as info:
        run(parse(text, Path("x.toml")))
    return info.value


@pytest.mark.parametrize(
    ("line", "code", "params"),
    [
        ('options = { hitrule = "touch" }', "scenario.name", {"line": 4, "nearest": "hit_rule"}),
        ('options = { hit_rule = "tuch" }', "scenario.value", {"line": 4, "key": "hit_rule"}),
        ("options = { six_again = 1 }", "scenario.value", {"line": 4, "key": "six_again"}),
        ('preset = "classic68"', "scenario.name", {"line": 4, "nearest": "classic86"}),
        ('hands = { red = ["duble"] }', "scenario.name", {"line": 4, "nearest": "double"}),
        ('hands = { rde = ["double"] }', "scenario.name", {"line": 4, "nearest": "red"}),
        ('items = { red = ["tomb"] }', "scenario.name", {"line": 4, "nearest": "tome"}),
        ('jewel = "blu"', "scenario.name", {"line": 4, "nearest": "blue"}),
        ('jewel = "VKQ"', "scenario.name", {"line": 4, "nearest": "VKP"}),
        ('to_move = "bleu"', "scenario.name", {"line": 4, "nearest": "blue"}),
        ('extra_turns = ["rad"]', "scenario.name", {"line": 4, "nearest": "red"}),
        ("loaded = { idl = 2 }", "scenario.name", {"line": 4, "nearest": "idol"}),
        ('lying = ["rad"]', "scenario.name", {"line": 4, "nearest": "red"}),
        ('came = { red = ["GSB9"] }', "scenario.name", {"line": 4, "what": "space"}),
        ('dolls = { WT55 = "red" }', "scenario.name", {"line": 4, "nearest": "WT5"}),
        ('marbles = [["hitt blue"]]', "scenario.name", {"line": 4, "nearest": "hit"}),
        ('marbles = [["hit blau"]]', "scenario.name", {"line": 4, "what": "word"}),
        ('draw_pile = ["cancle"]', "scenario.name", {"line": 4, "nearest": "cancel"}),
        ('play = [\n  "red: roll",\n  "red: rol",\n]', "scenario.name", {"line": 6}),
        ('play = [\n  "red: roll",\n  "reed: roll",\n]', "scenario.name", {"line": 6}),
        ('play = ["red: move GSB44 B1"]', "scenario.name", {"line": 4, "nearest": "GSB4"}),
        ('play = ["red @talismann: roll"]', "scenario.name", {"line": 4, "nearest": "talisman"}),
        ('play = ["red: roll | refused C86.bridges"]', "scenario.name", {"line": 4}),
        ('play = [\n\n"red roll"]', "scenario.value", {"line": 6}),
        ('play = ["red:"]', "scenario.value", {"line": 4}),
        ('play = ["red: roll | denied"]', "scenario.value", {"line": 4}),
        ("dice = [7]", "scenario.value", {"line": 4, "key": "dice"}),
        ('dice = ["six"]', "scenario.value", {"line": 4, "key": "dice.0"}),
        ('dices = [6]', "scenario.key", {"line": 4, "nearest": "dice"}),
        ('ruleset = "chess"', "scenario.value", {"line": 4, "key": "ruleset"}),
        ('[expect]\nwiner = ["red"]', "scenario.key", {"line": 5, "nearest": "winners"}),
        ('[expect]\nevents = ["mooved"]', "scenario.name", {"line": 5, "nearest": "moved"}),
        ('[expect]\nasked = "everybody"', "scenario.name", {"line": 5}),
        ('play = [\n  "red: roll",\n  { jewl = "red" },\n]', "scenario.key", {"line": 6}),
        ('dice = [6\nplay = []', "scenario.syntax", {"line": 5}),
        ('seats = ["red", "blue"]', "scenario.value", {"key": "pawns"}),
        ('hands = { red = ["fake_jewel", "fake_jewel", "fake_jewel"] }', "scenario.setup", {}),
        ('items = { red = ["tome"] }', "scenario.setup", {}),
        ("double = true", "scenario.setup", {}),
        ("loaded = { idol = 2 }", "scenario.setup", {}),
        ('options = { marble_return = "nearest" }\nloaded = { A = 2 }', "scenario.setup", {}),
        ('options = { items = "both" }\nitems = { red = ["tome", "tome"] }', "scenario.setup", {}),
    ],
)  # fmt: skip
def test_a_wrong_file_is_one_error_with_line_and_nearest_name(
    line: str, code: str, params: dict[str, Any]
) -> None:
    found = error(HEAD + line)
    assert found.code == code, found
    assert {k: found.params[k] for k in params} == params, found


def test_two_pieces_on_one_space_are_no_situation() -> None:
    text = HEAD.replace("DMP", "GSB5")
    assert error(text).code == "scenario.setup"
    assert error('title = "x"').code == "scenario.lacks"
    assert error(HEAD.replace("C86.bridge.stop", "C86.bridges")).params["line"] == 2


def test_a_missing_or_unreadable_file(tmp_path: Path) -> None:
    with pytest.raises(VulkarError) as info:
        load(tmp_path / "none.toml")
    assert info.value.code == "scenario.missing"
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(VulkarError) as info:
        load(tmp_path / "latin.toml")
    assert info.value.code == "scenario.unreadable"


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ('dice = [5]\nplay = ["red: roll", "red: move GSB4 B1"]\n[expect]\npawns = { red = "CP1" }',
         "pawns.red: is B1, expected CP1"),
        ('dice = [5, 2]\nplay = ["red: roll"]', "dice: not used: 2"),
        ('play = ["red: roll", "red: move GSB4 B1"]',
         "line 4, 'red: move GSB4 B1': the game waits for dice for red, and nothing is left there"),
        ('dice = [5]\nplay = ["red: roll", "red: move GSB4 B1 | refused C86.bridge.stop"]',
         "was accepted, not refused by C86.bridge.stop"),
        ('dice = [5]\nplay = ["red: roll", "red: move GSB4 | refused C86.bridge.stop"]',
         "refused by C86.move.count"),
        ('dice = [5]\nplay = ["red: roll", "red: move GSB4"]',
         "refused: The count is 5, this way has 1. (C86.move.count)"),
        ('dice = [5]\nplay = ["red: roll", "blue: end turn"]', "red is asked (move)"),
        ('dice = [2]\nplay = ["red: roll", "red: move to VKP"]', "no way ends there"),
        ('dice = [5]\nplay = ["red: roll", { ends = ["B1"] }]', "ends: is ["),
        ('dice = [5]\nplay = ["red: roll", { may_also = ["move B1"] }]',
         "may_also: move B1 is not offered"),
        ('dice = [5]\nplay = ["red: roll", { ends_not = ["B1"] }]', "ends_not: B1 is offered"),
        ('[expect]\nevents = ["moved"]', "events: moved did not happen (in this order)"),
        ('[expect]\nnever = [{ kind = "turn", pawn = "red" }]', "did happen"),
        ('[expect]\nwinners = ["red"]', "winners: is [], expected [red]"),
        ('[expect]\nstate = { double = true }', "state.double: is False, expected True"),
        ('hands = { red = ["double"] }\n[expect]\nhands = { red = [] }',
         "hands.red: is [double], expected []"),
    ],
)  # fmt: skip
def test_an_unmet_expectation_says_what_differs(text: str, differs: str) -> None:
    out = outcome(text)
    assert not out.held
    assert differs in out.differs[0]
    assert as_json(out)["held"] is False


def test_whoever_is_asked_out_of_turn_passes_and_a_card_waits_for_its_moment() -> None:
    out = outcome(
        'hands = { blue = ["fireball", "reroll", "back_1"] }\ndice = [5, 2]\nplay = ["red: roll",'
        ' "blue: play reroll", "red: move GSB4 B1", "blue @after_move: play back_1"]'
    )
    assert out.differs == []
    assert [a for who, a in out.answers if who == "blue"] == [
        ["pass"], ["pass"], ["play", "reroll"], ["play", "back_1"], ["pass"],
    ]  # fmt: skip


def test_who_is_not_asked_is_told_the_rule() -> None:
    out = outcome(
        'hands = { blue = ["double"] }\ndice = [5]\nplay = ["red: roll", "blue: play double"]'
    )
    assert [(line.who, no.rule) for line, no in out.refused] == [("blue", "C86.window.after_roll")]
    assert out.game.standing()["red"] == "GSB5"
    found = as_json(out)["refused"][0]
    assert found["rule"] == "C86.window.after_roll" and "Reroll" in found["why"]
    assert found["source"] == "001:8" and not found["foreseen"]


def test_a_script_is_played_the_same_each_time() -> None:
    text = 'dice = [5]\nplay = ["red: roll", "red: move to B1"]'
    assert as_json(outcome(text)) == as_json(outcome(text))


def test_the_page_tells_every_key_word_and_its_example_is_true() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for key in (*File.model_fields, *Check.model_fields):
        assert f"`{key}`" in page or f"`[{key}]`" in page, key
    for verb in set(VERBS) - {"end", "end_turn"}:
        assert f"`{verb}" in page, verb
    text, inside_a_turn = re.findall(r"```toml\n(.*?)```", page, re.S)
    assert run(parse(inside_a_turn, Path("moment.toml"))).held
    told = re.findall(r"is refused: (.*?) \((C86\.\w+\.\w+)\)", page)
    for move, (why, rule) in zip(("GSB4", "GSB4 B1"), told, strict=True):
        out = run(parse(text.replace("move GSB4", f"move {move}"), Path("argument.toml")))
        assert [(no.why, no.rule) for _, no in out.refused] == [(why, rule)]
    out = run(parse(text.replace("move GSB4", "move GSB4 B1 CP1"), Path("argument.toml")))
    assert out.held and as_json(out)["state"]["jewel"]["owner"] == "red"
