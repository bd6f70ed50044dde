"""micropython/micropython#9870: a task of the firmware died with its outputs on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.faults import fuses
from tests.faults.report import fault
from tests.link.chip import BOARD, Still, on_chip
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.sim.lockstep import Sim

NOBODY = 0xFFFF
# what must have been reached, or this test brings nothing about
PARTS = {
    "app.pass_once",
    "app._read",
    "session.receive",
    "session._take",
    "session._command",
    "session._ask",
    "session._ask_field",
    "session.output",
    "session._periodic",
    "session.wait_ms",
    "session.step",
    "board.step",
    "board._tick",
    "board.move",
    "board.release",
    "inputs.changed",
    "duty.add",
    "duty.wait_ms",
    "board.cut",
    "servo.move",
    "servo.step",
    "servo._write",
    "servo.off",
    "gate.open",
    "gate._close",
    "gate.step",
    "field.step",
    "field.report",
    "events.add",
    "events.frame",
    "releases.add",
    "answered.keep",
    "reports.heartbeat",
    "reports.stats",
    "wire.encode",
    "wire.feed",
}


class Bench:
    """A connection to a fused board that is made anew when it is lost."""

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self.events: list[Event] = []
        self.releases = 0
        self.link: Controller | None = None

    async def armed(self) -> Controller:
        """A board that is armed, whatever it was before."""
        await asyncio.sleep(1.0)  # no servo may spend its duty budget
        for _ in range(3):
            try:
                if self.link is None:
                    self.link = Controller(self.sim.open_port(), BOARD, any_firmware=True)
                    self.link.subscribe(self.events.append)
                    await self.link.connect()
                await self.link.clear()
                await self.link.arm()
            except VulkarError:
                self.link = None
                await asyncio.sleep(wire.WATCHDOG_MS / 1000)
            else:
                return self.link
        raise AssertionError("the board does not come back")

    async def everything(self, link: Controller) -> None:
        """All that a game asks of a board, with a servo and a gate on their ways."""
        self.releases += 1
        gate = list(BOARD.gates.values())[self.releases % len(BOARD.gates)]
        way = next(iter(gate.ways))
        pulse_us = 1400 + 200 * (self.releases % 2)
        work: list[Awaitable[Any]] = [
            link.servo("turret", pulse_us, wait=False),
            link.release(gate.source, way, self.releases),
            link.release_status(self.releases),
            link.watch_start(),
            link.watch_report([3]),
            link.raw(),
            link.snapshot(),
            link.servo_state("turret"),
        ]
        await asyncio.gather(*work, return_exceptions=True)
        for _ in range(8):
            await asyncio.sleep(0.1)
            if self.raised:
                await asyncio.sleep(0.1)
                break

    @property
    def raised(self) -> bool:
        """A fuse has blown since the events were cleared."""
        told = {event.kind for event in self.events}
        console = "".join(e.text for e in self.events if e.kind is EventKind.CONSOLE)
        return EventKind.FAULT in told or EventKind.LOST in told or "planted" in console

    def pulses(self) -> list[str]:
        """The servos that have a pulse now."""
        return [
            name
            for name, servo in BOARD.servos.items()
            if self.sim.rig.pwm.pulse_us(servo.pin) is not None
        ]


@fault(
    "micropython/micropython#9870",
    holds="Each function of the firmware's loop is made to raise once, in the middle of a move and "
    "a release: all outputs off within a frame of the servos, and the fault stays latched; where "
    "the fault's own handling raises, the controller ends with its outputs off and is restarted "
    "disarmed. A gate whose timer dies is closed by the loop.",
    sees="the fault *firmware exception* or *gate timer* with a traceback in the console, "
    "`link.refused` until it is cleared; or `link.restarted`",
)
def test_whichever_part_of_the_loop_raises_the_outputs_are_off(tmp_path: Path) -> None:
    firmware, names = fuses.fused(tmp_path)
    reached: set[str] = set()

    async def main(sim: Sim, world: Still) -> None:
        bench = Bench(sim)
        for number, name in enumerate(names):
            link = await bench.armed()
            bench.events.clear()
            runs = sim.chip.runs
            with suppress(VulkarError):
                await link.ask(wire.PING, fuses.order(number))
                await bench.everything(link)
            if not bench.raised:
                with suppress(VulkarError):
                    await link.estop()
                    await asyncio.sleep(0.2)
            if not bench.raised:
                await link.ask(wire.PING, fuses.order(NOBODY))
                continue
            reached.add(name)
            told = {event.kind for event in bench.events}
            assert bench.pulses() == [], f"{name} left them on"
            if sim.chip.runs == runs and EventKind.LOST not in told:
                assert link.state == "fault", name
            else:
                bench.link = None
                await asyncio.sleep(wire.WATCHDOG_MS / 1000)
                assert sim.chip.runs == runs + 1, name
                assert bench.pulses() == []

    on_chip(main, firmware)
    assert PARTS - reached == set()


@fault(
    "micropython/micropython#9870",
    holds="A part that raises in every pass: outputs off, then the controller gives up and is "
    "restarted, disarmed and unsealed.",
    sees="`link.lost` or `link.restarted`; `vulkar doctor` names the cause of the reset",
)
def test_a_part_that_raises_for_ever_ends_in_a_restart_with_outputs_off(tmp_path: Path) -> None:
    firmware, names = fuses.fused(tmp_path)

    async def main(sim: Sim, world: Still) -> None:
        bench = Bench(sim)
        for name in ("board.step", "session.output"):
            link = await bench.armed()
            runs = sim.chip.runs
            move = asyncio.ensure_future(link.servo("turret", 1500 + 100 * (runs % 2)))
            await asyncio.sleep(0.05)
            arming = fuses.order(names.index(name), fuses.ALWAYS)
            blown = asyncio.ensure_future(link.ask(wire.PING, arming))
            await asyncio.sleep(0.1)
            assert bench.pulses() == []
            await asyncio.gather(move, blown, return_exceptions=True)
            await asyncio.sleep(wire.WATCHDOG_MS / 1000 + 2.0)
            assert sim.chip.runs == runs + 1 and bench.pulses() == []
            bench.link = None
            link = await bench.armed()
            assert link.hello is not None and link.hello.config_crc == 0

    on_chip(main, firmware)
