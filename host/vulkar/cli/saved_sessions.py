"""Sessions of this user at tables: a file that nobody else may read, found by a key's hash."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from vulkar.errors import VulkarError


@dataclass(frozen=True)
class SavedSessions:
    """The file; it is made when a session is first put into it."""

    path: Path

    @classmethod
    def here(cls) -> Self:
        """This user's: ``vulkar/sessions.json`` where such files belong (XDG_STATE_HOME)."""
        state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
        return cls(Path(state).expanduser() / "vulkar" / "sessions.json")

    def get(self, url: str, key: str) -> str | None:
        """The credential of an earlier session with this key, None if there is none."""
        found = self._all().get(_name(url, key))
        return found if isinstance(found, str) else None

    def put(self, url: str, key: str, credential: str) -> None:
        """Keeps a session. Raises ``VulkarError("file.unwritable")``."""
        sessions = self._all() | {_name(url, key): credential}
        new = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            new.unlink(missing_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(sessions, file)
            new.replace(self.path)
        except OSError as exc:
            reason = exc.strerror or str(exc)
            raise VulkarError("file.unwritable", path=self.path, reason=reason) from exc

    def _all(self) -> dict[str, object]:
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}  # none yet, or broken: seats are claimed anew
        return found if isinstance(found, dict) else {}


def _name(url: str, key: str) -> str:
    return hashlib.sha256(f"{url.rstrip('/')}\n{key}".encode()).hexdigest()
