"""Journals of earlier schemas open, whole or not at all; those of later ones are refused."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from vulkar.errors import VulkarError
from vulkar.table import files
from vulkar.table.journal import AnswerRow, Journal, Said
from vulkar.table.schema import SCHEMA_VERSION

# A whole game of two bots as vulkar play wrote it when schema 1 was the newest, and its hash.
OLD = Path(__file__).parent / "journals" / "schema-1.journal"
OLD_SHA = "101e092280630a40160f2a7324b561cc2ec093edf13bce3856549731d40c73ba"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLD, tmp_path / "a.journal"))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        found: int = json.loads(
            db.execute("SELECT value FROM meta WHERE key='version'").fetchone()[0]
        )
        return found


def test_an_old_game_opens_with_every_answer_and_its_hash(old: Path) -> None:
    looked = Journal.read(old)
    answers, rolls = looked.answers(), looked.rolls()
    looked.close()
    assert version(old) == 1, "looking migrates nothing"
    journal = Journal.open(old)
    assert version(old) == SCHEMA_VERSION
    assert journal.answers() == answers
    assert journal.rolls() == rolls
    assert journal.sha256() == OLD_SHA
    last = answers[-1].number
    row = AnswerRow(last + 1, 0, "turn", ["pass"], 9, "ab" * 32, Said("phone-7", "12"))
    journal.add_answer(row)
    journal.close()
    assert Journal.open(old).answers()[-1] == row


def test_a_copy_of_the_old_file_stays_beside_it(old: Path) -> None:
    Journal.open(old).close()
    copy = old.with_name("a.journal.schema-1.backup")
    assert version(copy) == 1
    kept = Journal.read(copy)
    assert kept.sha256() == OLD_SHA
    kept.close()
    Journal.open(old).close()
    assert len(list(old.parent.glob("*.backup*"))) == 1, "a migrated file is not copied again"


def dies_at(statement: int, work: Callable[[], None]) -> bool:
    """Runs ``work`` in a process of its own that is killed at its n-th SQL statement.

    Returns whether it came that far.
    """
    child = os.fork()
    if child == 0:
        count = 0

        def heard(sql: str) -> None:
            nonlocal count
            count += 1
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        connect = files.connect

        def traced(path: Path) -> sqlite3.Connection:
            db = connect(path)
            db.set_trace_callback(heard)
            return db

        files.connect = traced
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def test_a_process_killed_at_any_statement_leaves_the_old_journal_or_the_new_one(
    tmp_path: Path,
) -> None:
    found = []
    for statement in range(1, 100):
        old = Path(shutil.copy(OLD, tmp_path / f"{statement}.journal"))
        if not dies_at(statement, lambda path=old: Journal.open(path).close()):
            break
        found.append(version(old))
        journal = Journal.open(old)
        assert journal.sha256() == OLD_SHA
        journal.amend(10**6, [], 0, {})  # the tables are whole
        journal.close()
    assert found == sorted(found)
    assert found.count(1) > 5, "it was killed in the middle, too"


def test_a_journal_of_a_later_vulkar_is_refused_and_left_as_it_is(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE meta SET value = ? WHERE key = 'version'", (str(SCHEMA_VERSION + 1),))
    before = old.read_bytes()
    for way in (Journal.open, Journal.read):
        with pytest.raises(VulkarError) as error:
            way(old)
        assert error.value.code == "journal.version"
    assert old.read_bytes() == before
    assert not list(old.parent.glob("*.backup*"))


def test_where_no_copy_can_be_made_nothing_is_migrated(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VulkarError) as error:
        Journal.open(old)
    assert error.value.code == "journal.unwritable"
    assert version(old) == 1
    assert [path.name for path in old.parent.iterdir() if "backup" in path.name] == []
