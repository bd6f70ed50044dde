"""A game on disk: its setup, its answers and its rolls, in one SQLite file.

Written before the world is moved (WAL, synchronous FULL), so that whatever the moment of a power
cut the game goes on in the same turn. The canonical hash covers what happened and when in the
board's own time, never paths, versions, wall time or which controller it was.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from vulkar.errors import VulkarError

SCHEMA_VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE answer (
    number INTEGER PRIMARY KEY, asker INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
    t_us INTEGER NOT NULL, events_sha TEXT NOT NULL
) STRICT;
CREATE TABLE roll (
    release_id INTEGER PRIMARY KEY, number INTEGER NOT NULL, roll_order TEXT NOT NULL,
    t_us INTEGER NOT NULL, report TEXT, done_us INTEGER
) STRICT;
"""


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a game is before its first answer."""

    ruleset: str
    preset: str
    map_id: str
    map_sha: str
    board_id: str
    seed: int
    seats: tuple[str, ...]  # player kinds in seat order
    pawns: tuple[str, ...]  # pawn of each seat
    options: dict[str, object]

    def to_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Self:
        fields = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**fields)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One answer; ``events_sha`` chains the events of the game up to and including this answer."""

    number: int
    asker: int
    kind: str
    value: object
    t_us: int
    events_sha: str


@dataclass(frozen=True, slots=True)
class RollRow:
    """One ordered roll; ``report`` is None as long as its outcome is not known."""

    release_id: int
    number: int
    order: dict[str, object]
    t_us: int
    report: dict[str, object] | None
    done_us: int | None


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of an ordered roll."""

    release_id: int
    report: dict[str, object]
    done_us: int


class Journal:
    """One open journal file. Not for two threads at the same time."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, setup: Setup, epoch: int
    ) -> None:
        self.path = path
        self.setup = setup
        self.epoch = epoch  # names this game to controllers, which remember releases by it
        self._db = connection

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Self:
        """Makes a new file. Raises ``VulkarError`` if the path exists or cannot be written."""
        if path.exists():
            raise VulkarError("journal.exists", path=path)
        epoch = secrets.randbits(32)  # not of the seed: two games of one seed are two games
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            db = _connect(path)
            db.executescript(_SCHEMA)
            with db:
                db.executemany(
                    "INSERT INTO meta VALUES (?, ?)",
                    [
                        ("version", canonical(SCHEMA_VERSION)),
                        ("setup", canonical(setup.to_json())),
                        ("epoch", canonical(epoch)),
                    ],
                )
        except (OSError, sqlite3.Error) as exc:
            raise VulkarError("journal.unwritable", path=path, reason=exc) from exc
        return cls(path, db, setup, epoch)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens an existing file. Raises ``VulkarError`` if it is missing or not sound."""
        if not path.is_file():
            raise VulkarError("journal.missing", path=path)
        try:
            # SQLite would make a database of an empty file: look before it touches anything.
            if path.read_bytes()[:16] != b"SQLite format 3\x00":
                raise VulkarError("journal.broken", path=path, reason="not an SQLite file")
            db = _connect(path)
            problem = db.execute("PRAGMA quick_check").fetchone()[0]
            if problem != "ok":
                raise VulkarError("journal.broken", path=path, reason=problem)
            meta = {k: json.loads(v) for k, v in db.execute("SELECT key, value FROM meta")}
            if meta["version"] != SCHEMA_VERSION:
                raise VulkarError("journal.version", path=path, version=meta["version"])
            setup = Setup.from_json(meta["setup"])
            db.execute("SELECT count(*) FROM answer, roll").fetchone()
        except (OSError, sqlite3.Error, KeyError, TypeError, ValueError) as exc:
            raise VulkarError("journal.broken", path=path, reason=exc) from exc
        return cls(path, db, setup, int(meta["epoch"]))

    def answers(self) -> list[AnswerRow]:
        return [
            AnswerRow(number, asker, kind, self._load(value), t_us, sha)
            for number, asker, kind, value, t_us, sha in self._db.execute(
                "SELECT number, asker, kind, value, t_us, events_sha FROM answer ORDER BY number"
            )
        ]

    def rolls(self) -> list[RollRow]:
        return [
            RollRow(rid, number, self._load(order), t_us, report and self._load(report), done)  # type: ignore[arg-type]
            for rid, number, order, t_us, report, done in self._db.execute(
                "SELECT release_id, number, roll_order, t_us, report, done_us"
                " FROM roll ORDER BY release_id"
            )
        ]

    def pending_roll(self) -> RollRow | None:
        """The roll whose marble may have been let go without anybody knowing the outcome."""
        return next((row for row in self.rolls() if row.report is None), None)

    def add_answer(self, row: AnswerRow, settled: Settled | None = None) -> None:
        """Writes an answer, and with it, as one, the outcome of the roll that gave it."""
        with self._writing():
            self._db.execute(
                "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)",
                (row.number, row.asker, row.kind, canonical(row.value), row.t_us, row.events_sha),
            )
            if settled is not None:
                self._db.execute(
                    "UPDATE roll SET report = ?, done_us = ? WHERE release_id = ?",
                    (canonical(settled.report), settled.done_us, settled.release_id),
                )

    def add_roll(self, row: RollRow) -> None:
        """Writes an order before it is carried out."""
        with self._writing():
            self._db.execute(
                "INSERT INTO roll VALUES (?, ?, ?, ?, NULL, NULL)",
                (row.release_id, row.number, canonical(row.order), row.t_us),
            )

    def sha256(self) -> str:
        """The canonical hash of everything that happened."""
        digest = hashlib.sha256()
        for line in self._lines():
            digest.update(line.encode() + b"\n")
        return digest.hexdigest()

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction. A full disk or a second program on the file is one clear error."""
        try:
            with self._db:
                yield
        except sqlite3.Error as exc:
            raise VulkarError("journal.unwritable", path=self.path, reason=exc) from exc

    def _lines(self) -> Iterator[str]:
        yield canonical(self.setup.to_json())
        for answer in self.answers():
            yield canonical([answer.number, answer.asker, answer.kind, answer.value, answer.t_us])
        for roll in self.rolls():
            order = {key: value for key, value in roll.order.items() if key != "memory"}
            yield canonical(
                [roll.release_id, roll.number, order, roll.t_us, roll.report, roll.done_us]
            )

    def _load(self, text: str) -> object:
        try:
            return json.loads(text)
        except ValueError as exc:
            raise VulkarError("journal.broken", path=self.path, reason=exc) from exc


def _connect(path: Path) -> sqlite3.Connection:
    # The table hands the connection to one thread that it awaits, never to two at once.
    db = sqlite3.connect(path, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db
