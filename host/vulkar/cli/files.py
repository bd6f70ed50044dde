"""Files that the user names for output: refused before the work begins, not after it."""

from __future__ import annotations

import tempfile
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


class LinkedPort:
    """A symbolic link to a port, at ``wanted`` or in a folder of its own; gone with the context."""

    def __init__(self, wanted: Path | None, target: str) -> None:
        self._folder = None if wanted else tempfile.TemporaryDirectory(prefix="vulkar-")
        self._path = wanted or Path(self._folder.name if self._folder else "") / "board"
        self._target = target

    def __enter__(self) -> Path:
        _link(self._path, self._target)
        return self._path

    def __exit__(self, *_: object) -> None:
        if self._path.is_symlink():
            self._path.unlink()
        if self._folder:
            self._folder.cleanup()


def _link(path: Path, target: str) -> None:
    """Points a symbolic link at the port; an older link is replaced, nothing else ever is."""
    if path.exists() and not path.is_symlink():
        raise VulkarError("file.exists", path=path)
    try:
        path.unlink(missing_ok=True)
        path.symlink_to(target)
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc


def make_folder(path: Path) -> None:
    """Makes a folder unless it is there. Raises ``VulkarError("file.unwritable")``."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc
