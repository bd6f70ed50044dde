"""``vulkar journal``: each of its commands on a real file, in a process of its own."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.run import error_code, vulkar
from tests.table.test_migration import OLD, OLD_SHA
from vulkar.table.journal import Journal


def newest(folder: Path) -> Path:
    games = folder / ".vulkar" / "games"
    games.mkdir(parents=True)
    return Path(shutil.copy(OLD, games / "seed-5.journal"))


def unfinished(path: Path) -> None:
    """The same game with its last answers still to come."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM answer WHERE number > 100")


def test_backup_of_the_newest_game_is_a_whole_copy(tmp_path: Path) -> None:
    path = newest(tmp_path)
    before = path.read_bytes()
    done = vulkar("journal", "backup", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    copy = Path(done.stdout.split(": ")[1].strip())
    kept = Journal.read(tmp_path / copy)
    assert kept.sha256() == OLD_SHA
    kept.close()
    assert path.read_bytes() == before
    again = vulkar("journal", "backup", path, tmp_path / copy, cwd=tmp_path)
    assert error_code(again) == "file.exists"
    nowhere = vulkar("journal", "backup", path, tmp_path / "no" / "folder", cwd=tmp_path)
    assert error_code(nowhere) == "journal.unwritable"


def test_export_tells_what_everybody_knew_and_all_of_it_only_of_an_own_game(tmp_path: Path) -> None:
    path = newest(tmp_path)
    public = vulkar("journal", "export", path, cwd=tmp_path)
    rows = [json.loads(line) for line in public.stdout.splitlines()]
    assert rows[-1]["statistics"]["winner"] == "red"
    assert "seed" not in rows[0]
    everything = vulkar("journal", "export", path, "--all", cwd=tmp_path)
    assert json.loads(everything.stdout.splitlines()[0])["seed"] == 5
    unfinished(path)
    assert vulkar("journal", "export", path, "--all", cwd=tmp_path).returncode == 0
    house = tmp_path / "house"
    (house / "games").mkdir(parents=True)
    (house / "house.sqlite").touch()
    path = path.rename(house / "games" / "0001.journal")  # as of people on their phones
    refused = vulkar("journal", "export", path, "--all", cwd=tmp_path)
    assert error_code(refused) == "journal.secret"
    assert not refused.stdout


def test_only_a_broken_journal_is_set_aside(tmp_path: Path) -> None:
    path = newest(tmp_path)
    assert error_code(vulkar("journal", "set-aside", path, cwd=tmp_path)) == "journal.sound"
    path.write_bytes(b"no journal")
    assert vulkar("journal", "set-aside", path, cwd=tmp_path).returncode == 0
    assert not path.exists()
    assert [each.read_bytes() for each in path.parent.iterdir()] == [b"no journal"]
    assert error_code(vulkar("journal", "export", cwd=tmp_path)) == "journal.missing"
