"""The board as a table sees it where fireballs have triggers: each order is told to firing."""

from __future__ import annotations

from collections.abc import Sequence

from vulkar.island.around import AroundIsland
from vulkar.island.port import Island, RollOrder, RollReport
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


class FiredIsland(AroundIsland):
    """As the inner island, whose fireballs wait for their triggers.

    ``asks``: it tells its steps, see ``Firing.order``; the marble of one that does not may be on
    its way at any moment.
    """

    def __init__(self, inner: Island, firing: Firing, asks: bool) -> None:
        super().__init__(inner)
        self._firing = firing
        self._asks = asks

    async def roll(self, order: RollOrder) -> RollReport:
        """As the inner island; it awaits ``Firing.go`` on the way."""
        self._firing.order(order, self._asks)
        try:
            return await self._inner.roll(order)
        finally:
            self._firing.done()
