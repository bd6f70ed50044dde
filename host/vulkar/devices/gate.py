"""One marble source: its cradle's beam, and the gate that lets the marble go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from vulkar.devices.changes import Changes
from vulkar.devices.machine import Machined
from vulkar.devices.tables import GATE


class Gate(Machined):
    """``left_s`` is the loop time at which the beam saw the marble leave; ``None`` if it did not.

    ``beam_doubted`` is set when people overrule the beam, and cleared when the beam changes.
    """

    def __init__(
        self, source: str, changes: Changes, on_state: Callable[[str, str], None] | None = None
    ) -> None:
        super().__init__(GATE, on_state)
        self.source = source
        self.home = False
        self.beam_doubted = False
        self.left_s: float | None = None
        self._changes = changes

    @property
    def holds_marble(self) -> bool:
        """The beam sees the marble, or people said that it is there."""
        return self.home or self.beam_doubted

    def saw(self, home: bool) -> None:
        """What the beam sees, from an event or a snapshot."""
        if home != self.home:
            self.beam_doubted = False
        if self.state == "releasing" and not home:
            self.left_s = asyncio.get_running_loop().time()
        changed = home != self.home
        self.home = home
        self.fire("beam_home" if home else "beam_away")
        if changed:
            self._changes.note()

    async def let_go(self, release: Callable[[], Awaitable[object]], wait_s: float) -> bool:
        """Awaits ``release()`` and then, for ``wait_s``, that the beam sees the marble leave."""
        self.left_s = None
        self.demand("release")
        loop = asyncio.get_running_loop()
        try:
            self.fire("release")
            await release()
            until = loop.time() + wait_s
            while self._held and (rest := until - loop.time()) > 0:
                await self._changes.wait(rest)
        except BaseException:
            if self.state == "releasing":
                self.fire("failed")
            raise
        if self._held:
            self.fire("overdue")
        return self.left_s is not None

    @property
    def _held(self) -> bool:
        """Released, and the beam has not seen the marble leave (nor has the link been lost)."""
        return self.state == "releasing" and self.left_s is None

    def forget(self) -> None:
        """The link is gone: where the marble is, nobody knows until the next snapshot."""
        self.home = False
        self.fire("lost")
