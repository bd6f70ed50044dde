"""The clock of a running table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


def loop_clock() -> Callable[[], int]:
    """Microseconds of the running loop, from the call on."""
    began: list[float] = []

    def clock_us() -> int:
        now = asyncio.get_running_loop().time()
        if not began:
            began.append(now)
        return round((now - began[0]) * 1e6)

    return clock_us
