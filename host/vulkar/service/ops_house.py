"""Operations on the house itself: which one it is, and the way to hear what happens."""

from __future__ import annotations

import asyncio
import json
from importlib.metadata import version
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.service.messages import MAX_LINE_BYTES
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.streams import PUBLIC, Audience, Subscription

MOST_ROWS: Final = 200
MOST_BYTES: Final = MAX_LINE_BYTES * 3 // 4


async def hello(call: Call) -> dict[str, Any]:
    """Which table this is, so that a client knows whether it still speaks to the same one."""
    sitting = call.house.sitting
    state = sitting.state if sitting is not None else None
    return {"vulkar": version("vulkar"), "stream": call.house.streams.stream, "state": state}


async def subscribe(call: Call) -> dict[str, Any]:
    """Events of an audience from now on, those after ``since`` first; see ``streams.py``."""
    audience, since, stream = _since(call)
    streams = call.house.streams
    if call.channel is None:
        raise VulkarError("stream.none")
    subscription = Subscription(audience, call.who, call.channel, call.number)

    def begin() -> None:  # after the reply has gone out
        try:
            call.house.sessions.check(subscription.session)
            _may_hear(call, audience)
            streams.subscribe(subscription, since, stream)
        except VulkarError as exc:
            streams.refuse(subscription, exc)

    n = streams.count(audience)
    asyncio.get_running_loop().call_soon(begin)
    return {"sub": call.number, "stream": streams.stream, "n": n}


async def unsubscribe(call: Call) -> dict[str, Any]:
    """Ends a subscription of this connection."""
    if call.channel is not None:
        call.house.streams.unsubscribe(call.channel, call.args.whole("sub", 0, 2**53 - 1))
    return {}


async def events(call: Call) -> dict[str, Any]:
    """The same as one reply, as many as fit; ``reset``: look at the table instead."""
    audience, since, stream = _since(call)
    streams = call.house.streams
    rows = streams.since(audience, since, stream, MOST_ROWS)
    fit, size = [], 0
    for row in rows or ():
        size += len(json.dumps(row))
        if size > MOST_BYTES:
            break
        fit.append(row)
    n = fit[-1]["n"] if fit else streams.count(audience)
    return {"stream": streams.stream, "n": n, "events": fit, "reset": rows is None}


def _since(call: Call) -> tuple[Audience, int, str | None]:
    """Whose events, after which, of which stream; a seat's are for its session only."""
    audience: Audience = call.args.any("as")
    if audience != PUBLIC and type(audience) is not int:
        raise call.args.wrong("as", "public or a seat")
    _may_hear(call, audience)
    since = call.args.whole("since", 0, 2**53 - 1, default=0)
    return audience, since, call.args.text("stream", default=None)


def _may_hear(call: Call, audience: Audience) -> None:
    if audience != PUBLIC and audience not in call.who.seats:
        raise VulkarError("seat.other", seat=int(audience) + 1)


OPS: Final[Ops] = {
    "hello": (Role.NOBODY, hello),
    "subscribe": (Role.SPECTATOR, subscribe),
    "unsubscribe": (Role.SPECTATOR, unsubscribe),
    "events": (Role.SPECTATOR, events),
}
