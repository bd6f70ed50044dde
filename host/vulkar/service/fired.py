"""The board as a table sees it where fireballs have triggers: each order is told to firing."""

from __future__ import annotations

from collections.abc import Sequence

from vulkar.island.port import Island, RollOrder, RollReport, Task
from vulkar.rules import WORLD, Ask
from vulkar.service.firing import Firing
from vulkar.service.seats import Seat
from vulkar.service.terms import OPEN


def owner(ask: Ask | None, seats: Sequence[Seat]) -> int | None:
    """The seat that lets the marble of ``ask`` go; None: a program does, or no marble is asked."""
    if ask is None or ask.asker != WORLD:
        return None
    seat = seats[ask.data["by"]]
    return seat.number if seat.kind == OPEN and not seat.stand_in else None


class FiredIsland:
    """As the inner island, whose fireballs wait for their triggers."""

    def __init__(self, inner: Island, firing: Firing) -> None:
        self._inner = inner
        self._firing = firing

    async def open(self) -> None:
        await self._inner.open()

    async def roll(self, order: RollOrder) -> RollReport:
        """As the inner island; it awaits ``Firing.go`` on the way."""
        self._firing.order(order)
        try:
            return await self._inner.roll(order)
        finally:
            self._firing.done()

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        await self._inner.expect(tasks, standing)

    async def observe(self) -> dict[str, bool]:
        return await self._inner.observe()

    async def marble_home(self, source: str) -> bool:
        return await self._inner.marble_home(source)

    async def went(self, order: RollOrder) -> bool:
        return await self._inner.went(order)

    @property
    def memory(self) -> int | None:
        return self._inner.memory

    async def close(self) -> None:
        await self._inner.close()
