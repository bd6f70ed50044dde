"""One line for each request, without what nobody may read later: no path that may hold a key, no
query, no credential."""

from __future__ import annotations

import logging
from typing import Final

from vulkar.remote.guard import App, Message, Receive, Scope, Send

log: Final = logging.getLogger("vulkar.remote.access")


class AccessLog:
    """ASGI middleware: logs address, method, the route as it is written in the code, and status."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "websocket.accept":
                status = 101
            status = message.get("status", status)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            if scope["type"] != "lifespan":
                caller, route = scope.get("vulkar.caller"), scope.get("route")
                address = caller.peer.address if caller else (scope.get("client") or "?")[0]
                path = getattr(route, "path", "?")  # refused, or nothing that is there
                log.info("%s %s %s %s", address, scope.get("method", "WS"), path, status or "-")
