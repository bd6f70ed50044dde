"""A board whose fireballs wait for a trigger: real firmware in lockstep, firing, no table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.island.lasting_board import STANDING, Board, on_board
from vulkar.errors import VulkarError
from vulkar.island.port import Marble, RollOrder, RollReport
from vulkar.service.firing import Firing
from vulkar.service.trigger import State
from vulkar.sim.lockstep import Sim
from vulkar.texts import Text

SEAT = 1
LAPSE_S = 30.0  # of these boards: ten minutes of real firmware take a while
ORDER = RollOrder(1, "I_S", "red", STANDING)


class Bench:
    """A board and its firing; ``told`` are the kinds of the events, each once in a row."""

    def __init__(self, board: Board, sim: Sim) -> None:
        self.board, self.sim = board, sim
        self.told: list[str] = []
        self.owner: int | None = SEAT
        self.pulls = 0
        self.firing = Firing(self._tell, b"secret", round(LAPSE_S * 1000))
        self.firing.attach(board.island.link, lambda: self.owner)
        self.install(self.firing.permit, self.firing.go)

    def install(self, permit: Any, go: Any) -> None:
        self.board.island.permit, self.board.island.go = permit, go
        parts = self.board.island._island.parts  # type: ignore[union-attr]
        parts.permit, parts.go, parts.sequence.on_state = permit, go, self.firing.island

    def roll(self, order: RollOrder = ORDER) -> asyncio.Task[RollReport]:
        async def roll() -> RollReport:
            self.firing.order(order)
            try:
                return await self.board.island.roll(order)
            finally:
                self.firing.done()

        return asyncio.ensure_future(roll())

    async def until(self, state: State) -> None:
        for _ in range(3000):
            if self.state == state:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{self.state}, not {state}")

    @property
    def state(self) -> str:
        return str(self.firing.view(SEAT)["state"])

    def fire(self, local: bool = True) -> str:
        """The state after it, or the code that it is refused with."""
        view = self.firing.view(SEAT)
        self.pulls += 1
        try:
            pull = (SEAT, view["question"] or "f0", f"{self.pulls}", view["nonce"] or "", local)
            return str(self.firing.fire(*pull)["state"])
        except VulkarError as error:
            return error.code

    @property
    def left(self) -> int:
        """How many marbles have left the idol, by the world."""
        return self.board.world.left["idol"]

    def _tell(self, kind: str, data: dict[str, Any], text: Text) -> None:
        self.told.append(kind)


def on_bench(play: Callable[[Bench], Awaitable[None]]) -> None:
    """``play`` on an open board; not armed."""

    async def main(board: Board, sim: Sim) -> None:
        bench = Bench(board, sim)
        try:
            await play(bench)
        finally:
            bench.firing.detach()

    on_board(main)


async def home(bench: Bench, roll: asyncio.Task[RollReport]) -> None:
    """The fireball ends well, and one marble has left."""
    assert (await roll).marble is Marble.RETURNED
    assert bench.left == 1 and bench.board.world.empty["idol"] == 0
