"""One request of a browser or a program, handed to the table, and its reply as an answer."""

from __future__ import annotations

from typing import Any, cast

from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from vulkar.remote.credentials import set_cookie
from vulkar.remote.guard import Caller
from vulkar.remote.tablelink import TableLink
from vulkar.service.messages import Client
from vulkar.service.plain import check_plain

STALE = "session.unknown"  # the table does not know the credential (any more)


def caller_of(connection: HTTPConnection) -> Caller:
    """Who asks, as the guard found it."""
    return cast(Caller, connection.scope["vulkar.caller"])


def link_of(connection: HTTPConnection) -> TableLink:
    """The link to the table."""
    return cast(TableLink, connection.app.state.link)


def client_of(caller: Caller) -> Client:
    """What the table is told of the far end."""
    return Client(caller.peer.address, caller.peer.local)


async def ask(request: Request, op: str, args: dict[str, Any]) -> JSONResponse:
    """The table's reply to one operation; a new session's credential goes into a cookie only."""
    check_plain(op, args)
    caller = caller_of(request)
    ok = await link_of(request).ask(op, args, caller.credential, client_of(caller))
    credential = ok.pop("credential", None)
    answer = JSONResponse(ok)
    if credential is not None:
        answer.headers.append("set-cookie", set_cookie(credential, caller.peer.https))
    return answer
