"""Operations on the house itself: who is there, what happens, and the way to hear of it."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

from vulkar.service.ops import Call, Ops, Role


async def hello(call: Call) -> dict[str, Any]:
    """Which table this is, so that a client knows whether it still speaks to the same one."""
    streams = call.house.streams
    return {"vulkar": version("vulkar"), "stream": streams.stream}


OPS: Final[Ops] = {"hello": (Role.NOBODY, hello)}
