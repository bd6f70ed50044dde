"""One place to wait for "something on the board changed", shared by halls and marble beams."""

from __future__ import annotations

import asyncio


class Changes:
    """Counts changes and wakes whoever waits for one."""

    def __init__(self) -> None:
        self.count = 0
        self.last_s = 0.0  # loop time of the last change; 0 before the first
        self._waiting: list[asyncio.Future[None]] = []

    def note(self) -> None:
        """Something changed now."""
        self.count += 1
        self.last_s = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self, timeout_s: float) -> bool:
        """True at the next change, False when ``timeout_s`` passed without one."""
        if timeout_s <= 0:
            return False
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        done, _ = await asyncio.wait({future}, timeout=timeout_s)
        if not done:
            self._waiting = [other for other in self._waiting if other is not future]
            future.cancel()
        return bool(done)
