"""The board with PWM chip, shift registers and lamps: a whole roll on the real firmware."""

from __future__ import annotations

import asyncio
import random

from vulkar.devices.board import load_board
from vulkar.devices.lamps import Lamps
from vulkar.island.port import RollOrder, RollReport
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands

ISLAND = load("classic")
BOARD = load_board("expander")
TURRET = 0  # channel of the PWM chip
MISSED, HIT = "WT10", "VP4"  # an analogue sensor and a switch


def test_it_aims_over_the_bus_and_feels_through_multiplexers_and_switches() -> None:
    assert not BOARD.halls.is_switch(BOARD.halls.address(MISSED))
    assert BOARD.halls.is_switch(BOARD.halls.address(HIT))
    route = next(r for r in ISLAND.routes.values() if r.source == "idol" and HIT in r.spaces)

    async def main(sim: Sim) -> RollReport:
        chip = sim.rig.outputs.pwm_chip
        lamps = sim.rig.outputs.lamps
        assert chip is not None and lamps is not None
        controller = Controller(sim.transport, BOARD)
        hands = Hands(sim.world, ISLAND, random.Random(3))
        pulses: list[float] = []

        async def look() -> None:
            while True:
                pulses.append(chip.pulse_us(TURRET) or 0.0)
                await asyncio.sleep(0.1)

        looking = asyncio.create_task(look())
        island = SerialIsland(controller, ISLAND, BOARD, hands)
        await island.open()
        assert chip.asleep and not chip.enabled  # sealed, not armed
        sim.world.place("red", HIT, 0.2, -0.3, 1.0)
        sim.world.place("blue", MISSED, 0.2, -0.3, 1.0)
        shown = Lamps(controller, [space for space, _ in BOARD.halls.sensors])
        await shown.show({HIT: (255, 0, 0), MISSED: (0, 0, 9)})
        await asyncio.sleep(1.5)
        assert await island.observe() == {s: s in (HIT, MISSED) for s in island.parts.halls.sensors}
        report = await island.roll(RollOrder(1, route.id, "red", {"red": HIT, "blue": MISSED}))
        facing = ISLAND.idol.facings[str(route.facing)].compass_deg
        assert abs(sim.world.turret_deg - facing) < 1.0
        looking.cancel()
        assert 0.0 < sum(map(bool, pulses)) / len(pulses) < 0.5  # it rests once it is there
        await island.close()
        await asyncio.sleep(1.0)
        assert chip.asleep and not chip.enabled and not sim.rig.outputs.rail
        colours = lamps.colours
        assert colours[BOARD.halls.address(HIT)] == (255, 0, 0)
        assert colours[BOARD.halls.address(MISSED)] == (0, 0, 9)
        assert sum(map(sum, colours)) == 264
        return report

    report = run(main, ISLAND, BOARD, 5)
    touched = {touch.pawn: touch.touched for touch in report.touches}
    assert touched == {"red": True, "blue": False}
