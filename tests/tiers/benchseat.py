"""A seat at the test bench: any port, a simulated world around it."""

from __future__ import annotations

from collections.abc import Callable

from link.chip import Still
from tiers.seat import Seat
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.link.transport import Transport
from vulkar.sim.bench import BenchController, Loop
from vulkar.sim.wiring import Wiring


class BenchSeat(Seat):
    slack_ms = 400  # of the host; a Pico itself is not late

    def __init__(
        self, port: str, wiring: Wiring, interrupt: Callable[[], None] | None = None
    ) -> None:
        super().__init__(Still())
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
