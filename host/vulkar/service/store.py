"""What the house keeps on disk beside the journals: ``house.sqlite``.

Read when the house opens, held in memory from then on; every change is written (WAL, synchronous
FULL) before it counts. Each module that keeps something has its own tables; see ``house.py``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

from vulkar.errors import VulkarError
from vulkar.table.keeper import Keeper

VERSION: Final = 1
META: Final = "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;"


class Store:
    """One open file, for this user's eyes only."""

    def __init__(self, path: Path, db: sqlite3.Connection, keeper: Keeper) -> None:
        self._path = path
        self._db = db
        self._keeper = keeper

    @classmethod
    def open(cls, path: Path, keeper: Keeper, schemas: Sequence[str]) -> Self:
        """Opens or makes the file; ``schemas`` make each table that is not there yet.

        Raises ``VulkarError`` (house.unwritable, house.broken, house.version).
        """
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite's own files follow it
        except OSError as exc:
            raise VulkarError("house.unwritable", path=path, reason=exc.strerror) from exc
        try:
            db = sqlite3.connect(path, check_same_thread=False)
            problem = db.execute("PRAGMA quick_check").fetchone()[0]
            if problem != "ok":
                raise VulkarError("house.broken", path=path, reason=problem)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.executescript("\n".join((META, *schemas)))
            with db:
                db.execute("INSERT OR IGNORE INTO meta VALUES ('version', ?)", (str(VERSION),))
            (version,) = db.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
        except sqlite3.DatabaseError as exc:
            if isinstance(exc, sqlite3.OperationalError):
                raise VulkarError("house.unwritable", path=path, reason=exc) from exc
            raise VulkarError("house.broken", path=path, reason=exc) from exc
        if version != str(VERSION):
            raise VulkarError("house.version", path=path, version=version)
        return cls(path, db, keeper)

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as exc:
            raise VulkarError("house.broken", path=self._path, reason=exc) from exc

    async def write(self, *statements: tuple[str, Sequence[Any]]) -> None:
        """Does all of them or none. Raises ``VulkarError("house.unwritable")``."""

        def work() -> None:
            with self._db:
                for sql, values in statements:
                    self._db.execute(sql, values)

        try:
            await self._keeper.run(work)
        except sqlite3.Error as exc:
            raise VulkarError("house.unwritable", path=self._path, reason=exc) from exc

    def close(self) -> None:
        """Lets go of the file."""
        self._db.close()
