"""missionpinball/mpf#1340: the controller rebooted, and nobody saw it."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path

import pytest

from tests.faults.report import fault
from tests.faults.tap import Tap
from tests.link.chip import BOARD, Still, on_chip, planted
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.resources import firmware_dir
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Sim
from vulkar.sim.pty import RealtimeBoard

BANNER = b"MicroPython v1.26.0 on 2025-08-09; Raspberry Pi Pico with RP2040\r\nType help()\r\n>>> "
WATCHDOG = 3


@fault(
    "missionpinball/mpf#1340",
    holds="The boot banner cuts a frame in two and the port stays open: the restart is noticed by "
    "its boot number, at every place of the frame, and a frame in two halves is never believed.",
    sees="`link.restarted` with the cause of the reset",
)
def test_a_banner_in_the_middle_of_a_frame_is_a_restart() -> None:
    async def main(sim: Sim, world: Still) -> None:
        hello = struct.pack(wire.F_HELLO0, 0, 1, 0, 0, 99, WATCHDOG, 127, 0, wire.UNSEALED, 0)
        greeting = wire.encode(wire.HELLO, 0, hello)
        whole = wire.encode(wire.ACK, 7, struct.pack(wire.F_ACK, wire.OK, 0))
        for cut in range(len(whole)):
            tap = Tap(sim.open_port())
            controller = Controller(tap, BOARD)
            events: list[Event] = []
            controller.subscribe(events.append)
            await controller.connect()
            tap.arrive(whole[:cut] + BANNER + b"\n" + greeting)
            with pytest.raises(VulkarError, match="watchdog") as caught:
                await controller.ping()
            assert caught.value.code == "link.restarted"
            assert [event.kind for event in events if event.kind is EventKind.LOST]
            await controller.close()

    on_chip(main)


@fault(
    "missionpinball/mpf#1340",
    holds="Power is off and on in the middle of a move, behind a port that stays there: noticed "
    "without a question; the board is unsealed and disarmed until it is opened anew.",
    sees="`link.restarted`",
)
def test_a_power_cycle_behind_an_open_port_is_noticed_and_disarms() -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, load("classic")), Still(), 1) as board,
        ):
            controller = Controller(open_port(board.path), BOARD)
            lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()

            def heard(event: Event) -> None:
                if event.kind is EventKind.LOST and not lost.done():
                    lost.set_result(event.text)

            controller.subscribe(heard)
            await controller.connect()
            await controller.arm()
            move = asyncio.ensure_future(controller.servo("turret", 1500))
            await asyncio.sleep(0.15)
            board.power_cycle()
            with pytest.raises(VulkarError) as caught:
                await move
            assert caught.value.code in ("link.restarted", "link.lost")
            await lost
            again = Controller(open_port(board.path), BOARD)
            hello = await again.connect()
            assert (hello.state, hello.config_crc) == ("unsealed", 0)
            assert again.state == "ready"
            pins = [servo.pin for servo in BOARD.servos.values()]
            assert [board.rig.pwm.pulse_us(pin) for pin in pins] == [None] * len(pins)
            with pytest.raises(VulkarError, match="not armed"):
                await again.servo("turret", 1500)
            await again.close()

    asyncio.run(main())


@fault(
    "missionpinball/mpf#1340",
    holds="The watchdog restarts a firmware that hangs, in the middle of a move: outputs off, and "
    "the new start says why.",
    sees="`link.lost` or `link.restarted`; `vulkar doctor` names the watchdog",
)
def test_a_firmware_that_hangs_is_restarted_and_says_so(tmp_path: Path) -> None:
    hang = "        if kind == wire.RAW:\n            while True:\n                ticks.ms()\n"
    text = (firmware_dir() / "island" / "session.py").read_text()
    line = next(row for row in text.splitlines(keepends=True) if '"""The answer to a que' in row)
    firmware = planted(tmp_path, "session.py", line, hang)

    async def main(sim: Sim, world: Still) -> None:
        controller = Controller(sim.transport, BOARD, any_firmware=True)
        await controller.connect()
        await controller.arm()
        move = asyncio.ensure_future(controller.servo("turret", 1500))
        await asyncio.sleep(0.05)
        with pytest.raises(VulkarError) as caught:
            await controller.raw()
        assert caught.value.code in ("link.lost", "link.restarted", "link.timeout")
        await asyncio.gather(move, return_exceptions=True)
        await asyncio.sleep(wire.WATCHDOG_MS / 1000 + 1.0)
        assert sim.chip.runs == 2
        pulses = [sim.rig.pwm.pulse_us(servo.pin) for servo in BOARD.servos.values()]
        assert pulses == [None] * len(pulses)
        again = Controller(sim.open_port(), BOARD, any_firmware=True)
        hello = await again.connect()
        assert (hello.reset_cause, hello.state) == (WATCHDOG, "unsealed")

    on_chip(main, firmware)
