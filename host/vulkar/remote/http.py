"""The server's HTTP, with a deadline for the head of a request."""

from __future__ import annotations

import asyncio
from typing import Final

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_WITHIN_S: Final = 10.0


class Http(H11Protocol):
    """Hangs up on whoever connects and does not finish the head of a request in time."""

    _deadline: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        begun = self.cycle is not None and not self.cycle.response_complete
        if begun or self._upgraded:
            self._head_is_here()
        else:
            self._wait_for_head()

    def handle_websocket_upgrade(self, event: Request) -> None:
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_WITHIN_S, self.transport.close)

    def _head_is_here(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
