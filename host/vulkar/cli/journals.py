"""Where games are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Final

GAMES: Final = Path(".vulkar") / "games"


def newest_journal(folder: Path = GAMES) -> Path | None:
    """The journal that was written last, or None."""
    found = list(folder.glob("*.journal"))
    return max(found, key=written_s, default=None)


def written_s(journal: Path) -> float:
    """When a journal, or its write-ahead log, was last written: seconds of the wall clock."""
    log = Path(f"{journal}-wal")
    return max(path.stat().st_mtime for path in (journal, log) if path.exists())
