"""Tier of a Pi alone: the firmware under CPython on gpiozero's mock pins, in real time.

Two bodies do not fit: a Pi reads four switches where one of them moves a fifth field, and a
terminal of Linux has no interrupt byte on its raw line: there a 0x03 is a damaged frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from link.chip import Still
from tiers import bodies
from tiers.seat import Seat
from vulkar.devices.board import load_board
from vulkar.link.serialport import open_port
from vulkar.link.transport import Transport
from vulkar.pi.board import PiBoard

LIMIT_S = 120
BOARD = load_board("pi-only")
ELSEWHERE = (bodies.a_change_of_the_field_is_an_event, bodies.a_raw_interrupt_is_a_latched_fault)


class PiSeat(Seat):
    slack_ms = 400  # of a machine that does other things too

    def __init__(self, pi: PiBoard) -> None:
        super().__init__(Still())
        self.board = BOARD
        self._pi = pi
        self._open = dict.fromkeys(BOARD.gates, False)
        pi.on_pin = self._told

    def open_port(self) -> Transport:
        return open_port(self._pi.path)

    async def pulse_us(self, servo: str) -> float | None:
        return self._pi.pins.get(BOARD.servos[servo].pin, 0.0) * 20_000 or None

    def _told(self, pin: int, value: float) -> None:
        """Counts openings as a gate would: by the pulse that it is given."""
        for source, gate in BOARD.gates.items():
            if pin == gate.servo.pin and value:
                opened = round(value * 20_000) != gate.closed_us
                if opened and not self._open[source]:
                    count = self.world.openings.get(source, 0)
                    self.world.openings[source] = count + 1
                self._open[source] = opened


@pytest.mark.parametrize(
    "body", [b for b in bodies.BODIES if b not in ELSEWHERE], ids=lambda body: body.__name__
)
def test_on_a_pi(body: Callable[[Seat], Awaitable[None]]) -> None:
    async def main() -> None:
        released = {BOARD.stop_pin: 1 - BOARD.stop_level}
        async with asyncio.timeout(LIMIT_S), PiBoard(BOARD, "mock", released) as pi:
            seat = PiSeat(pi)
            await body(seat)
            await seat.finish()
            assert pi.runs == 1

    asyncio.run(main())
