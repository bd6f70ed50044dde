"""A disk that is full, a folder that is read-only: one error, the game waits, nothing is lost."""

from __future__ import annotations

import functools
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.table.quick import run, table_of
from tests.table.test_journal import SETUP, answer
from vulkar import bots
from vulkar.errors import VulkarError
from vulkar.maps import load
from vulkar.rules import Event
from vulkar.rules.classic import Game
from vulkar.table.journal import Journal
from vulkar.table.players import BotPlayer
from vulkar.table.table import Table

MAP = load("classic")
ROOT = Path(__file__).resolve().parents[2]


def table_at(path: Path, kept: Journal | None = None) -> Table:
    """A table of two bots with a new journal, or with one that it goes on with."""
    opening: list[Event] = []
    game = Game(MAP, "anniversary", ("red", "blue"), {}, opening.append)
    table = table_of(game, opening, path if kept is None else path.with_suffix(".new"), 0.0, seed=3)
    table.journal = kept or table.journal
    make = functools.partial(bots.make, "simple", ruleset="classic")
    rows = table.journal.answers()
    decided = [sum(row.asker == seat for row in rows) for seat in range(2)]
    table.players = [BotPlayer(make, seat, 3, decided[seat]) for seat in range(2)]
    table.restore()
    return table


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file of this process grows beyond ``size`` bytes: what SQLite meets on a full disk."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.parametrize("full_at", [40_000, 170_000, 400_000])
def test_a_full_disk_stops_the_game_with_one_error_and_it_goes_on_where_it_was(
    tmp_path: Path, full_at: int
) -> None:
    path = tmp_path / "a.journal"
    table = table_at(path)
    heard: list[int] = []
    table.watcher.event = lambda number, event, past: heard.append(number)  # type: ignore[method-assign]
    with largest_file(full_at), pytest.raises(VulkarError) as error:
        run(table.play())
    assert error.value.code == "journal.unwritable"
    kept = Journal.open(path)
    before = kept.answers()
    assert before[-1].number >= max(heard), "what was told is on disk"
    again = table_at(path, kept)  # somebody has made room
    run(again.play())
    assert kept.answers()[: len(before)] == before
    assert again.game.result is not None


# The superuser may write everywhere: the child gives that right up before it becomes Python.
DROP = (
    "import ctypes, os, sys; libc = ctypes.CDLL(None)\n"
    "[libc.prctl(24, right, 0, 0, 0) for right in (1, 2)]\n"  # PR_CAPBSET_DROP, DAC_*
    "os.execv(sys.executable, [sys.executable, '-c', *sys.argv[1:]])\n"
)
LOOK = (
    "import sys; from pathlib import Path\n"
    "from vulkar.errors import VulkarError\n"
    "from vulkar.table.journal import Journal\n"
    "path = Path(sys.argv[1])\n"
    "for way in (Journal.open, Journal.read):\n"
    "    try:\n"
    "        print(len(way(path).answers()))\n"
    "    except VulkarError as error:\n"
    "        print(error.code)\n"
)


def test_in_a_read_only_folder_a_game_can_be_looked_at_but_not_gone_on_with(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    path = folder / "a.journal"
    journal = Journal.create(path, SETUP)
    journal.add_answer(answer(1))
    journal.close()
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", DROP, LOOK, str(path)],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
    finally:
        folder.chmod(0o755)
    assert done.stdout.split() == ["journal.unwritable", "1"], done.stderr
    assert path.read_bytes() == before
    assert [each.name for each in folder.iterdir()] == ["a.journal"]
