"""``vulkar rules run`` as a person meets it: JSON, the rule in words, the exit code."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import error_code, vulkar

SCENARIO = """title = "x"
rules = ["C86.bridge.stop"]
pawns = { red = "GSB5", blue = "DMP" }
dice = [5]
play = ["red: roll", "red: move GSB4 B1 CP1"]
"""


def test_a_scenario_that_holds_prints_state_and_events(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(SCENARIO.replace(" CP1", ""))
    done = vulkar("rules", "run", "a.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    out = json.loads(done.stdout)
    assert out["held"] and out["state"]["pieces"][0]["space"] == "B1"
    assert any(
        e["kind"] == "moved" and e["text"] == "Red moves to Bridge 1." for e in out["events"]
    )


def test_a_refused_answer_is_told_with_its_rule(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(SCENARIO)
    done = vulkar("rules", "run", "a.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "a.toml, line 5: red: move GSB4 B1 CP1\n"
        "    is refused: An empty bridge stops the piece that reaches it. (C86.bridge.stop)\n"
    )
    assert json.loads(done.stdout)["refused"][0]["source"] == "001:18"


def test_an_unmet_expectation_and_a_wrong_file_fail(tmp_path: Path) -> None:
    text = SCENARIO.replace(" CP1", "") + '[expect]\npawns = { red = "CP1" }\n'
    (tmp_path / "a.toml").write_text(text)
    done = vulkar("rules", "run", "a.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "a.toml: pawns.red: is B1, expected CP1\n"
    (tmp_path / "a.toml").write_text(SCENARIO.replace("GSB5", "GSB55"))
    done = vulkar("rules", "run", "a.toml", cwd=tmp_path)
    assert error_code(done) == "scenario.name" and "line 3" in done.stderr
