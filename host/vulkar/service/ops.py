"""What an operation is: a name, the least role that may ask for it, and a handler.

Each module of operations has a table ``OPS``; ``house.py`` joins them. Roles are checked before a
handler runs, from the credential alone; what else an operation needs, its handler asks of the call.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vulkar.errors import VulkarError
from vulkar.service.args import Args
from vulkar.service.messages import Client

if TYPE_CHECKING:
    from vulkar.service.channel import Channel
    from vulkar.service.house import House
    from vulkar.service.sessions import Session


PLAYS: Final = frozenset({"answer", "intend", "fire"})


class Role(StrEnum):
    """The least that a caller must be."""

    NOBODY = "nobody"  # no credential needed; a wrong one is refused all the same
    SPECTATOR = "spectator"  # any session
    SEAT = "seat"  # a session that holds the seat that the argument ``seat`` names
    MARSHAL = "marshal"


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way to its handler; whoever asks has been looked up."""

    house: House
    op: str
    args: Args
    client: Client
    session: Session | None
    channel: Channel | None  # where subscriptions push; None: the caller cannot hear
    number: int  # the request's id

    @property
    def who(self) -> Session:
        """The caller's session. Raises ``VulkarError("session.none")``."""
        if self.session is None:
            raise VulkarError("session.none", op=self.op)
        return self.session

    def seat(self) -> int:
        """The seat that the call is for. Raises ``VulkarError("seat.other")`` if it is not held,
        "session.watching" where somebody who holds none would play."""
        seat = self.args.whole("seat", 0, 3)
        if self.op in PLAYS and not self.who.seats:
            raise VulkarError("session.watching")
        if seat not in self.who.seats:
            raise VulkarError("seat.other", seat=seat + 1)
        return seat

    def must_be(self, *roles: Role) -> None:
        """Raises ``VulkarError("session.role")`` unless the caller is one of ``roles``.

        ``Role.SEAT`` is here whoever holds any seat.
        """
        who = self.who
        is_a = {Role.SEAT: bool(who.seats), Role.MARSHAL: who.marshal}
        if not any(is_a.get(role, True) for role in roles):
            raise VulkarError("session.role", op=self.op, role=" or ".join(roles))

    def must_be_local(self) -> None:
        """Raises ``VulkarError("session.local")`` for a caller from outside the local network."""
        if not self.client.local:
            raise VulkarError("session.local", op=self.op)

    def must_be_local_or_marshal(self) -> None:
        """Raises ``VulkarError("session.away")`` for anybody else from outside."""
        if not self.client.local and not self.who.marshal:
            raise VulkarError("session.away", op=self.op)

    def check(self, role: Role) -> None:
        """Raises ``VulkarError`` (session.*, seat.other) unless the caller has ``role``."""
        if role is Role.SEAT:
            self.seat()
        elif role is not Role.NOBODY:
            self.must_be(role)


Handler: TypeAlias = Callable[[Call], Awaitable[dict[str, Any]]]
Ops: TypeAlias = Mapping[str, tuple[Role, Handler]]
