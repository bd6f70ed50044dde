"""Orders that the controller refuses for a moment only: given again until it takes them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from vulkar.errors import VulkarError
from vulkar.link import wire

T = TypeVar("T")
AGAIN_S: Final = 0.1
MOST_S: Final = 15.0  # a duty budget that is all spent allows a whole move after 7 s
PASSING: Final = (wire.BUSY, wire.HOT)  # the gate still closes; the servo must cool


async def patiently(order: Callable[[], Awaitable[T]]) -> T:
    """What ``order`` returns. A refusal that passes by itself is raised after :data:`MOST_S`."""
    loop = asyncio.get_running_loop()
    until_s = loop.time() + MOST_S
    while True:
        try:
            return await order()
        except VulkarError as exc:
            passing = exc.code == "link.refused" and exc.params.get("result") in PASSING
            if not passing or loop.time() >= until_s:
                raise
        await asyncio.sleep(AGAIN_S)
