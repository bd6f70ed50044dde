"""The start key: whoever started this process becomes its marshal with one tap, without the PIN.

It is made anew with each process and shown on its terminal only, where a new PIN could be had as
well. It opens once, on the local network, and is kept as a hash, in memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vulkar.errors import VulkarError
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.sessions import new_secret, sha_of

if TYPE_CHECKING:
    from vulkar.service.house import House


class StartKey:
    """Of one house. Before :meth:`make` no key opens anything."""

    def __init__(self, house: House) -> None:
        del house
        self._sha: str | None = None

    def make(self) -> str:
        """A new key; the one before opens nothing any more."""
        key = new_secret()
        self._sha = sha_of(key)
        return key

    def use(self, key: str) -> None:
        """Raises ``VulkarError("start.key")`` unless it is the key, for the first time."""
        if self._sha is None or sha_of(key) != self._sha:
            raise VulkarError("start.key")
        self._sha = None


async def start(call: Call) -> dict[str, Any]:
    """The start key makes the caller's session a marshal's; a stranger gets a session."""
    call.must_be_local()
    house = call.house
    async with house.one:
        house.part(StartKey).use(call.args.text("key"))
        session = call.session
        if session is not None and house.sessions.get(session.id) is session:
            await house.sessions.keep(session, marshal=True)
            return {"credential": None}
        _, credential = await house.sessions.open(marshal=True)
        return {"credential": credential}


OPS: Final[Ops] = {"marshal.start": (Role.NOBODY, start)}
