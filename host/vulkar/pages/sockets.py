"""NiceGUI's socket, tied to the page that it was opened for.

NiceGUI takes an event for whatever page it names. Here a socket is let in only with the credential
of its page's session, and every message on it must be for that page. What is refused is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from inspect import isawaitable
from typing import Any, Final
from urllib.parse import parse_qs

import socketio

from vulkar.errors import VulkarError
from vulkar.pages.open_pages import OpenPages
from vulkar.remote.guard import Caller

# The browser hears this and loads its page again, which then is one of its own session.
AGAIN: Final = "Implicit handshake failed"
MESSAGES: Final = ("handshake", "event", "javascript_response", "ack", "log")


def tie(sio: socketio.AsyncServer, opened: OpenPages, refused: Counter[str]) -> None:
    """Puts the check before NiceGUI's own handlers."""
    handlers = sio.handlers["/"]
    connect, disconnect = handlers["connect"], handlers["disconnect"]
    pages: dict[str, str] = {}  # of each socket

    async def connecting(sid: str, environ: dict[str, Any], auth: object = None) -> None:
        page, caller = page_of(environ), caller_of(environ)
        try:
            opened.check(page, caller.credential if caller is not None else None)
        except VulkarError as error:
            refused[error.code] += 1
            raise socketio.exceptions.ConnectionRefusedError(AGAIN) from error
        await connect(sid, environ, auth)
        pages[sid] = page
        opened.connected(page, 1)

    def disconnecting(sid: str, *reason: object) -> None:
        page = pages.pop(sid, None)
        if page is not None:
            opened.connected(page, -1)
            disconnect(sid)

    def checked(handler: Callable[..., Any]) -> Callable[..., Any]:
        async def check(sid: str, message: Any = None) -> Any:
            own = isinstance(message, dict) and message.get("client_id") == pages.get(sid)
            if sid not in pages or not own:
                refused["page.other"] += 1
                await sio.disconnect(sid)
                return None
            answer = handler(sid, message)
            return await answer if isawaitable(answer) else answer

        return check

    sio.on("connect", connecting)
    sio.on("disconnect", disconnecting)
    for name in MESSAGES:
        sio.on(name, checked(handlers[name]))


def page_of(environ: dict[str, Any]) -> str:
    """The id of the page that a socket says it is for."""
    found = parse_qs(str(environ.get("QUERY_STRING", ""))).get("client_id", [""])
    return found[0]


def caller_of(environ: dict[str, Any]) -> Caller | None:
    """Who opened a socket, as the guard found it."""
    found = environ.get("asgi.scope", {}).get("vulkar.caller")
    return found if isinstance(found, Caller) else None
