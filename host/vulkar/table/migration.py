"""Brings a journal of an earlier schema to the present one; a copy of the old one stays beside it.

All steps are one transaction: whatever stops the process, the file is the old one or the new one.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from vulkar.errors import VulkarError
from vulkar.table import files
from vulkar.table.records import canonical
from vulkar.table.schema import SCHEMA_VERSION, STEPS


def check_version(path: Path, version: object) -> int:
    """``version`` if this Vulkar knows how to read it, else ``VulkarError("journal.version")``."""
    if not isinstance(version, int) or not min(STEPS) <= version <= SCHEMA_VERSION:
        raise VulkarError("journal.version", path=path, version=version)
    return version


def backup_name(path: Path, version: int) -> Path:
    """Where the copy of a journal is kept that had schema ``version``."""
    return files.free_name(path.with_name(f"{path.name}.schema-{version}.backup"))


def migrate(path: Path, db: sqlite3.Connection, version: int) -> None:
    """Migrates an open database from schema ``version``. Nothing to do: nothing is copied."""
    if version == SCHEMA_VERSION:
        return
    files.copy(db, backup_name(path, version))
    with files.told(path), db:
        db.execute("BEGIN IMMEDIATE")
        for schema in range(version, SCHEMA_VERSION):
            for statement in STEPS[schema]:
                db.execute(statement)
        db.execute("UPDATE meta SET value = ? WHERE key = 'version'", (canonical(SCHEMA_VERSION),))
