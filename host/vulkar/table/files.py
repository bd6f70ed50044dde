"""Journal files on disk: found sound, opened to write or to look, copied while a game runs.

Everything SQLite can complain of becomes one of two errors: the place does not let us write, and
nothing is wrong with the file (``journal.unwritable``), or it is damaged (``journal.broken``).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError

MAGIC: Final = b"SQLite format 3\x00"
SIDES: Final = ("-wal", "-shm")  # SQLite's files beside a database
_PLACE: Final = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM,
})  # fmt: skip


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turns what SQLite or the system says inside it into ``VulkarError``."""
    try:
        yield
    except sqlite3.Error as exc:
        code = getattr(exc, "sqlite_errorcode", None)  # None: not from SQLite itself
        if code is not None and code & 0xFF in _PLACE:
            raise VulkarError("journal.unwritable", path=path, reason=exc) from exc
        raise VulkarError("journal.broken", path=path, reason=exc) from exc
    except OSError as exc:
        raise VulkarError("journal.unwritable", path=path, reason=exc.strerror or exc) from exc


def check_header(path: Path) -> None:
    """Raises ``VulkarError`` if there is no database at ``path``; touches nothing.

    SQLite would make a database of an empty file.
    """
    if not path.is_file():
        raise VulkarError("journal.missing", path=path)
    with told(path), path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start != MAGIC:
        raise VulkarError("journal.broken", path=path, reason="not an SQLite file")


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes: what is committed survives a power cut."""
    # The table hands the connection to one thread that it awaits, never to two at once.
    db = sqlite3.connect(path, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except BaseException:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes no row, also beside a running game or in a read-only folder.

    Where it may, it opens the file as a writer does: a reader leaves SQLite's files beside it.
    """
    uri = path.absolute().as_uri()
    db = sqlite3.connect(f"{uri}?mode=rw", uri=True)
    try:
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        db.close()
        if Path(f"{path}-wal").exists():
            raise  # its newest rows lie there: without them the game would be an older one
        db = sqlite3.connect(f"{uri}?immutable=1", uri=True)
    return db


def copy(db: sqlite3.Connection, to: Path) -> None:
    """Copies an open database, as it stands at one moment, to ``to``, which must not exist.

    Written beside its place, made safe on disk, then renamed: there is a whole copy or none.
    """
    if to.exists():
        raise VulkarError("file.exists", path=to)
    draft = to.with_name(f".{to.name}.{os.getpid()}.draft")
    try:
        with told(to):
            draft.unlink(missing_ok=True)
            with closing(sqlite3.connect(draft)) as copied:
                db.backup(copied)
            _sync(draft)
            draft.rename(to)
            _sync(to.parent)
    finally:
        for part in (draft, *(Path(f"{draft}{side}") for side in SIDES)):
            part.unlink(missing_ok=True)


def free_name(path: Path) -> Path:
    """``path``, or the first of ``path-2``, ``path-3``, ... that does not exist yet."""
    found, count = path, 1
    while found.exists():
        count += 1
        found = path.with_name(f"{path.name}-{count}")
    return found


def _sync(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
