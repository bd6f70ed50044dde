"""A disk that is full, a folder that is read-only: one error, the game waits, nothing is lost."""

from __future__ import annotations

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
from vulkar.rules.classic import Game
from vulkar.table.journal import Journal
from vulkar.table.keeper import InlineKeeper, PatientKeeper, ThreadKeeper
from vulkar.table.players import BotPlayer
from vulkar.table.table import Table

MAP = load("classic")
ROOT = Path(__file__).resolve().parents[2]


def table_at(path: Path) -> Table:
    opening: list[object] = []
    game = Game(MAP, "anniversary", ("red", "blue"), {}, opening.append)
    table = table_of(game, opening, path, window_s=0.0, seed=3)  # type: ignore[arg-type]
    make = lambda rng: bots.make("simple", rng)  # noqa: E731
    table.players = [BotPlayer(make, seat, 3) for seat in range(2)]
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


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The hash of the same game on a disk with room."""
    path = tmp_path_factory.mktemp("room") / "a.journal"
    table = table_at(path)
    run(table.play())
    return table.journal.sha256()


@pytest.mark.parametrize("full_at", [40_000, 170_000, 400_000])
def test_on_a_full_disk_the_game_waits_and_goes_on_where_it_was(
    tmp_path: Path, full_at: int, undisturbed: str
) -> None:
    path = tmp_path / "a.journal"
    told: list[str] = []
    table = table_at(path)

    async def paused(error: VulkarError) -> None:
        told.append(error.code)
        looked = Journal.read(path)  # what was answered before is there, the last answer is not
        assert looked.answers() == table.journal.answers()
        looked.close()
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))  # somebody made room

    table.keeper = PatientKeeper(InlineKeeper(), paused)
    with largest_file(full_at):
        run(table.play())
    assert told == ["journal.unwritable"]
    assert table.journal.sha256() == undisturbed


def test_a_host_that_ends_on_a_full_disk_has_lost_nothing_that_was_told(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    table = table_at(path)
    heard: list[int] = []
    table.watcher.event = lambda number, event, past: heard.append(number)  # type: ignore[method-assign]
    with largest_file(200_000), pytest.raises(VulkarError) as error:
        run(table.play())
    assert error.value.code == "journal.unwritable"
    assert max(heard) > 20
    kept = Journal.open(path)
    assert kept.answers()[-1].number >= max(heard)
    assert kept.sha256() == table.journal.sha256()


def test_other_errors_are_not_waited_out() -> None:
    async def paused(error: VulkarError) -> None:
        raise AssertionError(error)

    def broken() -> None:
        raise VulkarError("journal.broken", path="x", reason="y")

    async def main() -> None:
        keeper = PatientKeeper(ThreadKeeper(), paused)
        with pytest.raises(VulkarError):
            await keeper.run(broken)
        keeper.close()

    import asyncio

    asyncio.run(main())


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
