"""A trigger pulled from afar: waits until the seat's trigger is live, and pulls it once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Final

from vulkar.client.client import TableClient, own_id
from vulkar.client.tells import Text, Trigger
from vulkar.client.transport import TableError

LOOK_EVERY_S: Final = 1.0  # as often as the table renews the nonce; an event makes it sooner
STALE: Final = "trigger.stale"
TAKEN_BACK: Final = Text(code="trigger.not_clear", params={})
NO_GAME: Final = Text(code="trigger.turn", params={})


async def fire_when_live(
    table: TableClient,
    seat: int,
    wait_s: float,
    said: Callable[[Text], None] = lambda reason: None,
) -> None:
    """Fires the seat's next fireball within ``wait_s``; returns once the marble is let go.

    ``said`` hears each new reason why not yet. Raises ``TableError``: what refused the trigger,
    what took an announced shot back (``trigger.vetoed`` if somebody at the board did), or after
    ``wait_s`` the last reason why it was not live.
    """
    loop = asyncio.get_running_loop()
    until, heard = loop.time() + wait_s, None
    async with _present(table, seat) as something:
        while True:
            trigger = (await table.view(seat)).trigger
            if trigger is not None and trigger.state == "live":
                if await _pull(table, seat, trigger, something):
                    return
                continue
            reason = NO_GAME if trigger is None else trigger.reason
            if reason is not None and reason.code != heard:
                heard = reason.code
                said(reason)
            if reason is not None and loop.time() >= until:
                raise TableError.of(reason)
            await _wait(something)


async def _pull(table: TableClient, seat: int, trigger: Trigger, something: asyncio.Event) -> bool:
    """True once the marble is let go; False if what was seen of the trigger was too old by then."""
    assert trigger.question is not None and trigger.nonce is not None
    try:
        done = await table.fire(seat, trigger.question, trigger.nonce, own_id())
    except TableError as error:
        if error.code == STALE:
            return False
        raise
    state = str((done.model_extra or {})["state"])
    while state == "announced":
        await _wait(something)
        now = (await table.view(seat)).trigger
        if now is None or now.question != trigger.question:
            return True  # the next fireball, or none: this one has rolled
        state = now.state
        if state not in ("announced", "rolling"):
            raise TableError.of(now.reason or TAKEN_BACK)
    return True


@asynccontextmanager
async def _present(table: TableClient, seat: int) -> AsyncIterator[asyncio.Event]:
    """Listens for the seat, so that it does not count as gone; sets the event with each one."""
    something = asyncio.Event()

    async def listen() -> None:
        with suppress(TableError):  # the view meets the same refusal, and says it
            async with aclosing(table.events(seat)) as events:
                async for _ in events:
                    something.set()

    task = asyncio.create_task(listen())
    try:
        yield something
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _wait(something: asyncio.Event) -> None:
    something.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_EVERY_S):
            await something.wait()
