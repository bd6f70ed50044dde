"""The gate in front of everything that this process serves: pure ASGI, whatever app stands behind.

A request passes if its address and its session stay within their rates, its Host is a name of this
table, its Origin is the place of its Host (on every WebSocket upgrade and unsafe method), and its
body stays within the limit. What is refused is counted by the code of its error.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, MutableMapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, TypeAlias

from vulkar.errors import VulkarError
from vulkar.remote import credentials
from vulkar.remote.headers import Headers, strict
from vulkar.remote.names import Names, parse_host, same_place
from vulkar.remote.peer import Peer, Trust
from vulkar.remote.rates import Limits
from vulkar.remote.reach import Reach
from vulkar.remote.refusal import Refusal, body_of, headers_of, status_of
from vulkar.service.addresses import household
from vulkar.texts import LANGUAGES

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE: Final = frozenset({"GET", "HEAD"})
METHODS: Final = SAFE | {"POST"}
MAX_BODY_BYTES: Final = 64 * 1024
BODY_WITHIN_S: Final = 10.0
CLOSE_TOO_BIG: Final = 1009
CLOSE_TOO_OFTEN: Final = 1008


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks; the app finds it as ``scope["vulkar.caller"]``."""

    peer: Peer
    credential: str | None


@dataclass(slots=True)
class Policy:
    """What the guard goes by, and where people reach what it guards. Open WebSockets are bounded
    for a household, for all from outside, and in total."""

    names: Names
    trust: Trust
    limits: Limits
    reach: Callable[[], Reach] = lambda: Reach(("localhost",), 80)
    sockets_each: int = 64
    sockets_outside: int = 384  # the house keeps the rest
    sockets_all: int = 512
    refused: Counter[str] = field(default_factory=Counter)
    sockets: Counter[str] = field(default_factory=Counter)
    outside: int = 0  # of them


class Guard:
    """ASGI middleware. ``clock`` gives seconds, the event loop's where none is given."""

    def __init__(self, app: App, policy: Policy, clock: Callable[[], float] | None = None) -> None:
        self._app = app
        self._policy = policy
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope["headers"])
        send = strict(send, scope, self._policy.trust)
        try:
            caller = self._admit(scope, headers)
            scope["vulkar.caller"] = caller
            if scope["type"] == "http":
                receive = await _whole_body(headers, receive)
        except VulkarError as error:
            self._policy.refused[error.code] += 1
            await refuse(scope, receive, send, error)
            return
        if scope["type"] == "http":
            await self._app(scope, receive, send)
        else:
            await self._socket(scope, caller, receive, send)

    def _admit(self, scope: Scope, headers: Headers) -> Caller:
        trust, method = self._policy.trust, scope.get("method", "GET")
        host = headers.get("host", "")
        place = parse_host(host)
        name = place.name if place else ""
        https = scope.get("scheme") in ("https", "wss")
        address = str((scope.get("client") or ("",))[0])
        peer = trust.peer(address, name, headers, https)
        caller = Caller(peer, credentials.credential(headers, peer.https))
        self._spend(caller)
        own = str((scope.get("server") or ("",))[0])
        public = name in trust.public_hosts
        if place is None or not (public or self._policy.names.answers(name, own)):
            raise VulkarError("web.host", host=host[:100])
        if method not in METHODS:
            raise VulkarError("web.method", method=method[:20])
        if method not in SAFE or scope["type"] == "websocket":
            _check_origin(headers, host, peer.https)
        return caller

    def _spend(self, caller: Caller) -> None:
        """One token of the caller's, or ``VulkarError("web.rate")``."""
        peer = caller.peer
        session: Hashable = None if caller.credential is None else hash(caller.credential)
        group = "house" if peer.local else "outside"
        now_s = self._clock() if self._clock else asyncio.get_running_loop().time()
        wait_s = self._policy.limits.wait_s(session, peer.address, group, now_s)
        if wait_s > 0:
            raise VulkarError("web.rate", wait_s=ceil(wait_s))

    async def _socket(self, scope: Scope, caller: Caller, receive: Receive, send: Send) -> None:
        sockets, key = self._policy.sockets, household(caller.peer.address)
        policy, outside = self._policy, not caller.peer.local
        full = outside and policy.outside >= policy.sockets_outside
        if full or sockets[key] >= policy.sockets_each or sockets.total() >= policy.sockets_all:
            error = VulkarError("web.sockets")
            self._policy.refused[error.code] += 1
            await refuse(scope, receive, send, error)
            return
        sockets[key] += 1
        policy.outside += outside
        try:
            await self._app(scope, self._frames(caller, receive, send), send)
        finally:
            sockets[key] -= 1
            policy.outside -= outside
            if not sockets[key]:
                del sockets[key]

    def _frames(self, caller: Caller, receive: Receive, send: Send) -> Receive:
        """``receive`` for a socket: each frame costs a token, and none is over the limit."""

        async def bounded() -> Message:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") == CLOSE_TOO_BIG:  # the server below closed it itself
                    self._policy.refused["web.size"] += 1
                return message
            if message["type"] != "websocket.receive":
                return message
            data = message.get("bytes") or (message.get("text") or "").encode()
            code = CLOSE_TOO_BIG if len(data) > MAX_BODY_BYTES else 0
            if code:
                self._policy.refused["web.size"] += 1
            else:
                try:
                    self._spend(caller)
                except VulkarError as error:
                    self._policy.refused[error.code] += 1
                    code = CLOSE_TOO_OFTEN
            if not code:
                return message
            await send({"type": "websocket.close", "code": code})
            return {"type": "websocket.disconnect", "code": code}

        return bounded


def _check_origin(headers: Headers, host: str, https: bool) -> None:
    origin = headers.get("origin")
    if origin is None:
        # Only a program sends none, and a program holds its credential in no cookie.
        if credentials.bearer(headers) is not None and "cookie" not in headers:
            return
        raise VulkarError("web.origin", origin="-")
    if not same_place(origin, host, https):
        raise VulkarError("web.origin", origin=origin[:100])


async def _whole_body(headers: Mapping[str, str], receive: Receive) -> Receive:
    """A ``receive`` that gives the whole body at once; what it gives later is the connection's."""
    if "content-length" not in headers and "transfer-encoding" not in headers:
        return receive
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > MAX_BODY_BYTES:
        raise VulkarError("web.size", limit=MAX_BODY_BYTES)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN_S):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > MAX_BODY_BYTES:
                    raise VulkarError("web.size", limit=MAX_BODY_BYTES)
                if not message.get("more_body"):
                    break
    except TimeoutError as exc:
        raise VulkarError("web.slow", seconds=int(BODY_WITHIN_S)) from exc
    first: list[Message] = [message]
    if message["type"] == "http.request":
        first = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay() -> Message:
        return first.pop() if first else await receive()

    return replay


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    error: Refusal,
    language: str = LANGUAGES[0],
) -> None:
    """Answers with the error; a WebSocket is refused before it is one."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()  # "websocket.connect"
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": CLOSE_TOO_OFTEN})
            return
        kind = "websocket.http.response"
    body = json.dumps(body_of(error, language)).encode()
    lines = {"content-type": "application/json", "content-length": str(len(body))}
    lines |= {**headers_of(error), "connection": "close"}
    raw = [(name.encode(), value.encode()) for name, value in lines.items()]
    await send({"type": f"{kind}.start", "status": status_of(error.code), "headers": raw})
    await send({"type": f"{kind}.body", "body": body})
