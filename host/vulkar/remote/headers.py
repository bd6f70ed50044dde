"""Headers: those of a request as a mapping, and the strict ones that every answer leaves with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, Final

from vulkar.remote.names import parse_host
from vulkar.remote.peer import Trust

# A page may load what this process serves, and speak with it; nobody may frame it.
CONTENT_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
STRICT: Final = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    # "no-referrer" would make a browser send the Origin "null" with a form.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
HSTS: Final = "max-age=31536000"


class Headers(Mapping[str, str]):
    """ASGI headers by lower-case name; several of one name are joined by commas."""

    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._all: dict[str, str] = {}
        for name, value in raw:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            joint = "; " if key == "cookie" else ", "
            self._all[key] = f"{self._all[key]}{joint}{text}" if key in self._all else text

    def __getitem__(self, name: str) -> str:
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


def strict(
    send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    scope: Mapping[str, Any],
    trust: Trust,
) -> Callable[[MutableMapping[str, Any]], Awaitable[None]]:
    """A ``send`` that adds the strict headers which an answer does not set itself."""
    place = parse_host(Headers(scope["headers"]).get("host", ""))
    public = place is not None and place.name in trust.public_hosts

    async def adding(message: MutableMapping[str, Any]) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            given = list(message.get("headers", ()))
            names = {name.decode("latin-1").lower() for name, _ in given}
            lines = {**STRICT, "strict-transport-security": HSTS} if public else STRICT
            given += [(n.encode(), v.encode()) for n, v in lines.items() if n not in names]
            message["headers"] = given
        await send(message)

    return adding
