"""Files that the user names for output: refused before the work begins, not after it."""

from __future__ import annotations

from pathlib import Path

from vulkar.errors import VulkarError


def check_output(path: Path | None) -> None:
    """Raises ``VulkarError("file.unwritable")`` if ``path`` cannot be written; writes nothing."""
    if path is None:
        return
    existed = path.exists()
    try:
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc
