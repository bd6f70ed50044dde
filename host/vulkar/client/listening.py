"""Events over a WebSocket, that goes on after a broken connection where it ended."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from vulkar.client.tells import ErrorBody, Event
from vulkar.client.transport import FIRST_WAIT_S, LONGEST_WAIT_S, TableError, Transport

MAX_MESSAGE_BYTES: Final = 256 * 1024
LATER: Final = frozenset({429, 502, 503, 504})  # statuses after which it is worth to try again


class Listening:
    """One audience, and the number of the last event heard."""

    def __init__(self, as_: str | int, since: int = 0, stream: str | None = None) -> None:
        self._as = as_
        self._since = since
        self._stream = stream

    async def events(self, transport: Transport) -> AsyncGenerator[Event, None]:
        """Events for as long as the caller goes on.

        One of kind ``reset`` says that some may be missing: look at the view. Raises
        :class:`TableError` if this session may not hear.
        """
        wait_s = FIRST_WAIT_S
        while True:
            try:
                async with connect(
                    transport.origin.replace("http", "ws", 1) + "/api/events",
                    origin=Origin(transport.origin),
                    additional_headers=transport.headers(),
                    max_size=MAX_MESSAGE_BYTES,
                    compression=None,
                    proxy=None,
                ) as socket:
                    wanted = {"as": self._as, "since": self._since, "stream": self._stream}
                    await socket.send(json.dumps({"subscribe": wanted}))
                    async for text in socket:
                        wait_s = FIRST_WAIT_S
                        for event in self._heard(json.loads(text)):
                            yield event
            except InvalidStatus as refused:
                if refused.response.status_code not in LATER:
                    raise _refusal(refused) from None
            except (OSError, ConnectionClosed, InvalidHandshake):
                pass
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _heard(self, message: dict[str, Any]) -> Iterator[Event]:
        if "error" in message:
            raise TableError(ErrorBody.model_validate(message).error)
        if "event" in message:
            event = Event.model_validate(message["event"])
            if event.kind == "reset":
                self._stream = event.data["stream"]
            self._since = event.n
            yield event
        elif "subscribed" in message and self._stream is None:
            self._stream = message["subscribed"]["stream"]


def _refusal(refused: InvalidStatus) -> Exception:
    try:
        return TableError(ErrorBody.model_validate_json(refused.response.body or b"").error)
    except ValueError:
        return refused
