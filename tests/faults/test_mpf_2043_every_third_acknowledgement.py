"""missionpinball/mpf#2043: a board dropped every third acknowledgement."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from tests.faults.report import fault
from tests.faults.tap import Tap
from tests.link.chip import BOARD, Still, on_chip
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.sim.lockstep import Sim

RELEASES = 10


@fault(
    "missionpinball/mpf#2043",
    holds="Every third acknowledgement is lost, or comes after its command was repeated, or comes "
    "twice: each move and each release is carried out once.",
    sees="nothing but a higher share of repeats in `vulkar monitor`",
)
@pytest.mark.parametrize("kind", ["lost", "late", "twice", "lost and late"])
def test_each_action_is_carried_out_once(kind: str) -> None:
    async def main(sim: Sim, world: Still) -> None:
        loop = asyncio.get_running_loop()
        acknowledgements = 0

        def back(frame: int, line: bytes) -> Iterable[bytes]:
            nonlocal acknowledgements
            if frame != wire.ACK:
                return (line,)
            acknowledgements += 1
            third = acknowledgements % 3
            if third == 0 and "lost" in kind:
                return ()
            if (third == 0 or (third == 1 and "lost" in kind)) and "late" in kind:
                loop.call_later(0.4, tap.arrive, line)  # its command was repeated meanwhile
                return ()
            return (line, line) if third == 0 else (line,)

        tap = Tap(sim.transport, back=back)
        controller = Controller(tap, BOARD)
        events: list[Event] = []
        controller.subscribe(events.append)
        await controller.connect()
        for number in range(1, RELEASES + 1):
            await controller.arm()
            await controller.servo("turret", 1400 + 20 * number)
            await controller.release("A", "east", number)
            await asyncio.sleep(1.3)
            assert world.openings == {"A": number}
        moves = [event.value for event in events if event.kind is EventKind.SERVO_DONE]
        assert moves == list(range(1, RELEASES + 1))
        gates = [event.value for event in events if event.kind is EventKind.GATE]
        assert gates == [wire.OPEN, wire.CLOSED] * RELEASES
        repeats = tap.sent.count(wire.RELEASE) + tap.sent.count(wire.SERVO) - 2 * RELEASES
        assert (repeats > 0) == (kind != "twice")

    on_chip(main)
