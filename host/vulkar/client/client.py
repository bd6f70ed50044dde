"""A program at a table: a seat, a spectator or the marshal, over HTTP and a WebSocket."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final, Self

from vulkar.client.listening import Listening
from vulkar.client.tells import Claimed, Done, Event, Events, Health, Looked, Opened, State, View
from vulkar.client.transport import PATIENCE_S, TableError, Transport

STALE: Final = "session.unknown"


class TableClient:
    """Use it as ``async with TableClient("http://volcano.local:8080") as table``.

    ``credential``: of an earlier session, as :attr:`credential` gave it. Every method raises
    ``TableError`` with the table's refusal and ``VulkarError`` (client.*) without a table. What
    may be repeated without harm is repeated for ``patience_s``, with the same id.
    """

    def __init__(
        self, url: str, credential: str | None = None, patience_s: float = PATIENCE_S
    ) -> None:
        self._transport = Transport(url, credential, patience_s)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connections; the session stays, for its credential."""
        await self._transport.close()

    @property
    def credential(self) -> str | None:
        """What this session is known by. Keep it secret."""
        return self._transport.credential

    async def health(self) -> Health:
        """Whether the web process has its table."""
        return Health.model_validate(await self._transport.get("health", {}))

    async def state(self) -> State:
        """What everybody may know of the table, and what this session is."""
        return State.model_validate(await self._transport.get("table.state", {}))

    async def look(self, key: str) -> Looked:
        """The seat of a key; changes nothing."""
        return Looked.model_validate(await self._transport.post("join.look", {"key": key}, True))

    async def claim(self, key: str, name: str | None = None) -> Claimed:
        """Takes the seat of a key; from now on this client is its session."""
        args = {"key": key} if name is None else {"key": key, "name": name}
        return Claimed.model_validate(await self._transport.post("join.claim", args))

    async def sit(self, key: str) -> int:
        """The seat of a key, claimed unless this session holds it already.

        A session that the table has forgotten is begun anew.
        """
        try:
            claimed = await self.claim(key)
        except TableError as error:
            if error.code != STALE:
                raise
            self._transport.credential = None
            claimed = await self.claim(key)
        return claimed.seat.seat

    async def watch(self) -> Opened:
        """Looks on; from now on this client is a spectator's session."""
        return Opened.model_validate(await self._transport.post("join.watch", {}))

    async def view(self, seat: int) -> View:
        """What a seat may know now, its open question, window and trigger."""
        return View.model_validate(await self._transport.get("view", {"seat": seat}))

    async def answer(self, seat: int, question: str, value: Any, id: str | None = None) -> Done:
        """Answers a question of the view with one of its values."""
        args = {"seat": seat, "question": question, "value": value, "id": id or own_id()}
        return Done.model_validate(await self._transport.post("answer", args, True))

    async def intend(self, seat: int, window: str, value: Any, id: str | None = None) -> Done:
        """Says beforehand what to do in a window."""
        args = {"seat": seat, "window": window, "value": value, "id": id or own_id()}
        return Done.model_validate(await self._transport.post("intend", args, True))

    async def fire(self, seat: int, question: str, nonce: str, id: str | None = None) -> Done:
        """Lets the marble go, with the nonce of the view's trigger."""
        args = {"seat": seat, "question": question, "nonce": nonce, "id": id or own_id()}
        return Done.model_validate(await self._transport.post("fire", args, True))

    async def events(
        self, as_: str | int = "public", since: int = 0, stream: str | None = None
    ) -> AsyncGenerator[Event, None]:
        """Events of ``"public"`` or of a seat after number ``since``, across broken connections.

        One of kind ``reset`` says that some may be missing: look at :meth:`view` anew.
        """
        async with aclosing(Listening(as_, since, stream).events(self._transport)) as events:
            async for event in events:
                yield event

    async def events_so_far(
        self, as_: str | int = "public", since: int = 0, stream: str | None = None
    ) -> Events:
        """The events after number ``since``, and no waiting for more."""
        args: dict[str, Any] = {"as": as_, "since": since}
        args |= {} if stream is None else {"stream": stream}
        return Events.model_validate(await self._transport.get("events", args))

    async def enter(self, pin: str) -> Opened:
        """Becomes the marshal, with the PIN that ``vulkar serve`` showed."""
        return Opened.model_validate(await self._transport.post("marshal.enter", {"pin": pin}))

    async def do(self, op: str, **args: Any) -> Done:
        """Any other operation that changes something, as docs/reference/api.md lists them."""
        return Done.model_validate(await self._transport.post(op, args))

    async def get(self, op: str, **args: Any) -> Done:
        """Any other operation that changes nothing."""
        return Done.model_validate(await self._transport.get(op, args))


def own_id() -> str:
    """A new id of an answer: a repeat with the same one gets the first result."""
    return secrets.token_urlsafe(12)
