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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from vulkar.errors import VulkarError
from vulkar.table import files
from vulkar.table.migration import check_version, migrate
from vulkar.table.records import (
    Amendment,
    AnswerRow,
    HeldRoll,
    RollRow,
    Said,
    Settled,
    Setup,
    canonical,
)
from vulkar.table.schema import SCHEMA_VERSION, TABLES

__all__ = [
    "Amendment",
    "AnswerRow",
    "HeldRoll",
    "Journal",
    "RollRow",
    "Said",
    "Settled",
    "Setup",
    "canonical",
]


class Journal:
    """One open journal file. Not for two threads at the same time."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        setup: Setup,
        epoch: int,
        version: int = SCHEMA_VERSION,
    ) -> None:
        self.path = path
        self.setup = setup
        self.epoch = epoch  # names this game to controllers, which remember releases by it
        self._db = connection
        self._version = version  # an older one only where the file was opened to look

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Self:
        """Makes a new file. Raises ``VulkarError`` if the path exists or cannot be written."""
        if path.exists():
            raise VulkarError("journal.exists", path=path)
        epoch = secrets.randbits(32)  # not of the seed: two games of one seed are two games
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            db = files.connect(path)
            with db:
                db.execute("BEGIN")
                for statement in TABLES:
                    db.execute(statement)
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
        """Opens an existing file to go on with its game; an older schema is migrated first.

        Raises ``VulkarError`` if it is missing, not sound, of a newer schema or not writable.
        """
        files.check_header(path)
        with files.told(path):
            db = files.connect(path)
        try:
            version = _check(path, db)
            migrate(path, db, version)
            return cls._of(path, db, SCHEMA_VERSION)
        except BaseException:
            db.close()
            raise

    @classmethod
    def read(cls, path: Path) -> Self:
        """Opens an existing file only to look; nothing is migrated, and a game in it may go on.

        Raises ``VulkarError`` if it is missing, not sound or of a newer schema.
        """
        files.check_header(path)
        with files.told(path):
            db = files.connect_to_read(path)
        try:
            return cls._of(path, db, _check(path, db))
        except BaseException:
            db.close()
            raise

    @classmethod
    def _of(cls, path: Path, db: sqlite3.Connection, version: int) -> Self:
        with _sound(path):
            meta = dict(db.execute("SELECT key, value FROM meta"))
            setup = Setup.from_json(json.loads(meta["setup"]))
            return cls(path, db, setup, int(meta["epoch"]), version)

    def answers(self) -> list[AnswerRow]:
        column = "said" if self._version >= 2 else "NULL"
        return [
            AnswerRow(number, asker, kind, self._load(value), t_us, sha, self._said(said))
            for number, asker, kind, value, t_us, sha, said in self._db.execute(
                f"SELECT number, asker, kind, value, t_us, events_sha, {column}"
                " FROM answer ORDER BY number"
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

    def held_roll(self) -> HeldRoll | None:
        """The roll whose outcome is known, and that the rules have not heard of."""
        for row in self.rolls():
            if row.report is not None and row.done_us is None:
                facts = row.report.pop("held")
                assert isinstance(facts, list)
                return HeldRoll(row.release_id, row.report, facts)
        return None

    def hold_roll(self, held: HeldRoll) -> None:
        """Writes an outcome that may still be corrected; written again, the facts are others."""
        with self._writing():
            self._report(Settled(held.release_id, {**held.report, "held": held.facts}, None))

    def void_roll(self, settled: Settled) -> None:
        """Writes the outcome of a roll that does not count: its question is asked anew."""
        with self._writing():
            self._report(settled)

    def add_answer(self, row: AnswerRow, settled: Settled | None = None) -> None:
        """Writes an answer, and with it, as one, the outcome of the roll that gave it."""
        with self._writing():
            self._insert([row])
            if settled is not None:
                self._report(settled)

    def add_roll(self, row: RollRow) -> None:
        """Writes an order before it is carried out."""
        with self._writing():
            self._db.execute(
                "INSERT INTO roll VALUES (?, ?, ?, ?, NULL, NULL)",
                (row.release_id, row.number, canonical(row.order), row.t_us),
            )

    def amendments(self) -> list[Amendment]:
        """Every later change of an answer, oldest first."""
        if self._version < 2:
            return []
        return [
            Amendment(row_id, number, t_us, self._load(note), self._load(before))  # type: ignore[arg-type]
            for row_id, number, t_us, note, before in self._db.execute(
                "SELECT id, number, t_us, note, before FROM amendment ORDER BY id"
            )
        ]

    def amend(
        self, number: int, rows: Sequence[AnswerRow], t_us: int, note: dict[str, object]
    ) -> None:
        """Replaces every answer from question ``number`` on by ``rows``, as one.

        The answers that stood there are kept in the amendment. Rolls stay: their marbles rolled.
        """
        with self._writing():
            before = [
                [row.number, row.asker, row.kind, row.value, row.t_us, row.events_sha]
                for row in self.answers()
                if row.number >= number
            ]
            self._db.execute("DELETE FROM answer WHERE number >= ?", (number,))
            self._insert(rows)
            self._db.execute(
                "INSERT INTO amendment (number, t_us, note, before) VALUES (?, ?, ?, ?)",
                (number, t_us, canonical(note), canonical(before)),
            )

    def copy(self, to: Path) -> None:
        """A whole copy of the journal as it stands now, in a file of its own."""
        files.copy(self._db, to)

    def sha256(self) -> str:
        """The canonical hash of everything that happened."""
        digest = hashlib.sha256()
        for line in self._lines():
            digest.update(line.encode() + b"\n")
        return digest.hexdigest()

    def close(self) -> None:
        self._db.close()

    def _report(self, settled: Settled) -> None:
        self._db.execute(
            "UPDATE roll SET report = ?, done_us = ? WHERE release_id = ?",
            (canonical(settled.report), settled.done_us, settled.release_id),
        )

    def _insert(self, rows: Sequence[AnswerRow]) -> None:
        self._db.executemany(
            "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    row.number, row.asker, row.kind, canonical(row.value), row.t_us,
                    row.events_sha, row.said and canonical([row.said.id, row.said.question]),
                )
                for row in rows
            ],
        )  # fmt: skip

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

    def _said(self, text: str | None) -> Said | None:
        if text is None:
            return None
        with _sound(self.path):
            said_id, question = json.loads(text)
            return Said(said_id, question)

    def _load(self, text: str) -> object:
        with _sound(self.path):
            return json.loads(text)


def _check(path: Path, db: sqlite3.Connection) -> int:
    """The schema of a database that SQLite finds sound. Raises ``VulkarError``."""
    with _sound(path):
        problem = db.execute("PRAGMA quick_check").fetchone()[0]
        if problem != "ok":
            raise ValueError(problem)
        found = db.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
        version = check_version(path, json.loads(found[0]))
        db.execute("SELECT count(*) FROM answer, roll").fetchone()
        return version


@contextmanager
def _sound(path: Path) -> Iterator[None]:
    """What does not have the form of a journal is ``VulkarError("journal.broken")``."""
    try:
        with files.told(path):
            yield
    except (KeyError, TypeError, ValueError) as exc:
        raise VulkarError("journal.broken", path=path, reason=exc) from exc
