"""Klipper3d/klipper#1919: repeats climbed for long before the link died, and nobody was told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable

import pytest

from tests.faults.report import fault
from tests.faults.tap import Tap
from tests.link.chip import BOARD, Still, on_chip
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.sim.lockstep import Sim

RATES = (1e-6, 1e-5, 1e-4, 3e-4, 1e-3)
STEP_S = 20.0


@fault(
    "Klipper3d/klipper#1919",
    holds="Each bit of both directions flips with a probability that rises from 1e-6 to 1e-3, then "
    "until the link dies: the warning comes while everything is still carried out, and a sound "
    "cable brings none.",
    sees="a warning that the cable is bad, with the share of repeats; much later `link.lost`",
)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_cable_that_goes_bad_is_told_before_anything_is_lost(seed: int) -> None:
    async def main(sim: Sim, world: Still) -> None:
        rng = random.Random(seed)
        rate = 0.0

        def flip(_: int, line: bytes) -> Iterable[bytes]:
            out = bytearray(line)
            for at in range(8 * len(line)):
                if rng.random() < rate:
                    out[at // 8] ^= 1 << at % 8
            return (bytes(out).replace(b"\x03", b"\x13"),)  # Ctrl-C is a fault of its own

        controller = Controller(Tap(sim.transport, flip, flip), BOARD)
        events: list[Event] = []
        controller.subscribe(events.append)
        await controller.connect()
        loop = asyncio.get_running_loop()

        def told(kind: EventKind) -> bool:
            return any(event.kind is kind for event in events)

        async def use(until_s: float) -> None:
            while loop.time() < until_s:
                await controller.ping()
                await asyncio.sleep(1.0)

        await use(loop.time() + STEP_S)
        assert not told(EventKind.STRAINED)
        for rate in RATES:  # noqa: B007 - flip reads it
            await use(loop.time() + STEP_S)  # raises if anything is lost
        assert told(EventKind.STRAINED) and not told(EventKind.LOST)
        rate = 0.03
        with pytest.raises(VulkarError):
            await use(loop.time() + 20 * STEP_S)
        kinds = [event.kind for event in events]
        if EventKind.LOST in kinds:
            assert kinds.index(EventKind.STRAINED) < kinds.index(EventKind.LOST)

    on_chip(main)
