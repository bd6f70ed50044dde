"""Runs journal writes where they disturb nobody: in line, or on one awaited thread.

Live, a commit may take a second on an SD card, and the controller goes safe after one second of
silence; so the table awaits the write on a thread of its own while heartbeats go on. In lockstep
there are no threads, and the write is in line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from vulkar.errors import VulkarError

T = TypeVar("T")


class InlineKeeper:
    """For lockstep: virtual time stands still during the write."""

    async def run(self, write: Callable[[], T]) -> T:
        return write()

    def close(self) -> None:
        """Nothing to let go of."""


class ThreadKeeper:
    """For real time: one thread, one write at a time, awaited."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    async def run(self, write: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, write)

    def close(self) -> None:
        self._pool.shutdown(wait=True)


class PatientKeeper:
    """Tries a write again for as long as people need to make room for it: the game waits there.

    ``paused`` is told the error and returns when somebody wants it tried again. A write is one
    transaction, so one that failed has changed nothing.
    """

    def __init__(
        self,
        inner: InlineKeeper | ThreadKeeper,
        paused: Callable[[VulkarError], Awaitable[None]],
    ) -> None:
        self._inner = inner
        self._paused = paused

    async def run(self, write: Callable[[], T]) -> T:
        while True:
            try:
                return await self._inner.run(write)
            except VulkarError as error:
                if error.code != "journal.unwritable":
                    raise
                await self._paused(error)

    def close(self) -> None:
        self._inner.close()


Keeper = InlineKeeper | ThreadKeeper | PatientKeeper
