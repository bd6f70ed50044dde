"""A seat at the test bench: any port, a simulated world around it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from link.chip import BOARD, Still
from tiers.seat import Seat
from vulkar.firmware.reach import restart
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.link.transport import Transport
from vulkar.maps import load
from vulkar.sim.bench import BenchController, Loop
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.wiring import Wiring

WIRING = wiring_of(BOARD, load("classic"))
LIMIT_S = 120


class BenchSeat(Seat):
    def __init__(
        self,
        port: str,
        wiring: Wiring,
        interrupt: Callable[[], None] | None = None,
        slack_ms: int = 20,
    ) -> None:
        super().__init__(Still())
        self.slack_ms = slack_ms  # a Pico itself is not late
        self._interrupt = interrupt
        self._port = port
        self._wiring = wiring
        self._loop: Loop | None = None

    def open_port(self) -> Transport:
        return open_port(self._port)

    def make(self, transport: Transport) -> Controller:
        return BenchController(transport, self.board)

    async def connect(self) -> Controller:
        await self._unloop()
        controller = await super().connect()
        assert isinstance(controller, BenchController)
        self._loop = Loop(controller, self._wiring, self.world)
        await self._loop.__aenter__()
        return controller

    def interrupt(self) -> None:
        if self._interrupt is None:
            super().interrupt()
        else:
            self._interrupt()  # a port without a Pico's USB driver

    async def _unloop(self) -> None:
        if self._loop is not None:
            await self._loop.__aexit__()
            self._loop = None

    async def drop(self) -> None:
        await self._unloop()
        await super().drop()

    async def finish(self) -> None:
        await self._unloop()
        await super().finish()

    async def pulse_us(self, servo: str) -> float | None:
        assert isinstance(self.controller, BenchController)
        return await self.controller.pulse_us(self.board.servos[servo].pin)


def run_on_port(
    port: str,
    body: Callable[[Seat], Awaitable[None]],
    slack_ms: int = 20,
) -> None:
    """One body on whatever is behind a port, from a fresh start of its firmware."""
    assert restart(port), f"no firmware greets on {port} after a restart"

    async def main() -> None:
        async with asyncio.timeout(LIMIT_S):
            seat = BenchSeat(port, WIRING, slack_ms=slack_ms)
            await body(seat)
            await seat.finish()

    asyncio.run(main())
