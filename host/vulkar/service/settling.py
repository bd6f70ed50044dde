"""A fireball's facts between the board and the rules: shown to everybody, corrected by the marshal.

They settle by themselves after a while, but not while the game is paused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from vulkar.errors import VulkarError
from vulkar.rules import Answer, Ask, Game
from vulkar.table.journal import HeldRoll


class Tell(Protocol):
    """Tells everybody of an event."""

    def __call__(self, kind: str, data: dict[str, Any]) -> None: ...


class Settling:
    """``gate`` returns once the game is not paused."""

    def __init__(self, hold_s: float, tell: Tell, gate: Callable[[Ask], Awaitable[None]]) -> None:
        self._hold_s = hold_s
        self._tell = tell
        self._gate = gate
        self._held: HeldRoll | None = None
        self._ask: Ask | None = None
        self._word: asyncio.Future[Answer | None] | None = None

    @property
    def holds(self) -> bool:
        """Whether anybody is there who could correct anything."""
        return self._hold_s > 0

    @property
    def open(self) -> dict[str, Any] | None:
        """The fireball whose facts may be corrected now, as everybody may see it."""
        held = self._held
        if held is None:
            return None
        row: dict[str, Any] = {"roll": held.release_id, "facts": held.facts}
        row["marble"] = held.report["marble"]
        touches = held.report["touches"]
        assert isinstance(touches, list)
        shown = ("pawn", "space", "touched", "certainty")
        row["touches"] = [{key: touch[key] for key in shown} for touch in touches]
        return row

    async def settle(self, ask: Ask, held: HeldRoll) -> Answer | None:
        """What the rules are to hear; None: it does not count, another one is to roll."""
        word: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._held, self._ask, self._word = held, ask, word
        row = self.open
        assert row is not None
        self._tell("settling", {**row, "hold_ms": round(self._hold_s * 1000)})
        try:
            facts = await self._wait(ask, held, word)
        finally:
            self._held = self._ask = self._word = None
        self._tell("settled", {"roll": held.release_id, "facts": facts, "again": facts is None})
        return facts

    async def _wait(
        self, ask: Ask, held: HeldRoll, word: asyncio.Future[Answer | None]
    ) -> Answer | None:
        left: asyncio.Future[None] = asyncio.ensure_future(asyncio.sleep(self._hold_s))
        try:
            await asyncio.wait((word, left), return_when=asyncio.FIRST_COMPLETED)
            if not word.done():
                left = asyncio.ensure_future(self._gate(ask))
                await asyncio.wait((word, left), return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
        return word.result() if word.done() else held.facts

    # --- the marshal --------------------------------------------------------------------------
    def correct(self, game: Game, roll: int, facts: Answer) -> None:
        """These are the facts. Raises ``Refused``, or ``VulkarError("settle.over")``."""
        word = self._of(roll)
        assert self._ask is not None
        game.check_world(self._ask, facts)
        word.set_result(facts)

    def again(self, roll: int) -> None:
        """It does not count. Raises ``VulkarError("settle.over")``."""
        self._of(roll).set_result(None)

    def accept(self, roll: int) -> None:
        """The facts are as they are shown. Raises ``VulkarError("settle.over")``."""
        word = self._of(roll)
        assert self._held is not None
        word.set_result(self._held.facts)

    def _of(self, roll: int) -> asyncio.Future[Answer | None]:
        held, word = self._held, self._word
        if held is None or word is None or word.done() or held.release_id != roll:
            raise VulkarError("settle.over", roll=roll)
        return word
