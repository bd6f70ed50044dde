"""``vulkar report``: what helps is in it, and nothing that a player must not know."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from tests.cli.run import error_code, vulkar
from vulkar.cli import report
from vulkar.devices.board import Board, load_board
from vulkar.devices.calibration_file import (
    ServoCalibration,
    blank,
    calibration_path,
    write_calibration,
)
from vulkar.link import serialport
from vulkar.rules.chance import Chance
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import Journal
from vulkar.table.table import replay

SEED = 3141592653


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a game is under way: a person's hand and a bot's."""
    path = tmp_path_factory.mktemp("report")
    seats = ("--seats", "1=human,2=simple")
    vulkar("play", "--sim", "--seed", SEED, *seats, cwd=path, text="1\n" * 3)
    return path


def contents(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def journal_of(folder: Path) -> Journal:
    (path,) = (folder / ".vulkar" / "games").glob("*.journal")
    return Journal.open(path)


def hands(journal: Journal) -> set[str]:
    """Every card that a seat holds where the journal ends."""
    game, opening = build_game(load_map(journal.setup), journal.setup)
    replay(game, opening, journal, Chance(journal.setup.seed), lambda number, events: None)
    return {card for seat in range(2) for card in game.view(seat).visible["hand"]}


@pytest.fixture(scope="module")
def packed(folder: Path) -> dict[str, str]:
    """What a report of that game holds, by name."""
    done = vulkar("report", "--sim", "--out", "r.zip", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "Report: r.zip" in done.stdout
    return contents(folder / "r.zip")


def test_report_of_a_running_game_tells_no_secret(folder: Path, packed: dict[str, str]) -> None:
    files = packed
    journal = journal_of(folder)
    held = hands(journal)
    assert held and len(journal.answers()) > 5
    everything = "\n".join(files.values())
    assert str(SEED) not in everything and f"{SEED:x}" not in everything.lower()
    for card in held:
        assert card not in files["journal.json"] and card not in files["controller.json"]
    tail = json.loads(files["journal.json"])
    assert {key for row in tail["answers"] for key in row} == {"t_us", "kind"}
    kinds = {row["kind"] for row in tail["answers"]}
    assert not kinds & {"respond", "act"}  # only who holds a card is asked in a window, or to play
    journal.close()


def test_report_has_what_helps(packed: dict[str, str]) -> None:
    files = packed
    assert files.keys() >= {
        "README.txt",
        "versions.json",
        "board.toml",
        "controller.json",
        "frames.txt",
        "console.txt",
        "journal.json",
        "health.json",
    }
    controller = json.loads(files["controller.json"])
    versions = json.loads(files["versions.json"])
    assert controller["hello"]["firmware"] == versions["firmware"]
    assert controller["statistics"]["chip_frames_in"] > 0
    assert "to controller" in files["frames.txt"] and "result ok" in files["frames.txt"]


def test_a_board_that_does_not_answer_is_reported(folder: Path) -> None:
    done = vulkar("report", "--port", "/dev/nowhere", "--out", "dead.zip", cwd=folder)
    assert done.returncode == 0, done.stderr
    files = contents(folder / "dead.zip")
    assert json.loads(files["controller.json"])["error"]["code"] == "port.missing"


def test_a_report_that_cannot_be_written_leaves_the_old_one(folder: Path) -> None:
    (folder / "sub").mkdir()
    assert vulkar("report", "--out", "sub/r.zip", cwd=folder).returncode == 0
    before = (folder / "sub" / "r.zip").read_bytes()
    assert [path.name for path in (folder / "sub").iterdir()] == ["r.zip"]  # no draft is left
    (folder / "taken").mkdir()
    done = vulkar("report", "--out", "taken", cwd=folder)
    assert error_code(done) == "file.unwritable"
    assert (folder / "sub" / "r.zip").read_bytes() == before
    assert not list(folder.glob(".taken.*"))


def test_a_broken_journal_is_named_by_its_code_alone(tmp_path: Path) -> None:
    games = tmp_path / ".vulkar" / "games"
    games.mkdir(parents=True)
    path = games / f"seed-{SEED}.journal"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE other (x)")
    db.close()
    assert vulkar("report", "--out", "r.zip", cwd=tmp_path).returncode == 0
    files = contents(tmp_path / "r.zip")
    assert json.loads(files["journal.json"]) == {"error": "journal.broken"}
    assert str(SEED) not in "".join(files.values())
    done = vulkar("doctor", "--sim", "--only", "host", cwd=tmp_path)
    assert done.returncode == 1 and "1 problem(s) found." in done.stdout


def test_a_calibrated_board_keeps_its_seal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_as: list[Board] = []

    async def asked(transport: object, board: Board) -> dict[str, str]:
        asked_as.append(board)
        return {}

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serialport, "open_port", lambda port: None)
    monkeypatch.setattr(report, "asked", asked)
    path = calibration_path(load_board("classic").path)
    path.parent.mkdir(parents=True)
    end_stops = ServoCalibration(min_us=720, max_us=2290)
    found = blank("classic", "00" * 8).model_copy(update={"servo": {"turret": end_stops}})
    write_calibration(path, found)
    report.report(port="some", out=tmp_path / "a.zip")
    assert [board.turret.min_us for board in asked_as] == [720]
