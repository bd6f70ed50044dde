"""Tier 1: virtual time. Real firmware, real MicroPython, chip costs charged."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from link.chip import Still, on_chip
from tiers.bodies import each_body
from tiers.seat import Seat
from vulkar.link.transport import Transport
from vulkar.sim.lockstep import Sim


class LockstepSeat(Seat):
    def __init__(self, sim: Sim, world: Still) -> None:
        super().__init__(world)
        self._sim = sim

    def open_port(self) -> Transport:
        return self._sim.open_port()

    async def pulse_us(self, servo: str) -> float | None:
        return self._sim.rig.pwm.pulse_us(self.board.servos[servo].pin)


@each_body
def test_in_virtual_time(body: Callable[[Seat], Awaitable[None]]) -> None:
    async def main(sim: Sim, world: Still) -> None:
        seat = LockstepSeat(sim, world)
        await body(seat)
        await seat.finish()

    on_chip(main)
