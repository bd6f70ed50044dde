"""One listener's connection: what is pushed to it waits here, up to a limit."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from vulkar.service.messages import Push, Reply

MOST_PENDING: Final = 512  # pushes of one subscription that may wait


class Channel:
    """Replies and pushes on their way out. Not for threads.

    A subscription whose pushes pile up is cut by whoever pushes: see ``streams.py``. For replies,
    whoever reads requests waits for :meth:`room`.
    """

    def __init__(self) -> None:
        self._waiting: deque[Reply | Push] = deque()
        self._pending: dict[int, int] = {}  # subscription -> its pushes that wait
        self._more = asyncio.Event()
        self._replies = 0  # that wait
        self._less = asyncio.Event()

    def put(self, message: Reply | Push) -> bool:
        """Takes it. False: the subscription has too many waiting, and it was not taken.

        A closing push is always taken, in place of all that waits of its subscription.
        """
        if isinstance(message, Push):
            if message.closed is not None:
                kept = [m for m in self._waiting if not _of(m, message.sub)]
                self._waiting = deque(kept)
                self._pending.pop(message.sub, None)
            else:
                pending = self._pending.get(message.sub, 0) + 1
                if pending > MOST_PENDING:
                    return False
                self._pending[message.sub] = pending
        else:
            self._replies += 1
        self._waiting.append(message)
        self._more.set()
        return True

    async def get(self) -> Reply | Push:
        """The next message, as soon as there is one."""
        while not self._waiting:
            self._more.clear()
            await self._more.wait()
        message = self._waiting.popleft()
        if isinstance(message, Reply):
            self._replies -= 1
            self._less.set()
        if isinstance(message, Push) and message.closed is None:
            left = self._pending[message.sub] - 1
            if left:
                self._pending[message.sub] = left
            else:
                del self._pending[message.sub]
        return message

    async def room(self, most: int) -> None:
        """Returns once fewer than ``most`` replies wait."""
        while self._replies >= most:
            self._less.clear()
            await self._less.wait()

    def drain(self) -> list[Reply | Push]:
        """All that waits, at once."""
        found = list(self._waiting)
        self._waiting.clear()
        self._pending.clear()
        self._replies = 0
        self._less.set()
        return found


def _of(message: Reply | Push, sub: int) -> bool:
    return isinstance(message, Push) and message.sub == sub
