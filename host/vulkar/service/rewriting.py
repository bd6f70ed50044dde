"""A running game whose journal is changed under it: it stops, is changed, and is taken up again.

The board stays as it is and its link stays open; only what the rules say is another from then on.
A fireball that waits for its trigger, or for the board to be armed, is taken back first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from vulkar.errors import VulkarError
from vulkar.table.recall import take_back
from vulkar.table.table import Table

T = TypeVar("T")


def _nothing(table: Table) -> None:
    """Nothing else is done."""


class Rewriting:
    """Plays tables one after another on one board; each is the last one, changed.

    ``withdraw`` sees to it that the marble of the fireball under way will not be let go; False
    where it was already.
    """

    def __init__(self, withdraw: Callable[[], bool]) -> None:
        self._withdraw = withdraw
        self._table: Table | None = None
        self._game: asyncio.Task[None] | None = None
        self._change: Callable[[Table], Any] | None = None
        self._then: Callable[[Table], None] = _nothing
        self._changed: asyncio.Future[Any] | None = None

    async def play(self, table: Table) -> bool:
        """Plays to the end. False: its journal says something else now, take it up anew."""
        self._table = table
        self._game = asyncio.get_running_loop().create_task(table.play())
        try:
            await self._game
            return True
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if self._change is None or (me is not None and me.cancelling()):
                raise
            await self._rewrite(table)
            return False
        finally:
            self._game.cancel()
            self._table = self._game = None
            if self._changed is not None and not self._changed.done():
                self._changed.set_exception(VulkarError("amend.late"))
            self._change = self._changed = None

    async def rewrite(
        self, change: Callable[[Table], T], then: Callable[[Table], None] = _nothing
    ) -> T:
        """What ``change`` returns; it is run where journals are written, while nothing is played.

        ``then`` is called on the loop after it, before the game is taken up. Raises what ``change``
        raises, and then nothing has changed but that everybody is asked anew; ``VulkarError``
        "amend.late" where no game is played, "amend.rolling" in a fireball whose marble was let go.
        """
        table, game = self._table, self._game
        if table is None or game is None or game.done() or self._change is not None:
            raise VulkarError("amend.late")
        if not table.opened:
            raise VulkarError("amend.late")
        if table.rolled or (table.rolling and not self._withdraw()):
            raise VulkarError("amend.rolling")
        self._change, self._then = change, then
        self._changed = changed = asyncio.get_running_loop().create_future()
        game.cancel()
        return await changed  # type: ignore[no-any-return]

    async def _rewrite(self, table: Table) -> None:
        change, changed = self._change, self._changed
        assert change is not None and changed is not None
        try:
            await take_back(table)
            result = await table.keeper.run(lambda: change(table))
            self._then(table)
        except Exception as exc:
            changed.set_exception(exc)
        else:
            changed.set_result(result)


def amended_from(new: Table, old: Table) -> Table:
    """``new`` goes on where ``old`` was played: on an open board that is laid out already."""
    new.layout, new.opened = old.layout, old.opened
    return new
