"""Who is at the far end: sessions, known by a credential of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from vulkar.errors import VulkarError
from vulkar.service.store import Store

SECRET_BYTES: Final = 24  # 192 random bits: nobody guesses one, no list of hashes gives one back
MOST_SPECTATORS: Final = 256  # sessions that only look on; the oldest idle one makes room
MOST_SESSIONS: Final = 64  # sessions that are kept on disk: seats and marshals
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS session (
    id INTEGER PRIMARY KEY, sha TEXT NOT NULL UNIQUE, marshal INTEGER NOT NULL, opened REAL NOT NULL
) STRICT;
"""


def new_secret() -> str:
    """A credential or a key, fit for a URL."""
    return secrets.token_urlsafe(SECRET_BYTES)


def sha_of(secret: str) -> str:
    """What is kept of a secret. A random one of so many bits needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True, eq=False)
class Session:
    """One device. ``kept``: it is on disk; who only looks on is forgotten with the process."""

    id: int
    sha: str
    marshal: bool = False
    kept: bool = False
    seats: set[int] = field(default_factory=set)  # that it holds at the table of now
    shown: int | None = None  # which of several the device shows
    listening: int = 0  # its open subscriptions


class Sessions:
    """All sessions by their credential. ``on_revoked`` closes what a revoked one has open."""

    def __init__(self, store: Store, wall_s: Callable[[], float]) -> None:
        self.on_revoked: Callable[[Session], None] = lambda session: None
        self._store = store
        self._wall_s = wall_s
        self._by_sha: dict[str, Session] = {}
        self._by_id: dict[int, Session] = {}
        for number, sha, marshal in store.read("SELECT id, sha, marshal FROM session"):
            self._add(Session(number, sha, bool(marshal), kept=True))
        self._last = max(self._by_id, default=0)

    def find(self, credential: str | None) -> Session | None:
        """Its session; None without a credential. Raises ``VulkarError("session.unknown")``."""
        if credential is None:
            return None
        session = self._by_sha.get(sha_of(credential))
        if session is None:
            raise VulkarError("session.unknown")
        return session

    def check(self, session: Session) -> None:
        """Raises ``VulkarError("session.unknown")`` once it has been revoked."""
        if self._by_id.get(session.id) is not session:
            raise VulkarError("session.unknown")

    def get(self, number: int) -> Session | None:
        """A session by its number, as seats name it."""
        return self._by_id.get(number)

    def all(self) -> list[Session]:
        """Every session, in the order in which they were opened."""
        return list(self._by_id.values())

    async def open(self, marshal: bool = False, kept: bool = False) -> tuple[Session, str]:
        """A new session and its credential, which nobody is told again."""
        if not (kept or marshal):
            self._make_room()
        self._last += 1
        credential = new_secret()
        session = Session(self._last, sha_of(credential))
        self._add(session)
        if kept or marshal:
            try:
                await self.keep(session, marshal)
            except VulkarError:
                self._drop(session)
                raise
        return session, credential

    async def keep(self, session: Session, marshal: bool | None = None) -> None:
        """Writes a session down, and whether it is a marshal's; None leaves that."""
        if not session.kept:
            await self._make_room_on_disk()
        wanted = session.marshal if marshal is None else marshal
        row = (session.id, session.sha, int(wanted), self._wall_s())
        sql = (
            "INSERT INTO session VALUES (?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET marshal = excluded.marshal"
        )
        await self._store.write((sql, row))
        session.kept, session.marshal = True, wanted

    async def revoke(self, *sessions: Session) -> None:
        """From now on these are strangers; what they have open is closed first of all."""
        for session in sessions:
            self._drop(session)
            self.on_revoked(session)
        gone = [("DELETE FROM session WHERE id = ?", (s.id,)) for s in sessions if s.kept]
        if gone:
            await self._store.write(*gone)

    def _make_room(self) -> None:
        alike = [s for s in self._by_id.values() if not s.kept]
        if len(alike) >= MOST_SPECTATORS:
            idle = next((s for s in alike if not s.listening), None)
            if idle is None:
                raise VulkarError("session.many", most=MOST_SPECTATORS)
            self._drop(idle)

    async def _make_room_on_disk(self) -> None:
        """Whoever holds no seat and does not listen goes first, a marshal last."""
        kept = [s for s in self._by_id.values() if s.kept]
        if len(kept) >= MOST_SESSIONS:
            idle = [s for s in kept if not s.seats and not s.listening]
            if not idle:
                raise VulkarError("session.many", most=MOST_SESSIONS)
            await self.revoke(min(idle, key=lambda s: (s.marshal, s.id)))

    def _add(self, session: Session) -> None:
        self._by_sha[session.sha] = session
        self._by_id[session.id] = session

    def _drop(self, session: Session) -> None:
        self._by_sha.pop(session.sha, None)
        self._by_id.pop(session.id, None)
