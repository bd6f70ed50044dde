"""The real firmware in lockstep, on the stand-in world with the classic board's wiring."""

from __future__ import annotations

import asyncio

import pytest

from sim.chip.standin import StandIn
from vulkar.devices.board import load_board
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.chip import Interpreter, pick_interpreter
from vulkar.sim.lockstep import Lockstep, Sim

BOARD = load_board("classic")
MAP = load("classic")


@pytest.mark.parametrize("interpreter", sorted({pick_interpreter(), Interpreter.CPYTHON}))
def test_it_connects_pings_and_lets_a_marble_go(interpreter: Interpreter) -> None:
    async def main(sim: Sim) -> tuple[str, int, int]:
        controller = Controller(sim.transport, BOARD, any_firmware=True)
        await controller.connect()
        await asyncio.sleep(1)
        began_us = sim.clock.now_us
        await controller.ping()
        ping_us = sim.clock.now_us - began_us
        await controller.arm()
        armed_us = sim.clock.now_us
        await controller.release("idol", "out", 1)
        await asyncio.sleep(3)
        await controller.close()
        assert sim.world.gates["idol"] < 0.02  # shut again, but for the servo's deadband
        return sim.chip.interpreter, ping_us, sim.world.left_us - armed_us

    with Lockstep(wiring_of(BOARD, MAP), StandIn(), 1, interpreter=interpreter) as simulation:
        name, ping_us, left_us = simulation.run(main)
    assert name == interpreter
    # two USB frames are 2 ms; the rest is the chip's work and the phase of its scan
    assert 2_500 < ping_us < 8_000
    assert 20_000 < left_us < 200_000
    print(f"modelled ping under {name}: {ping_us / 1000:.2f} ms")


def test_every_sensor_and_servo_has_its_wire() -> None:
    wiring = wiring_of(BOARD, MAP)
    assert sorted(wiring.hall_address) == list(range(128))
    assert {gate.source for gate in wiring.gates.values()} == set(MAP.sources)
    assert {plate.id for plate in wiring.diverters.values()} == set(MAP.diverters)
    assert len(list(wiring.servo_starts())) == len(BOARD.servos)


def test_each_push_opens_its_own_way() -> None:
    wiring = wiring_of(BOARD, MAP)
    for gate in wiring.gates.values():
        pushes = [r.push for r in MAP.routes.values() if r.source == gate.source and r.push]
        pulses = [BOARD.gates[gate.source].ways[push] for push in pushes]
        assert [gate.opening(us) for us in pulses] == [-1.0, 1.0][: len(pushes)]
