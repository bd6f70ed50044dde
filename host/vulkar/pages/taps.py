"""When a tap was made: a tap counts within 3 s or never, however long it hung in a radio.

A page hears ``moment()`` every few seconds, and sends with each tap the last one moved on by its
own clock: what was held up on the way to it only makes its taps older. :class:`Taps` refuses what
is too old when its whole request is here. Programs send no moment. An emergency stop counts however
old it is: to stop late is safe, not to stop is not.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection

from vulkar.errors import VulkarError
from vulkar.remote.guard import App, Message, Receive, Scope, Send, refuse
from vulkar.remote.headers import Headers
from vulkar.remote.pages import language_of

HEADER: Final = "vulkar-tap"
STOP: Final = "/api/estop"
MOST_MS: Final = 3000
AHEAD_MS: Final = 300  # by so much a page's own clock may run ahead between two beats
MOMENT: Final = re.compile(r"([0-9a-f]{8})-([0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one run of the process; moments of another run are none of its."""

    run: str  # eight hexadecimal digits

    def moment(self, now_ms: int) -> str:
        """What a page is told."""
        return f"{self.run}-{now_ms}"

    def check(self, moment: str, now_ms: int) -> None:
        """Raises ``VulkarError("tap.late")`` unless a tap of that moment still counts."""
        found = MOMENT.fullmatch(moment)
        if found is None or found[1] != self.run:
            raise VulkarError("tap.late", most_s=MOST_MS // 1000)
        age_ms = now_ms - int(found[2])
        if not -AHEAD_MS <= age_ms <= MOST_MS:
            raise VulkarError("tap.late", most_s=MOST_MS // 1000)


def now_ms() -> int:
    """The loop's time."""
    return round(asyncio.get_running_loop().time() * 1000)


class Taps:
    """ASGI middleware; the guard before it has read the whole body of a request."""

    def __init__(self, app: App, clock: Clock, refused: Counter[str]) -> None:
        self._app, self._clock, self._refused = app, clock, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        moment = Headers(scope["headers"]).get(HEADER) if scope["type"] == "http" else None
        if moment is None:
            await self._app(scope, receive, send)
            return
        language = scope["vulkar.language"] = language_of(HTTPConnection(scope))
        request: Message | None = None
        if scope["method"] == "POST":
            request = await receive()
            try:
                if scope["path"] != STOP:
                    self._clock.check(moment, now_ms())
            except VulkarError as error:
                self._refused[error.code] += 1
                await refuse(scope, receive, send, error, language)
                return
        await self._app(scope, _first(request, receive), send)


def _first(message: Message | None, receive: Receive) -> Receive:
    waiting = [message] if message is not None else []

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
