"""Runs journal writes where they disturb nobody: in line, or on one awaited thread.

Live, a commit may take a second on an SD card, and the controller goes safe after one second of
silence; so the table awaits the write on a thread of its own while heartbeats go on. In lockstep
there are no threads, and the write is in line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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


Keeper = InlineKeeper | ThreadKeeper
