"""missionpinball/mpf#2036: one lost reply froze the start for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.faults.report import fault
from tests.faults.tap import NO_FRAME, Tap
from tests.link.chip import BOARD, Still, on_chip
from vulkar.errors import VulkarError
from vulkar.link import connect, wire
from vulkar.link.controller import Controller
from vulkar.sim.lockstep import Sim

OTHER = replace(BOARD, slow_ms=BOARD.slow_ms + 1)  # another configuration: each seal is a whole one


class Lossy:
    """Loses the frames of the controller with these numbers, counted from 1."""

    def __init__(self, *lost: int) -> None:
        self.lost = set(lost)
        self.count = 0

    def __call__(self, kind: int, line: bytes) -> Iterable[bytes]:
        self.count += kind != NO_FRAME
        return () if self.count in self.lost and kind != NO_FRAME else (line,)


async def play(controller: Controller, number: int) -> None:
    """Everything that a roll asks of a controller."""
    await controller.arm()
    await controller.servo("turret", 1500 + 40 * (number % 2))
    await controller.watch_start()
    gate = list(BOARD.gates.values())[number % len(BOARD.gates)]
    await controller.release(gate.source, next(iter(gate.ways)), number)
    await controller.watch_report([3, 4])
    await controller.raw()
    await controller.disarm()
    await asyncio.sleep(1.3)  # the gate closes and settles


@fault(
    "missionpinball/mpf#2036",
    holds="The k-th frame of the controller is lost, for every k of handshake and configuration, "
    "or the k-th and the next one: it is asked for again.",
    sees="nothing",
)
def test_any_lost_reply_of_the_handshake_is_asked_for_again() -> None:
    async def main(sim: Sim, world: Still) -> None:
        boards = (OTHER, BOARD)
        for lost in range(1, 200):
            lossy = Lossy(lost, lost + lost % 3 // 2)
            controller = Controller(Tap(sim.open_port(), back=lossy), boards[lost % 2])
            await controller.connect()
            assert controller.state == "ready" and sim.chip.runs == 1
            await controller.close()
            if lossy.count < lost:
                break
        assert 30 < lost < 199

    on_chip(main)


@fault(
    "missionpinball/mpf#2036",
    holds="The k-th frame of the controller is lost, for every k of all that a roll asks of it: it "
    "is asked for again, and everything is carried out once.",
    sees="nothing",
)
def test_any_lost_reply_of_a_roll_is_asked_for_again() -> None:
    async def main(sim: Sim, world: Still) -> None:
        lossy = Lossy()
        controller = Controller(Tap(sim.transport, back=lossy), BOARD)
        await controller.connect()
        for lost in range(1, 200):
            lossy.count, lossy.lost = 0, {lost}
            await play(controller, lost)
            assert sum(world.openings.values()) == lost
            if lossy.count < lost:
                break
        assert 25 < lost < 199

    on_chip(main)


@fault(
    "missionpinball/mpf#2036",
    holds="From the k-th frame on nothing comes any more: the start ends with an error that names "
    "the port, within seconds, whatever k is.",
    sees="`link.not_vulkar`, `link.timeout` or `link.lost`",
)
def test_a_controller_that_falls_silent_in_the_handshake_is_a_named_error() -> None:
    async def main(sim: Sim, world: Still) -> None:
        loop = asyncio.get_running_loop()
        codes = set()
        boards = (OTHER, BOARD)
        for kept in range(50):
            silent = Lossy(*range(kept + 1, 1000))
            controller = Controller(Tap(sim.open_port(), back=silent), boards[kept % 2])
            began_s = loop.time()
            try:
                await controller.connect()
            except VulkarError as exc:
                assert controller.port in str(exc)
                codes.add(exc.code)
                assert loop.time() - began_s < connect.GREETING_S + 2 * connect.CONFIG_S
            else:
                break
        assert kept > 20
        assert codes <= {"link.not_vulkar", "link.timeout", "link.lost"} and len(codes) > 1

    on_chip(main)


@fault(
    "missionpinball/mpf#2036",
    holds="One command is never answered while everything else is: it is repeated a bounded number "
    "of times, then it ends with an error of its own, and the link goes on.",
    sees="`link.timeout`; `link.unknown` for a release whose fate cannot be asked for",
)
def test_a_command_that_is_never_answered_ends_and_the_link_goes_on() -> None:
    async def main(sim: Sim, world: Still) -> None:
        deaf_to: list[int] = []

        def there(kind: int, line: bytes) -> Iterable[bytes]:
            return () if kind in deaf_to else (line,)

        tap = Tap(sim.transport, there=there)
        controller = Controller(tap, BOARD)
        await controller.connect()
        await controller.arm()
        asked = (
            (wire.PING, controller.ping),
            (wire.SERVO, lambda: controller.servo("turret", 1500)),
            (wire.SNAPSHOT, controller.snapshot),
            (wire.RAW, controller.raw),
        )
        for kind, ask in asked:
            deaf_to[:] = [kind]
            before = tap.sent.count(kind)
            with pytest.raises(VulkarError) as caught:
                await ask()  # type: ignore[operator]
            assert caught.value.code == "link.timeout"
            assert 2 < tap.sent.count(kind) - before < 250
            deaf_to.clear()
            assert await controller.ping() > 0
            await controller.arm()
        deaf_to[:] = [wire.RELEASE, wire.RELEASE_STATUS]
        with pytest.raises(VulkarError) as caught:
            await controller.release("A", "east", 2)
        assert caught.value.code == "link.unknown"
        assert tap.sent.count(wire.RELEASE) < 50
        assert world.openings == {}

    on_chip(main)
