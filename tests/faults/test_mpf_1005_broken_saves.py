"""missionpinball/mpf#1005: a crash while saving left a broken file, and the game did not start."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.devices.test_calibration import CHIP, measured
from tests.faults.report import fault
from tests.table.test_journal import SETUP, answer
from vulkar.devices.board import load_board
from vulkar.devices.calibration import calibrated
from vulkar.devices.calibration_file import (
    backup_path,
    blank,
    broken_path,
    calibration_path,
    read_calibration,
    restore,
    write_calibration,
)
from vulkar.errors import VulkarError
from vulkar.resources import boards_dir
from vulkar.table.journal import Journal

KILLED = 9
SAVES = 2
STEPS = ("write_calibration", "copyfile", "add_answer", "_writing", "close")


def killed_at(line: int, save: Callable[[], None]) -> bool:
    """Runs ``save`` in a process that dies before the ``line``-th line of the functions ``STEPS``.

    True if it died; nothing is flushed or tidied up, as with SIGKILL.
    """
    pid = os.fork()
    if pid == 0:
        count = 0

        def trace(frame: FrameType, event: str, arg: Any) -> Any:
            nonlocal count
            if frame.f_code.co_name not in STEPS:
                return None
            if event == "line":
                count += 1
                if count == line:
                    os._exit(KILLED)
            return trace

        sys.settrace(trace)
        try:
            save()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == KILLED


@fault(
    "missionpinball/mpf#1005",
    holds="Killed before any step of writing a calibration: the old or the new one is there, "
    "whole, and so is a backup.",
    sees="nothing",
)
def test_a_calibration_survives_a_kill_at_every_step_of_its_writing(tmp_path: Path) -> None:
    path = tmp_path / "x.calibration.toml"
    first, second, third = blank("classic", CHIP), measured(), blank("other", CHIP)

    def same(found: Any, wanted: Any) -> bool:
        return bool(found.model_copy(update={"calibration": wanted.calibration}) == wanted)

    write_calibration(path, first)
    write_calibration(path, second)
    before = {place: place.read_bytes() for place in (path, backup_path(path))}
    for line in range(1, 200):
        for place, data in before.items():
            place.write_bytes(data)
        died = killed_at(line, lambda: write_calibration(path, third))
        found = read_calibration(path)
        assert same(found, second) or found.calibration.board == "other"
        kept = read_calibration(backup_path(path))
        assert same(kept, first) or same(kept, second)
        write_calibration(path, second)  # whatever lies around does not hinder the next one
        restore(path)
        if not died:
            break
    assert 10 < line < 199


@fault(
    "missionpinball/mpf#1005",
    holds="A calibration that is broken all the same is set aside beside its place, byte for byte; "
    "nothing is armed by guesses, and calibrating again or taking the backup mends it.",
    sees="`calibration.broken`, with where it was put and the command that mends it",
)
def test_a_broken_calibration_is_set_aside_and_said(tmp_path: Path) -> None:
    shutil.copy(boards_dir() / "classic.toml", tmp_path / "mine.toml")
    board = load_board(tmp_path / "mine.toml")
    path = calibration_path(board.path)
    write_calibration(path, blank("classic", CHIP))
    write_calibration(path, measured())
    whole = path.read_bytes()
    for cut in range(0, len(whole) - 1, 97):
        path.write_bytes(whole[:cut])
        with pytest.raises(VulkarError) as caught:
            calibrated(board)
        assert caught.value.code == "calibration.broken"
        aside = broken_path(path)
        assert str(aside) in str(caught.value) and aside.read_bytes() == whole[:cut]
        assert not path.exists()
        restore(path)
        assert calibrated(board).controller_id == CHIP
        aside.unlink()


def save_answers(path: Path) -> None:
    journal = Journal.open(path)
    for number in range(2, 2 + SAVES):
        journal.add_answer(answer(number))
    journal.close()


@fault(
    "missionpinball/mpf#1005",
    holds="Killed before any step of writing the journal: it opens, and every answer that was "
    "written is there, in order.",
    sees="the game goes on in the same turn",
)
def test_a_journal_survives_a_kill_at_every_step_of_its_writing(tmp_path: Path) -> None:
    fresh = Journal.create(tmp_path / "fresh", SETUP)
    fresh.add_answer(answer(1))
    fresh.close()
    for line in range(1, 400):
        path = tmp_path / f"{line}.journal"
        shutil.copy(tmp_path / "fresh", path)
        died = killed_at(line, lambda path=path: save_answers(path))  # type: ignore[misc]
        kept = Journal.open(path)
        numbers = [row.number for row in kept.answers()]
        assert numbers == list(range(1, len(numbers) + 1)) and numbers
        kept.add_answer(answer(len(numbers) + 1))
        kept.close()
        if not died:
            break
    assert len(numbers) == 1 + SAVES and line > 10


@fault(
    "missionpinball/mpf#1005",
    holds="Power is cut, and the journal's log ends at any byte: it opens with the answers up to "
    "there. Its first page is lost: it is refused and left as it is, and another game starts.",
    sees="`journal.broken` with the path",
)
def test_a_journal_that_was_cut_anywhere_opens_or_is_left_alone(tmp_path: Path) -> None:
    live = tmp_path / "live.journal"
    journal = Journal.create(live, SETUP)
    for number in range(1, 2 + SAVES):
        journal.add_answer(answer(number))
    log = Path(f"{live}-wal").read_bytes()
    data = live.read_bytes()
    counts = set()
    for cut in [*range(0, len(log), 1021), len(log)]:
        path = tmp_path / f"{cut}.journal"
        path.write_bytes(data)
        Path(f"{path}-wal").write_bytes(log[:cut])
        try:
            kept = Journal.open(path)
        except VulkarError as exc:  # cut before the setup was written
            assert exc.code == "journal.broken" and not counts
            continue
        numbers = [row.number for row in kept.answers()]
        assert numbers == list(range(1, len(numbers) + 1))
        counts.add(len(numbers))
        kept.close()
    assert counts == set(range(2 + SAVES))
    journal.close()
    for cut in (0, 1, 99, 2000):
        path = tmp_path / f"half{cut}.journal"
        path.write_bytes(live.read_bytes()[:cut])
        before = path.read_bytes()
        with pytest.raises(VulkarError) as caught:
            Journal.open(path)
        assert caught.value.code == "journal.broken" and str(path) in str(caught.value)
        assert path.read_bytes() == before
        Journal.create(tmp_path / f"other{cut}.journal", SETUP).close()
