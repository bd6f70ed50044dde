"""The tables of a journal file, and the steps that bring an older file to them.

``STEPS[n]`` leads from schema n to n + 1; each statement runs inside one transaction.
"""

from __future__ import annotations

from typing import Final

SCHEMA_VERSION: Final = 2

_AMENDMENT: Final = """CREATE TABLE amendment (
    id INTEGER PRIMARY KEY, number INTEGER NOT NULL, t_us INTEGER NOT NULL, note TEXT NOT NULL,
    before TEXT NOT NULL
) STRICT"""

TABLES: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """CREATE TABLE answer (
    number INTEGER PRIMARY KEY, asker INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
    t_us INTEGER NOT NULL, events_sha TEXT NOT NULL, said TEXT
) STRICT""",
    """CREATE TABLE roll (
    release_id INTEGER PRIMARY KEY, number INTEGER NOT NULL, roll_order TEXT NOT NULL,
    t_us INTEGER NOT NULL, report TEXT, done_us INTEGER
) STRICT""",
    _AMENDMENT,
)

STEPS: Final[dict[int, tuple[str, ...]]] = {
    1: ("ALTER TABLE answer ADD COLUMN said TEXT", _AMENDMENT),
}
