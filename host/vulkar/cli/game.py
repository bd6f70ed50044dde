"""The journal that ``vulkar play`` writes: a new one, or one to go on with."""

from __future__ import annotations

from pathlib import Path

from vulkar.cli.journals import GAMES
from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.table.games import ended
from vulkar.table.journal import Journal, Setup


def new_path(seed: int) -> Path:
    """The first free default path for a new game's journal."""
    path, count = GAMES / f"seed-{seed}.journal", 1
    while path.exists():
        count += 1
        path = GAMES / f"seed-{seed}-{count}.journal"
    return path


def refuse_finished(journal: Journal, island_map: IslandMap) -> None:
    """Raises ``VulkarError("journal.finished")`` if the journal's game has ended."""
    if ended(journal, island_map):
        raise VulkarError("journal.finished", path=journal.path)


def drop_if_empty(journal: Journal) -> None:
    """Closes a journal, and removes it if nothing was played: nothing is lost with it."""
    empty = not journal.answers()
    journal.close()
    if empty:
        remove(journal.path)


def remove(path: Path) -> None:
    """Removes a journal with SQLite's files beside it."""
    for part in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        part.unlink(missing_ok=True)


def open_journal(
    path: Path | None, new: bool, wanted: Setup, explicit: dict[str, object]
) -> Journal:
    """A new journal, or the unfinished one at ``path``.

    ``explicit`` are the parts of the setup that must agree with the file.
    """
    if path is None:
        return Journal.create(new_path(wanted.seed), wanted)
    if new and path.exists():
        Journal.open(path).close()  # only a journal is ever replaced
        remove(path)
    if not path.exists():
        return Journal.create(path, wanted)
    journal = Journal.open(path)
    for what, ours in explicit.items():
        theirs = getattr(journal.setup, what)
        if theirs != ours:
            journal.close()
            raise VulkarError("journal.differs", path=path, what=what, theirs=theirs, ours=ours)
    return journal
