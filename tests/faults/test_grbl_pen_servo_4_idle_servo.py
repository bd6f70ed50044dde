"""bdring/Grbl_Pen_Servo#4: an idle servo hums and heats, and jerks when it is stopped."""

from __future__ import annotations

import asyncio

import pytest

from sim.chip.standin import StandIn
from tests.faults.report import fault
from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Lockstep, Sim

BOARD, MAP = load_board("classic"), load("classic")
TURRET = BOARD.turret


@fault(
    "bdring/Grbl_Pen_Servo#4",
    holds="A servo is detached once it is there, and no minute has more pulses than its budget, "
    "however often it is asked to move.",
    sees="`link.refused` with how long to wait",
)
def test_nothing_holds_a_servo_however_often_it_is_asked() -> None:
    """500 moves an hour and a hold of ten minutes: see case_safety.py of the firmware's tests."""

    async def main(sim: Sim) -> tuple[int, int]:
        controller = Controller(sim.transport, BOARD)
        await controller.connect()
        await controller.arm()
        pulsing = hot = 0
        for n in range(600):  # a minute
            try:
                await controller.servo(TURRET.name, 1500 + n % 2 * 700, wait=False)
            except VulkarError as error:
                assert error.params["result"] == wire.HOT
                hot += 1
            await asyncio.sleep(0.1)
            pulsing += sim.rig.outputs.pulse_us(TURRET.output) is not None
        await asyncio.sleep(1.0)
        assert sim.rig.outputs.pulse_us(TURRET.output) is None
        await controller.close()
        return pulsing, hot

    with Lockstep(wiring_of(BOARD, MAP), StandIn(), 1) as simulation:
        pulsing, hot = simulation.run(main)
    assert pulsing * 0.1 <= TURRET.budget_ms / 1000 and hot > 300


@fault(
    "bdring/Grbl_Pen_Servo#4",
    holds="Disarmed or stopped at every phase of the 20 ms frame: the last pulse is a whole one.",
    sees="nothing",
)
@pytest.mark.parametrize("stop", ["disarm", "estop"])
def test_stopped_at_any_phase_of_the_frame_no_pulse_is_cut_short(stop: str) -> None:
    async def main(sim: Sim) -> None:
        controller = Controller(sim.transport, BOARD)
        await controller.connect()
        part = sim.rig.pwm
        await controller.arm()
        await controller.servo(TURRET.name, 1500)
        for phase in range(0, 20, 2):
            await controller.arm()
            await controller.servo(TURRET.name, 1500 + phase, wait=False)
            await asyncio.sleep(0.040 + phase / 1000)
            seen = set()
            await getattr(controller, stop)()
            for _ in range(30):
                seen.add(part.pulse_us(TURRET.output))
                assert not part.is_high(TURRET.output)
                await asyncio.sleep(0.001)
            assert seen <= {1500.0 + phase, None} and None in seen, seen
            if stop == "estop":
                await controller.clear()
        await controller.close()

    with Lockstep(wiring_of(BOARD, MAP), StandIn(), 1) as simulation:
        simulation.run(main)
