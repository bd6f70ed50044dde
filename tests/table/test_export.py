"""Exports and statistics: everybody's knowledge and no more; a broken file is set aside whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.table.quick import run
from tests.table.test_full_disk import table_at
from vulkar.errors import VulkarError
from vulkar.maps import load
from vulkar.table.aside import set_aside
from vulkar.table.export import all_lines, public_lines
from vulkar.table.journal import Journal
from vulkar.table.statistics import statistics
from vulkar.table.told import told, whole

MAP = load("classic")
GAME = Path(__file__).parent / "journals" / "schema-1.journal"


def test_the_public_export_tells_what_everybody_heard_and_no_secret() -> None:
    journal = Journal.read(GAME)
    lines = list(public_lines(journal, MAP))
    text = json.dumps(lines)
    assert '"seed"' not in text
    assert journal.sha256() not in text
    assert '"t_us"' not in text
    named = {row["kind"] for row in lines if "card" in row.get("data", {})}
    assert named == {"card_played", "card_cancelled"}, "a card is named when it is played"
    assert [row["n"] for row in lines[1:-1]] == list(range(1, len(lines) - 1))
    assert lines[-1]["finished"] is True


def test_everything_is_in_the_export_of_all() -> None:
    journal = Journal.read(GAME)
    lines = list(all_lines(journal))
    assert lines[0]["seed"] == 5
    answers = [row for row in lines if row["type"] == "answer"]
    assert [row["value"] for row in answers] == [row.value for row in journal.answers()]
    assert lines[-1] == {"type": "end", "sha256": journal.sha256()}


def test_an_unfinished_game_tells_no_more_than_its_windows_have_let_out(tmp_path: Path) -> None:
    """Of two games whose last answer led through a window that nobody could act in, and stopped in
    it because somebody could, nobody can tell which is which."""
    path = Path(shutil.copy(GAME, tmp_path / "a.journal"))
    journal = Journal.open(path)
    rows = journal.answers()
    held = 0
    for row in rows[-40:]:
        journal.amend(row.number, [], 0, {})
    for row in rows[-40:-1]:
        journal.add_answer(row)
        known = told(journal, MAP)
        assert not known.finished and known.played_us is None
        kinds = [event.kind for event in known.events]
        opened = max(i for i, k in enumerate(kinds) if k in ("window_opened", "choice_opened"))
        held += opened == len(kinds) - 1
    assert held > 10


def test_the_end_of_a_game_is_told_no_sooner_than_the_table_tells_it() -> None:
    journal = Journal.read(GAME)
    all_ = whole(journal, MAP)
    assert all_.finished and all_ == told(journal, MAP)
    telling = all_.first(len(all_.events) - 1)
    assert not telling.finished and telling.played_us is None
    assert telling.events == all_.events[:-1]


def test_statistics_count_what_happened() -> None:
    events = [
        ("turn", {"pawn": "red", "turn": 1}),
        ("moved", {"pawn": "red", "path": ["A", "B", "C"], "why": "rolled"}),
        ("moved", {"pawn": "red", "path": ["K"], "why": "cave"}),
        ("fireball_declared", {"pawn": "red"}),
        ("fireball_rolled", {"hit": ["blue", "red"]}),
        ("jewel", {"owner": "red", "why": "captured"}),
        ("turn", {"pawn": "blue", "turn": 2}),
        ("jewel", {"owner": "blue", "why": "stolen"}),
        ("won", {"pawn": "blue"}),
        ("something_new", {"pawn": "red"}),
    ]
    counted = statistics(("red", "blue"), events).to_json()
    assert counted["pawns"] == {
        "red": {"turns": 1, "fireballs": 1, "hits": 2, "struck": 1, "thefts": 0, "spaces": 3},
        "blue": {"turns": 1, "fireballs": 0, "hits": 0, "struck": 1, "thefts": 1, "spaces": 0},
    }
    assert (counted["turns"], counted["hits"], counted["thefts"]) == (2, 2, 1)
    assert counted["winner"] == "blue"


def test_statistics_of_a_played_game_agree_with_the_tables_own_tally(tmp_path: Path) -> None:
    table = table_at(tmp_path / "a.journal")
    run(table.play())
    known = told(table.journal, MAP)
    counted = statistics(("red", "blue"), ((e.kind, e.data) for e in known.events))
    total = counted.to_json()
    assert (total["turns"], total["fireballs"], total["hits"]) == (
        table.tally.turns, table.tally.fireballs, table.tally.hits,
    )  # fmt: skip
    assert total["winner"] in ("red", "blue")
    assert total["spaces"] > 50


def test_a_copy_of_a_running_game_is_a_journal_of_its_own(tmp_path: Path) -> None:
    path = Path(shutil.copy(GAME, tmp_path / "a.journal"))
    running = Journal.open(path)
    looked = Journal.read(path)
    looked.copy(tmp_path / "b")
    with pytest.raises(VulkarError) as error:
        looked.copy(tmp_path / "b")
    assert error.value.code == "file.exists"
    assert Journal.open(tmp_path / "b").sha256() == running.sha256()


def test_a_broken_journal_is_set_aside_whole_and_a_sound_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.write_bytes(b"SQLite format 3\x00" + b"x" * 99)
    Path(f"{path}-wal").write_bytes(b"log")
    first = set_aside(path, "20260101-000000")
    path.write_bytes(b"broken too")
    second = set_aside(path, "20260101-000000")
    assert first != second
    assert first.read_bytes().endswith(b"x" * 99)
    assert Path(f"{first}-wal").read_bytes() == b"log"
    assert second.read_bytes() == b"broken too"
    assert not path.exists()
    sound = Path(shutil.copy(GAME, path))
    with pytest.raises(VulkarError) as error:
        set_aside(sound, "20260101-000000")
    assert error.value.code == "journal.sound"
    assert sound.read_bytes() == GAME.read_bytes()
