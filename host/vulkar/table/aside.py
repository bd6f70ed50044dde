"""A journal that cannot be read is set aside, when somebody asks for it; nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

from vulkar.errors import VulkarError
from vulkar.table import files
from vulkar.table.journal import Journal


def set_aside(path: Path, stamp: str) -> Path:
    """Renames a broken journal, SQLite's files beside it included, and returns its new path.

    ``stamp``: the date in its new name. Raises ``VulkarError``: ``journal.sound`` if the file can
    be read after all, which is then not touched, ``journal.missing``, ``journal.unwritable``.
    """
    try:
        journal = Journal.read(path)
        try:
            journal.answers()
            journal.rolls()
        finally:
            journal.close()
    except VulkarError as error:
        if error.code != "journal.broken":
            raise
    else:
        raise VulkarError("journal.sound", path=path)
    to = files.free_name(path.with_name(f"{path.name}.broken-{stamp}"))
    with files.told(path):
        for side in files.SIDES:  # first: a new database here must not find an old log
            part = Path(f"{path}{side}")
            if part.exists():
                part.rename(f"{to}{side}")
        path.rename(to)
    return to
