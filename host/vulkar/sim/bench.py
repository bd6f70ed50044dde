"""A simulated world around a controller that is not simulated: the loop is closed over its link.

The controller's PWM registers are read back and drive the servos of a rig; the field of the rig's
world is played to the controller as its readings. The same works on a simulated controller, which
is how this code is tested where no board is at hand.
"""

from __future__ import annotations

import asyncio
import struct
from contextlib import suppress
from dataclasses import replace
from typing import Final

import numpy as np

from vulkar.errors import VulkarError
from vulkar.link import names, wire
from vulkar.link.controller import Controller
from vulkar.link.events import Hello
from vulkar.sim.lockchip import Note
from vulkar.sim.rig import Rig, RigWorld
from vulkar.sim.shims import chipwire as w
from vulkar.sim.wiring import Wiring

CLOCK_HZ: Final = 125_000_000  # of an RP2040 under MicroPython
PERIOD_S: Final = 0.05  # between two turns of the loop
READINGS: Final = 10  # of one frame


class BenchController(Controller):
    """A controller whose field is played. Switches that on before the seal."""

    on_bench = True

    async def _before_seal(self, hello: Hello) -> None:
        """Raises link.refused where the firmware came without island/inject.py, or is sealed."""
        if names.BENCH not in hello.caps:
            await self.command(wire.INJECT, wire.BENCH_KEY)

    async def play(self, counts: list[int], first: int = 0) -> None:
        """Readings of the sensors from ``first`` on, in counts."""
        for start in range(0, len(counts), READINGS):
            some = counts[start : start + READINGS]
            payload = bytes([first + start]) + struct.pack(f"<{len(some)}H", *some)
            await self.command(wire.INJECT, payload)

    async def pulse_us(self, pin: int) -> float | None:
        """The pulse on a pin as its PWM registers have it; None without pulses."""
        reply = await self.ask(wire.REGISTERS, bytes([pin]))
        fields = wire.unpack(wire.F_REGISTERS, reply)
        if fields is None:
            raise VulkarError("link.timeout", port=self.port, command="registers", seconds=0)
        _, csr, div, cc, _top = fields
        return pulse_of(pin, csr, div, cc)


def pulse_of(pin: int, csr: int, div: int, cc: int) -> float | None:
    """The high time in us from a slice's control, divider (sixteenths) and compare registers.

    RP2040 data sheet, 4.5.3: bit 0 of csr runs the slice, channel B is the high half of cc.
    """
    compare = cc >> 16 if pin & 1 else cc & 0xFFFF
    if not csr & 1 or not compare:
        return None
    return compare * div / 16 / CLOCK_HZ * 1e6


class Loop:
    """Runs a world around a controller. An async context manager; ``rig`` is its rig.

    The rail's pin is no PWM and is not read back: the rig's rail is always on. The world's sensors
    have no noise here, so that only what changes needs to be sent and a turn is short: an opening
    that begins and ends between two turns is not seen.
    """

    def __init__(self, controller: BenchController, wiring: Wiring, world: RigWorld) -> None:
        self.controller = controller
        self.rig = Rig(replace(wiring, rail_pin=None), world, np.random.default_rng(1))
        self.turns = 0
        self.rig.faults.noise_mt = 0.0
        self._pulses: dict[int, float | None] = dict.fromkeys(self.rig.servos)
        self._played: list[int] = []
        self._task: asyncio.Task[None] | None = None
        self._start_s = 0.0

    async def __aenter__(self) -> Loop:
        loop = asyncio.get_running_loop()
        self._start_s = loop.time()
        for pin in self._pulses:
            self.rig.take([Note(0, w.PWM_INIT, pin, 0), Note(0, w.PWM_FREQ, pin, 50)])
        await self.turn()
        self._task = loop.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):  # what ended it before is raised
                await self._task

    async def turn(self) -> None:
        """Once: pulses in, world on, field out."""
        pins = list(self._pulses)
        pulses = await asyncio.gather(*(self.controller.pulse_us(pin) for pin in pins))
        for pin, pulse in zip(pins, pulses, strict=True):
            if pulse != self._pulses[pin]:
                self._pulses[pin] = pulse
                ns = round((pulse or 0) * 1000)
                self.rig.take([Note(self._now_us(), w.PWM_DUTY_NS, pin, ns)])
        self.rig.advance(self._now_us())
        await self._play()
        self.turns += 1

    async def _play(self) -> None:
        """The field, as far as it is not what was played before."""
        count = len(self.controller.board.halls.sensors)
        counts = list(struct.unpack("<128H", self.rig.sweep()))[:count]
        for first in range(0, count, READINGS):
            some = counts[first : first + READINGS]
            if some != self._played[first : first + READINGS]:
                await self.controller.play(some, first)
        self._played = counts

    def _now_us(self) -> int:
        return round((asyncio.get_running_loop().time() - self._start_s) * 1e6)

    async def _run(self) -> None:
        while True:
            await self.turn()
            await asyncio.sleep(PERIOD_S)
