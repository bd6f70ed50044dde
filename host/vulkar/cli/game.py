"""What play and replay share: the map, the game and the journal that a setup names."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, replace
from pathlib import Path

from vulkar.cli.journals import GAMES
from vulkar.errors import VulkarError
from vulkar.maps import IslandMap, load
from vulkar.rules import Event
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.table.journal import Journal, Setup, canonical
from vulkar.table.replaying import replay


def load_map(setup: Setup) -> IslandMap:
    """The map that a game was set up with. Raises ``VulkarError`` if it has changed since."""
    island_map = load(setup.map_id)
    sha = map_sha(island_map)
    if sha != setup.map_sha:
        raise VulkarError(
            "journal.differs",
            path="this journal",
            what="map",
            theirs=setup.map_sha[:12],
            ours=sha[:12],
        )
    return island_map


def map_sha(island_map: IslandMap) -> str:
    """The SHA-256 of all that a map says, however its file is laid out."""
    bare = asdict(replace(island_map))  # a copy, without what others have made of this map
    said = {key: value for key, value in bare.items() if not key.startswith("_")}
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def build_game(island_map: IslandMap, setup: Setup) -> tuple[Game, list[Event]]:
    """The game before its first answer, and what happened while it was set up."""
    opening: list[Event] = []
    game = Game(island_map, setup.preset, setup.pawns, setup.options, opening.append)
    return game, opening


def new_path(seed: int) -> Path:
    """The first free default path for a new game's journal."""
    path, count = GAMES / f"seed-{seed}.journal", 1
    while path.exists():
        count += 1
        path = GAMES / f"seed-{seed}-{count}.journal"
    return path


def ended(journal: Journal, island_map: IslandMap) -> bool:
    """Whether the journal's game has a winner. Raises ``VulkarError`` if it cannot be replayed."""
    game, opening = build_game(island_map, journal.setup)
    replay(game, opening, journal, Chance(journal.setup.seed), lambda number, events: None)
    return game.result is not None


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
