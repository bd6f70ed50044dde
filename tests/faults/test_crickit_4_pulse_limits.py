"""adafruit/Adafruit_CircuitPython_Crickit#4: pulse limits beyond the mechanics burnt servos, and
the start drove every servo to 0."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.faults.report import fault
from tests.link.chip import BOARD, Still, on_chip
from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.resources import boards_dir
from vulkar.sim.lockchip import Note
from vulkar.sim.lockstep import Sim
from vulkar.sim.shims import chipwire

BEYOND = (
    {"min_us": 0},
    {"min_us": 399},
    {"max_us": 2601},
    {"max_us": 20000},
    {"min_us": 2200, "max_us": 800},
    {"speed_us_s": 0},
    {"settle_ms": 60000},
)


def wider(change: dict[str, int]) -> Any:
    """The classic board whose turret has other limits, as if no file had been checked."""
    return replace(BOARD, servos={**BOARD.servos, "turret": replace(BOARD.turret, **change)})


@fault(
    "adafruit/Adafruit_CircuitPython_Crickit#4",
    holds="Limits that no servo has, crossed limits, NaN and infinity in the board's file are "
    "refused when it is read.",
    sees="`board.value` with file, line and reason",
)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("min_us", "0"),
        ("min_us", "-500"),
        ("min_us", "399"),
        ("max_us", "2601"),
        ("max_us", "1e9"),
        ("min_us", "nan"),
        ("max_us", "inf"),
        ("min_us", "2299"),
    ],
)
def test_limits_in_the_file_are_checked_when_it_is_read(
    tmp_path: Path, key: str, value: str
) -> None:
    text = (boards_dir() / "classic.toml").read_text()
    head, _, rest = text.partition("[servo.turret]")
    own = f"{key} = {getattr(BOARD.turret, key)}"
    assert own in rest
    path = tmp_path / "board.toml"
    path.write_text(head + "[servo.turret]" + rest.replace(own, f"{key} = {value}", 1))
    if value == "2299":  # allowed as such, but the pointer's own points lie beyond
        board = load_board(path)
        with pytest.raises(VulkarError) as caught:
            board.turret.to_us(90.0)
        assert caught.value.code == "board.reach"
        return
    with pytest.raises(VulkarError) as caught:
        load_board(path)
    assert caught.value.code == "board.value"
    assert str(path) in str(caught.value) and key in str(caught.value)


@fault(
    "adafruit/Adafruit_CircuitPython_Crickit#4",
    holds="The firmware checks the same limits at the seal, whatever the host believes, and goes "
    "on unsealed.",
    sees="`link.config` with the item that is impossible",
)
def test_the_firmware_refuses_limits_that_no_servo_has() -> None:
    async def main(sim: Sim, world: Still) -> None:
        for change in BEYOND:
            with pytest.raises(VulkarError) as caught:
                await Controller(sim.open_port(), wider(change)).connect()
            assert caught.value.code == "link.config", change
        good = Controller(sim.open_port(), BOARD)
        hello = await good.connect()
        assert hello.state == "unsealed" and sim.chip.runs == 1

    on_chip(main)


@fault(
    "adafruit/Adafruit_CircuitPython_Crickit#4",
    holds="A place that a servo cannot reach (NaN, infinite, -1e9, 181 of a plate, 400 degrees) is "
    "refused before anything is sent; so is a number that is no pulse, and the firmware refuses "
    "each pulse beyond its seal.",
    sees="`board.reach`, `link.refused` with *outside the limits*",
)
def test_places_and_pulses_out_of_reach_move_nothing() -> None:
    for name, servo in BOARD.servos.items():
        for value in (math.nan, math.inf, -math.inf, -1e9, 1e9, 400.0):
            with pytest.raises(VulkarError) as caught:
                servo.to_us(value)
            assert caught.value.code == "board.reach"
        if name != "turret":
            with pytest.raises(VulkarError):
                servo.to_us(181.0)

    async def main(sim: Sim, world: Still) -> None:
        controller = Controller(sim.transport, BOARD)
        await controller.connect()
        await controller.arm()
        await asyncio.sleep(1.0)  # arming makes sure that the gates are shut
        for name, servo in BOARD.servos.items():
            beyond = (servo.min_us - 1, servo.max_us + 1, 0, 1, 65535, 65536, -1, 10**9)
            for pulse in (*beyond, math.nan, math.inf, -1e9):
                with pytest.raises(VulkarError) as caught:
                    await controller.servo(name, pulse)  # type: ignore[arg-type]
                assert caught.value.code == "link.refused", (name, pulse)
        pulses = [sim.rig.pwm.pulse_us(servo.pin) for servo in BOARD.servos.values()]
        assert pulses == [None] * len(pulses)
        for size in (0, 1, 2, 4, 8):
            with pytest.raises(VulkarError, match=r"bad payload|unknown command"):
                await controller.command(wire.SERVO, bytes(size))

    on_chip(main)


@fault(
    "adafruit/Adafruit_CircuitPython_Crickit#4",
    holds="No pulse before ARM: not at the start, not at the seal, not at a second connection. "
    "Arming alone moves no pointer: where it stands is not known, and it stays there.",
    sees="nothing",
)
def test_there_is_no_pulse_before_arm_and_none_to_a_start_position() -> None:
    pulses: list[tuple[int, int]] = []

    async def main(sim: Sim, world: Still) -> None:
        take = sim.rig.take

        def watched(notes: Any) -> None:
            kept: list[Note] = list(notes)
            pulses.extend(
                (note.pin, note.value)
                for note in kept
                if note.kind in (chipwire.PWM_DUTY_NS, chipwire.PWM_DUTY_U16) and note.value
            )
            take(kept)

        sim.rig.take = watched  # type: ignore[method-assign]
        for _ in range(2):
            controller = Controller(sim.open_port(), BOARD)
            await controller.connect()
            await asyncio.sleep(5.0)
            with pytest.raises(VulkarError, match="not armed"):
                await controller.servo("turret", 1500)
            assert pulses == []
            await controller.close()
        sim.power_cycle()
        await asyncio.sleep(3.0)
        controller = Controller(sim.open_port(), BOARD)
        await controller.connect()
        assert pulses == []
        await controller.arm()
        await asyncio.sleep(1.0)
        shut = {gate.servo.pin: gate.closed_us * 1000 for gate in BOARD.gates.values()}
        assert pulses and {shut.get(pin) == ns for pin, ns in pulses} == {True}

    on_chip(main)
