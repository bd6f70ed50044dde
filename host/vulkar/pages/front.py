"""What goes to NiceGUI, and what to the API's application. NiceGUI sees only what is listed here:
its own files, its socket, and pages for a session; anything else it would answer with a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from vulkar.errors import VulkarError
from vulkar.pages import content_policy, statics
from vulkar.pages.admission import Admission
from vulkar.pages.shell.page import ROUTES
from vulkar.remote.credentials import set_cookie
from vulkar.remote.guard import App, Receive, Scope, Send
from vulkar.remote.pages import nobody, sorry

SOCKET: Final = "/_nicegui_ws/socket.io"
FILES: Final = "/_nicegui/"
HOME: Final = "/"


class Front:
    """ASGI: ``api`` is the API's application, ``shown`` the one that holds NiceGUI."""

    def __init__(self, api: App, shown: App, admission: Admission) -> None:
        self._api, self._shown, self._admission = api, shown, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket":
            # Events are tied to their socket (sockets.py), which polling does not have.
            await (self._shown if path.rstrip("/") == SOCKET else self._api)(scope, receive, send)
        elif scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            await self._get(path, scope, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _get(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        if path.startswith(statics.PREFIX):
            await statics.answer(path, Request(scope))(scope, receive, send)
        elif path.startswith(FILES):
            await self._shown(scope, receive, send)
        elif is_page(path):
            request = Request(scope, receive)
            answer = await self._page(request)
            if answer is not None:
                await answer(scope, receive, send)
            else:
                await self._shown(scope, receive, content_policy.adding(send))
        else:
            await self._api(scope, receive, send)

    async def _page(self, request: Request) -> Response | None:
        """An answer in place of the page; None: ``vulkar.state`` is in the scope for it."""
        caller, path = request.scope["vulkar.caller"], request.url.path
        try:
            state = await self._admission.state(caller)
        except VulkarError as error:
            return sorry(request, error)
        if state is not None:
            if path == HOME and not request.url.query and (seat := only_seat(state)) is not None:
                return RedirectResponse(f"/seat/{seat}", 303)
            request.scope["vulkar.state"] = state
            return None
        answer: Response = nobody(request) if path == HOME else RedirectResponse(HOME, 303)
        if caller.credential is not None:
            cookie = set_cookie("", caller.peer.https, max_age_s=0)
            answer.headers.append("set-cookie", cookie)
        return answer


def only_seat(state: Mapping[str, Any]) -> int | None:
    """The seat of a session that holds one and nothing else: of a phone that somebody plays on."""
    me = state["me"]
    return int(me["seats"][0]) if len(me["seats"]) == 1 and not me["marshal"] else None


def is_page(path: str) -> bool:
    """Whether a page is at that path."""
    return any(_pattern(route).fullmatch(path) for route in ROUTES)


@cache
def _pattern(route: str) -> re.Pattern[str]:
    return re.compile("[^/]+".join(map(re.escape, re.split(r"\{\w+\}", route))))
