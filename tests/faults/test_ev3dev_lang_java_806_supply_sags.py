"""ev3dev-lang-java#806, NasaRmc2018#55: a stalled motor browns the controller out, and what it
drove goes on as soon as the power is back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from sim.chip.standin import StandIn
from tests.faults.report import fault
from vulkar.devices.board import Board, load_board
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.sags import Sags
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Lockstep, Sim

MAP = load("classic")
WEAK_MOHM = 3_000.0  # a stalled servo takes the supply below what a Pico runs on
SOFT_MOHM = 1_200.0  # and with this one only below the board's sag_mv


def play(board: Board, main: Callable[[Sim], Awaitable[None]]) -> None:
    with Lockstep(wiring_of(board, MAP), StandIn(), 1) as simulation:
        simulation.run(main)


async def opened(sim: Sim, board: Board, sags: Sags) -> Controller:
    """A new connection, as a host makes it after a loss: it tells what the controller forgot."""
    controller = Controller(sim.open_port(), board)
    hello = await controller.connect()
    for age_ms in sags.came(hello, asyncio.get_running_loop().time()):
        await controller.sagged(age_ms)
    return controller


@fault(
    "ev3dev-lang-java/ev3dev-lang-java#806",
    holds="Stall, sag and reset, three times, on both boards: outputs off, nothing moves without a "
    "new ARM, and the second start in a row by power is a latched fault.",
    sees="that the controller has restarted, with the cause; then the fault of the supply",
)
@pytest.mark.parametrize("name", ["classic", "expander"])
def test_stall_sag_reset_three_times(name: str) -> None:
    board = load_board(name)

    async def main(sim: Sim) -> None:
        turret, sags = board.turret.output, Sags()
        controller = await opened(sim, board, sags)
        sim.rig.faults.stalled.add(turret)
        sim.rig.faults.source_mohm = WEAK_MOHM
        for time in range(3):
            if time < 2:
                await controller.arm()
                runs = sim.chip.runs
                with pytest.raises(VulkarError) as lost:
                    await controller.servo("turret", 900 + 400 * time)
                assert lost.value.code == "link.lost" and sim.chip.runs == runs + 1
                stood = sim.rig.servos[turret].at_us
                await asyncio.sleep(1.0)
                controller = await opened(sim, board, sags)
                await asyncio.sleep(1.0)
                assert not sim.rig.outputs.rail and sim.rig.outputs.pulse_us(turret) is None
                assert sim.rig.servos[turret].at_us == stood
                with pytest.raises(VulkarError) as refused:
                    await controller.servo("turret", 900)
                wanted = wire.NOT_ARMED if time == 0 else wire.LATCHED
                assert refused.value.params["result"] == wanted
            else:
                with pytest.raises(VulkarError, match="latched"):
                    await controller.arm()
                assert controller.state == "fault"
        sim.rig.faults.stalled.clear()
        sim.rig.faults.source_mohm = 150.0
        await controller.clear()
        await controller.arm()
        await controller.servo("turret", 1500)
        assert abs(sim.rig.servos[turret].at_us - 1500) < 6.0
        await controller.close()

    play(board, main)


@fault(
    "ev3dev-lang-java/ev3dev-lang-java#806",
    holds="The supply sags and the controller lives on: disarmed; the second time it is a fault.",
    sees="a warning, then the fault of the supply",
)
def test_a_sag_that_resets_nothing_disarms_and_the_second_is_a_fault() -> None:
    board = load_board("classic")

    async def main(sim: Sim) -> None:
        controller = await opened(sim, board, Sags())
        sim.rig.faults.stalled.add(board.turret.output)
        for state in ("ready", "fault"):
            sim.rig.faults.source_mohm = SOFT_MOHM
            await controller.arm()
            with pytest.raises(VulkarError) as stopped:
                await controller.servo("turret", 1500)
            assert stopped.value.code == "link.stopped"
            await asyncio.sleep(0.3)
            assert controller.state == state and not sim.rig.outputs.rail
            sim.rig.faults.source_mohm = 150.0
            await asyncio.sleep(1.5)
        assert 4_900 < controller.stats.chip_supply_mv <= 5_000
        await controller.close()

    play(board, main)


@fault(
    "ev3dev-lang-java/ev3dev-lang-java#806",
    holds="A PWM chip that goes on through the controller's reset: its outputs are disabled.",
    sees="`link.restarted`",
)
def test_a_pwm_chip_that_goes_on_through_a_reset_moves_nothing() -> None:
    board = load_board("expander")

    async def main(sim: Sim) -> None:
        controller = await opened(sim, board, Sags())
        chip = sim.rig.outputs.pwm_chip
        assert chip is not None
        await controller.arm()
        await controller.servo("turret", 1500)
        await controller.servo("turret", 900, wait=False)
        await asyncio.sleep(0.1)
        assert chip.pulse_us(0) is not None
        sim.power_cycle()
        assert not chip.asleep and not chip._full_off(0)  # it has noticed nothing
        assert not chip.enabled and not sim.rig.outputs.rail
        await asyncio.sleep(1.0)
        stood = sim.rig.servos[board.turret.output].at_us
        controller = await opened(sim, board, Sags())
        assert chip.asleep
        await controller.arm()
        await asyncio.sleep(1.0)
        assert sim.rig.servos[board.turret.output].at_us == stood
        await controller.close()

    play(board, main)


@fault(
    "ev3dev-lang-java/ev3dev-lang-java#806",
    holds="A PWM chip that loses its power or plug in the middle of a move: rail off, a fault.",
    sees="the fault, by name",
)
def test_a_pwm_chip_that_is_unplugged_in_mid_move_is_a_fault_by_name() -> None:
    board = load_board("expander")

    async def main(sim: Sim) -> None:
        controller = await opened(sim, board, Sags())
        await controller.arm()
        sim.rig.faults.pwm_chip_gone = True
        with pytest.raises(VulkarError) as stopped:
            await controller.servo("turret", 1500)
        assert stopped.value.code == "link.stopped" and "fault" in str(stopped.value)
        assert not sim.rig.outputs.rail
        with pytest.raises(VulkarError):
            await controller.clear()
        sim.rig.faults.pwm_chip_gone = False
        await controller.clear()
        await controller.close()

    play(board, main)
