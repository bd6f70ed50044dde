"""The seats of a table: whose each is, who comes and goes.

Every change is on disk before it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.service.sessions import Session, Sessions, new_secret, sha_of
from vulkar.service.store import Store
from vulkar.service.terms import OPEN, Terms

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS seat (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, key_sha TEXT,
    session INTEGER, PRIMARY KEY (game, seat)
) STRICT;
"""


@dataclass(slots=True)
class Seat:
    """One seat. ``gone``: nobody of its session listens; ``stand_in``: a bot plays meanwhile."""

    number: int
    pawn: str
    kind: str
    hand: str
    name: str
    key_sha: str | None = None
    session: Session | None = None
    gone: bool = False
    stand_in: bool = False

    @property
    def state(self) -> str:
        """open, claimed, gone or bot, as everybody sees it."""
        if self.kind != OPEN or self.stand_in:
            return "bot"
        if self.session is None:
            return "open"
        return "gone" if self.gone else "claimed"

    def to_json(self) -> dict[str, Any]:
        """As everybody may see it."""
        row = {"seat": self.number, "pawn": self.pawn, "kind": self.kind, "hand": self.hand}
        return row | {"name": self.name, "state": self.state, "stand_in": self.stand_in}


class Seats:
    """The seats of table number ``game``."""

    def __init__(self, store: Store, sessions: Sessions, game: int, terms: Terms) -> None:
        self._store = store
        self._sessions = sessions
        self._game = game
        rows = zip(terms.pawns, terms.kinds, terms.hands, terms.names, strict=True)
        self.all = [Seat(number, *row) for number, row in enumerate(rows)]

    def load(self) -> None:
        """Takes over what is on disk."""
        sql = "SELECT seat, name, key_sha, session FROM seat WHERE game = ?"
        for number, name, key_sha, session in self._store.read(sql, (self._game,)):
            seat = self.all[number]
            seat.name, seat.key_sha = name, key_sha
            self._give(seat, self._sessions.get(session) if session is not None else None)

    async def make(self, before: Seats | None = None) -> dict[int, str]:
        """Writes new seats down; returns the key of each open one, which nobody is told again.

        ``before``: the seats of the game before, whose people stay where they are, with their keys.
        """
        keys: dict[int, str] = {}
        for seat in self.all:
            old = before.all[seat.number] if before is not None else None
            if old is not None:
                seat.name, seat.key_sha = old.name, old.key_sha
                seat.session, seat.gone = old.session, old.gone
            elif seat.kind == OPEN:
                keys[seat.number] = new_secret()
                seat.key_sha = sha_of(keys[seat.number])
        await self._store.write(*(self._row(seat) for seat in self.all))
        return keys

    def of_key(self, key: str) -> Seat:
        """The seat that a key opens. Raises ``VulkarError("seat.key")``."""
        sha = sha_of(key)
        for seat in self.all:
            if seat.key_sha == sha:
                return seat
        raise VulkarError("seat.key")

    async def claim(self, seat: Seat, session: Session, name: str) -> None:
        """Gives a seat that is free to a session. Raises ``VulkarError("seat.taken")``."""
        if seat.session not in (None, session):
            raise VulkarError("seat.taken", seat=seat.number + 1)
        name = name or seat.name
        await self._store.write(self._row(seat, name=name, session=session))
        seat.name = name
        self._give(seat, session)

    async def free(self, seat: Seat, new_key: bool) -> str | None:
        """Nobody's from now on. With a new key the old link is void; returns the new one."""
        key = new_secret() if new_key else None
        key_sha = sha_of(key) if key is not None else seat.key_sha
        await self._store.write(self._row(seat, session=None, key_sha=key_sha))
        seat.key_sha = key_sha
        self._give(seat, None)
        return key

    async def swap(self, one: Seat, other: Seat) -> None:
        """Whoever sits on one sits on the other; names and links go with them."""
        a = (one.name, one.key_sha, one.session, one.gone)
        b = (other.name, other.key_sha, other.session, other.gone)
        await self._store.write(
            self._row(one, name=b[0], key_sha=b[1], session=b[2]),
            self._row(other, name=a[0], key_sha=a[1], session=a[2]),
        )
        self._give(one, None)
        self._give(other, None)
        for seat, (name, key_sha, session, gone) in ((one, b), (other, a)):
            self._give(seat, session)
            seat.name, seat.key_sha, seat.gone = name, key_sha, gone

    async def rename(self, seat: Seat, name: str) -> None:
        """Another name for a seat."""
        await self._store.write(self._row(seat, name=name))
        seat.name = name

    def let_go(self) -> None:
        """The table is no more: its sessions hold no seat of it."""
        for seat in self.all:
            if seat.session is not None:
                seat.session.seats.discard(seat.number)
                seat.session.shown = None

    def _give(self, seat: Seat, session: Session | None) -> None:
        if seat.session is not None:
            seat.session.seats.discard(seat.number)
            if seat.session.shown == seat.number:
                seat.session.shown = min(seat.session.seats, default=None)
        seat.session, seat.gone, seat.stand_in = session, False, False
        if session is not None:
            session.seats.add(seat.number)
            if session.shown is None:
                session.shown = seat.number

    def _row(self, seat: Seat, **changes: Any) -> tuple[str, tuple[Any, ...]]:
        now = {"name": seat.name, "key_sha": seat.key_sha, "session": seat.session} | changes
        session = now["session"].id if now["session"] is not None else None
        values = (self._game, seat.number, now["name"], now["key_sha"], session)
        return "INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?, ?)", values


def names_at(store: Store, game: int) -> list[str]:
    """What the seats of a game of this house are called, or were at its end."""
    rows = store.read("SELECT name FROM seat WHERE game = ? ORDER BY seat", (game,))
    return [name for (name,) in rows]
