"""Whole games on the whole chain: real firmware, real frames, rigid bodies, real journal."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
from pathlib import Path
from typing import Any

from tests.cli.run import error_code, vulkar
from tests.cli.running import DEVNULL, PIPE, Running

SHORT = ("--seats", "1=simple,2=simple")
SEED = 38  # of a short game with three fireballs, the first in turn 11: its roll takes a while


def rows(stdout: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stdout.splitlines()]


def play(tmp_path: Path, name: str, seed: int, hash_seed: str) -> list[dict[str, Any]]:
    done = vulkar(
        "play", "--sim", "--seed", seed, *SHORT, "--json", "--journal", f"{name}.journal",
        "--picture", f"{name}.png", cwd=tmp_path, env={"PYTHONHASHSEED": hash_seed},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return rows(done.stdout)


def test_one_seed_one_game_whatever_the_hash_seed(tmp_path: Path) -> None:
    first, second = play(tmp_path, "a", SEED, "1"), play(tmp_path, "b", SEED, "2")
    assert first[-1]["type"] == "summary"
    assert first[-1]["sha256"] == second[-1]["sha256"]
    assert first[:-1] == second[:-1]
    assert first[-1]["fireballs"] > 0
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"
    print("canonical journal SHA-256", first[-1]["sha256"])

    done = vulkar("replay", "a.journal", cwd=tmp_path)
    assert done.returncode == 0
    assert first[-1]["sha256"] in done.stdout
    partly = vulkar("replay", "a.journal", "--to", "20", cwd=tmp_path)
    assert "Stopped before question 20" in partly.stdout
    german = vulkar("replay", "a.journal", "--to", "20", "--lang", "de", cwd=tmp_path)
    assert "um den ersten Zug eine" in german.stdout and "Angehalten vor Frage 20" in german.stdout
    other = vulkar("replay", "a.journal", "--lang", "fr", cwd=tmp_path)
    assert error_code(other) == "text.language"

    finished = vulkar("play", "--sim", "--journal", "a.journal", cwd=tmp_path)
    assert error_code(finished) == "journal.finished"


def test_the_other_rulebook_with_items_is_played_on_the_island(tmp_path: Path) -> None:
    """classic86 counts only pawns that fell: people are asked which of the touched did."""
    done = vulkar(
        "play", "--sim", "--seed", "2", "--preset", "classic86", "--option", "items=both", *SHORT,
        "--json", "--journal", "a.journal", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = rows(done.stdout)
    assert told[-1]["type"] == "summary"
    assert "on the cable" not in done.stdout + done.stderr  # nothing warns of a sound cable
    touched = sum(t["touched"] for row in told if row["type"] == "roll"
                  for t in row["report"]["touches"])  # fmt: skip
    assert 0 < told[-1]["hits"] <= touched
    assert vulkar("replay", "a.journal", cwd=tmp_path).returncode == 0


def test_a_killed_game_goes_on_in_the_same_turn(tmp_path: Path) -> None:
    args = ["play", "--sim", "--seed", SEED, *SHORT, "--json", "--journal", "a.journal"]
    child = Running("cli", "vulkar", args, tmp_path, stdout=PIPE, stderr=DEVNULL)
    assert child.stdout is not None
    seen = []
    for line in child.stdout:
        seen.append(json.loads(line))
        if sum(row.get("kind") == "turn" for row in seen) == 11:
            break
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()

    done = vulkar("play", "--sim", "--json", "--journal", "a.journal", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    again = rows(done.stdout)
    turn = next(row for row in again if row["type"] == "resumed")["turn"]
    assert turn == 11
    assert again[-1]["type"] == "summary"
    # what was shown before the kill is all in the journal: replayed, it comes first
    shown = [row for row in seen if row["type"] == "event"]
    assert max(row["number"] for row in shown) < min(
        row["number"] for row in again if row["type"] == "event"
    )
    assert vulkar("replay", "a.journal", cwd=tmp_path).returncode == 0


def test_a_person_at_the_terminal_sees_only_their_own_cards(tmp_path: Path) -> None:
    done = vulkar(
        "play", "--sim", "--seed", "5", "--seats", "1=human,2=simple", "--journal", "a.journal",
        cwd=tmp_path, text="x\n" + "1\n" * 6,
    )  # fmt: skip
    assert error_code(done) == "input.ended"
    assert "is not a number from 1 to" in done.stdout
    assert re.search(r"^ +1  ", done.stdout, re.M)
    assert re.search(r"hand +\w+", done.stdout)
    assert not re.search(r"Blue draws (?!a card)", done.stdout)
    more = vulkar("play", "--sim", "--journal", "a.journal", cwd=tmp_path, text="1\n" * 3)
    assert error_code(more) == "input.ended"


def test_a_person_with_real_cards_plays_with_programs(tmp_path: Path) -> None:
    done = vulkar(
        "play", "--sim", "--seed", "6", "--seats", "1=human,2=simple", "--hands", "1=paper",
        "--journal", "a.journal", cwd=tmp_path, text="1\n" * 6,
    )  # fmt: skip
    assert error_code(done) == "input.ended"
    assert "is a program. Draw a card from the pile" in done.stdout
    assert re.search(r"hand +on paper", done.stdout)
    other = vulkar("play", "--sim", "--journal", "a.journal", "--hands", "1=phone", cwd=tmp_path)
    assert error_code(other) == "journal.differs"
    more = vulkar("play", "--sim", "--journal", "a.journal", cwd=tmp_path, text="1\n" * 3)
    assert error_code(more) == "input.ended" and "The game goes on in turn" in more.stdout


def test_a_changed_journal_does_not_replay(tmp_path: Path) -> None:
    vulkar(
        "play", "--sim", "--seed", "5", "--seats", "1=human,2=simple", "--journal", "a.journal",
        cwd=tmp_path, text="1\n",
    )  # fmt: skip
    for column, value in (
        ("value", "99"),
        ("value", "5"),
        ("kind", "'draw'"),
        ("events_sha", "''"),
    ):
        (tmp_path / "b.journal").write_bytes((tmp_path / "a.journal").read_bytes())
        with sqlite3.connect(tmp_path / "b.journal") as db:
            kept = db.execute("SELECT value FROM answer WHERE number = 1").fetchone()[0]
            if (column, value) == ("value", "5") and kept == "5":
                value = "4"  # another legal roll, but not what the seed gives
            db.execute(f"UPDATE answer SET {column} = {value} WHERE number = 1")
        db.close()
        done = vulkar("replay", "b.journal", cwd=tmp_path)
        assert error_code(done) == "journal.diverged"


def test_the_setup_of_a_journal_cannot_be_changed(tmp_path: Path) -> None:
    vulkar(
        "play", "--sim", "--seed", "5", "--seats", "1=human,2=simple", "--journal", "a.journal",
        cwd=tmp_path,
    )  # fmt: skip
    done = vulkar("play", "--sim", "--seed", "6", "--journal", "a.journal", cwd=tmp_path)
    assert error_code(done) == "journal.differs"
