"""``vulkar play`` without electronics, and on the boards with less."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import error_code, vulkar

SHORT = ("--seats", "1=simple,2=simple", "--seed", "2", "--journal", "a.journal")


def test_a_whole_game_at_the_terminal_by_the_word_of_people(tmp_path: Path) -> None:
    some = vulkar("play", "--manual", *SHORT, cwd=tmp_path, text="y\n" * 30)
    assert error_code(some) == "input.ended"
    assert "Please: Push the marble of station C" in some.stdout
    rest = vulkar("play", "--manual", "--json", *SHORT, cwd=tmp_path, text="y\n" * 2000)
    assert rest.returncode == 0, rest.stderr
    summary = json.loads(rest.stdout.splitlines()[-1])
    assert summary["type"] == "summary" and summary["fireballs"] > 0
    said = rest.stderr  # the input ended between the word to roll and the report
    assert said.index("Did the marble leave station C?") < said.index("touch blue on")
    assert "Push the marble of station C" not in said[: said.index("touch blue on")]
    assert vulkar("replay", "a.journal", cwd=tmp_path).returncode == 0


def test_a_whole_game_by_a_crowd_that_sees_what_happened(tmp_path: Path) -> None:
    done = vulkar("play", "--sim", "--manual", "--json", *SHORT, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[-1]["type"] == "summary" and rows[-1]["fireballs"] > 0
    rolls = [row["report"] for row in rows if row["type"] == "roll"]
    assert all(roll["marble"] == "returned" for roll in rolls)
    assert {touch["certainty"] for roll in rolls for touch in roll["touches"]} <= {"seen", "sure"}


def test_without_electronics_there_is_no_port(tmp_path: Path) -> None:
    assert error_code(vulkar("play", "--manual", "--port", "auto", cwd=tmp_path)) == "play.manual"


@pytest.mark.parametrize(
    ("board", "people"), [("motors", "say who was touched"), ("sensors", "let marbles go")]
)
def test_check_says_what_people_do_on_a_board_with_less(
    tmp_path: Path, board: str, people: str
) -> None:
    done = vulkar("config", "check", board, cwd=tmp_path)
    assert done.returncode == 0 and people in done.stdout
