"""The journal on real SQLite files: what was written is there after any stop, or refused whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vulkar.errors import VulkarError
from vulkar.table.journal import AnswerRow, Journal, RollRow, Settled, Setup

SETUP = Setup(
    ruleset="classic",
    preset="anniversary",
    map_id="classic",
    map_sha="0" * 64,
    board_id="classic",
    seed=7,
    seats=("simple", "random"),
    pawns=("red", "blue"),
    options={},
)


def answer(number: int, value: object = 4) -> AnswerRow:
    return AnswerRow(number, -1, "die", value, number * 1000, "ab" * 32)


def test_answers_and_rolls_come_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    journal = Journal.create(path, SETUP)
    journal.add_answer(answer(1))
    journal.add_answer(answer(2, ["move", ["WT1", "WT2"]]))
    journal.add_roll(RollRow(1, 3, {"route": "I_S"}, 5, None, None))
    journal.close()
    again = Journal.open(path)
    assert again.setup == SETUP
    assert again.answers() == [answer(1), answer(2, ["move", ["WT1", "WT2"]])]
    assert again.pending_roll() == RollRow(1, 3, {"route": "I_S"}, 5, None, None)
    again.add_answer(answer(3, []), Settled(1, {"facts": []}, 9))
    assert again.pending_roll() is None


def test_hash_covers_what_happened_but_not_where_the_file_lies(tmp_path: Path) -> None:
    hashes = []
    for name, value in (("a", 4), ("b", 4), ("c", 5)):
        journal = Journal.create(tmp_path / name, SETUP)
        journal.add_answer(answer(1, value))
        hashes.append(journal.sha256())
        journal.close()
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_new_game_never_overwrites_an_old_one(tmp_path: Path) -> None:
    Journal.create(tmp_path / "a", SETUP).close()
    with pytest.raises(VulkarError) as error:
        Journal.create(tmp_path / "a", SETUP)
    assert error.value.code == "journal.exists"


@pytest.mark.parametrize(
    "content", [b"", b"not a database at all", b"SQLite format 3\x00" + b"x" * 99]
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "a"
    path.write_bytes(content)
    with pytest.raises(VulkarError) as error:
        Journal.open(path)
    assert error.value.code == "journal.broken"
    assert path.read_bytes() == content


def test_a_damaged_page_is_noticed_on_opening(tmp_path: Path) -> None:
    path = tmp_path / "a"
    journal = Journal.create(path, SETUP)
    for number in range(1, 400):
        journal.add_answer(answer(number, ["x" * 60]))
    journal.close()
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 3000] = os.urandom(3000)
    path.write_bytes(data)
    with pytest.raises(VulkarError) as error:
        Journal.open(path).answers()
    assert error.value.code == "journal.broken"


def test_a_process_killed_in_mid_game_leaves_every_committed_answer(tmp_path: Path) -> None:
    path = tmp_path / "a"
    code = (
        "import sys; from tests.table.test_journal import *\n"
        "journal = Journal.create(Path(sys.argv[1]), SETUP)\n"
        "for n in range(1, 10**9):\n"
        "    journal.add_answer(answer(n)); print(n, flush=True)\n"
    )
    root = Path(__file__).resolve().parents[2]
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], cwd=root, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    last = 0
    for line in child.stdout:
        last = int(line)
        if last == 50:
            break
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    journal = Journal.open(path)
    numbers = [row.number for row in journal.answers()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= last
