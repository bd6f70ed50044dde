"""Between aimed and released: a fireball waits for its go-ahead, with nothing armed.

Whoever gives it may be far away and may take minutes. Meanwhile the board is people's: it is
disarmed, its sensors are watched, and whatever they see makes the fireball be checked and aimed
anew. So a go-ahead is only ever good for the board that it was given for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from vulkar.errors import VulkarError
from vulkar.island.check import compare
from vulkar.island.latch import STATES
from vulkar.island.parts import Parts
from vulkar.island.port import RollOrder

FRESH_S: Final = 3.0  # a detached idol is believed to point where it was sent for so long
GOOD_S: Final = 3.0  # a go-ahead whose marble cannot be let go within this is void
PUT_BACK_S: Final = 2.0  # a pawn lifted and set down again within this is no matter for a question
WATCH_S: Final = 3600.0


class Sight:
    """What the sensors see of a roll that was checked; ``where`` is pawn -> space id."""

    def __init__(self, parts: Parts, source: str, where: Mapping[str, str]) -> None:
        self._parts = parts
        self._source = source
        self._where = where
        self._checked = self._look()

    @property
    def same(self) -> bool:
        """The marble is home and the sensors see what they saw at the check."""
        return self._parts.marble_home(self._source) and self._look() == self._checked

    def _look(self) -> object:
        parts = self._parts
        return compare(parts.island, self._where, parts.occupied, parts.distrusted)


async def held(
    parts: Parts, order: RollOrder, sight: Sight, aim: Callable[[], Awaitable[None]]
) -> bool:
    """Waits for the go-ahead of a fireball that was just aimed: whether its marble may leave now.

    False: the board has changed, or the go-ahead has grown old; look, aim and wait anew. True
    leaves the board armed. Raises what the go-ahead raises, the link's error, and link.stopped
    once something is latched.
    """
    if parts.go is None:
        return True
    now_s = asyncio.get_running_loop().time
    aimed_s = now_s()
    go = asyncio.ensure_future(parts.go(order))
    go.add_done_callback(lambda _: parts.changes.note())
    try:
        await asyncio.sleep(0)  # one that waits for nobody is there by now
        if not go.done() and not await _quiet(parts, go, sight):
            return False
        went_s = now_s()
        go.result()
        if went_s - aimed_s > FRESH_S:
            await aim()
        else:
            await parts.arm()
        return sight.same and now_s() - went_s <= GOOD_S
    finally:
        go.cancel()


async def _quiet(parts: Parts, go: asyncio.Future[None], sight: Sight) -> bool:
    """True at the go-ahead, False once the board is not as it was checked."""
    await parts.link.disarm()
    await parts.link.scan(False)
    while sight.same:
        if go.done():
            return True
        await parts.changed(WATCH_S)
        if parts.link.state in STATES:
            raise VulkarError("link.stopped", command="go-ahead", state=parts.link.state)
    go.cancel()  # nobody may give it for a board that has changed
    loop = asyncio.get_running_loop()
    until_s = loop.time() + PUT_BACK_S
    while not sight.same and (rest_s := until_s - loop.time()) > 0:
        await parts.changed(rest_s)
    return False
