"""What the browser lets a NiceGUI page do. Its first script is part of its HTML and its styles are
inline; nothing is evaluated from text.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from vulkar.remote.guard import Message, Send

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def adding(send: Send) -> Callable[[Message], Awaitable[None]]:
    """A ``send`` that puts the policy into the head of the answer."""

    async def with_policy(message: Message) -> None:
        if message["type"] == "http.response.start":
            line = (b"content-security-policy", POLICY.encode())
            message["headers"] = [*message.get("headers", ()), line]
        await send(message)

    return with_policy
