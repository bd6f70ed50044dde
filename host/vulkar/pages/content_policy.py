"""What the browser lets a NiceGUI page do. Its first script is part of its HTML and its styles are
inline; nothing is evaluated from text, but on pages that say that a component of theirs needs it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from vulkar.remote.guard import Message, Send

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'{evaluates}; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def policy(evaluates: bool) -> str:
    """The header's value; ``evaluates``: a component of the page makes code of text."""
    return POLICY.format(evaluates=" 'unsafe-eval'" if evaluates else "")


def adding(send: Send, evaluates: bool) -> Callable[[Message], Awaitable[None]]:
    """A ``send`` that puts the policy into the head of the answer."""

    async def with_policy(message: Message) -> None:
        if message["type"] == "http.response.start":
            line = (b"content-security-policy", policy(evaluates).encode())
            message["headers"] = [*message.get("headers", ()), line]
        await send(message)

    return with_policy
