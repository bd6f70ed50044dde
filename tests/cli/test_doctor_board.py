"""What doctor says of the hall field: no living sensor is called dead, and no dead one living."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

from rich.console import Console

from tests.island.chain import BOARD
from tests.link.chip import on_chip
from vulkar.cli.doctor_board import Only, examine
from vulkar.sim.lockstep import Sim

TIMES = 12  # six readings alone would call a living sensor dead in every sixth of them


def problems_of(arrange: Callable[[Sim], None], times: int) -> tuple[int, str]:
    """How many problems the field has in ``times`` examinations, and what was printed."""
    printed = io.StringIO()

    async def main(sim: Sim, world: object) -> int:
        arrange(sim)
        console = Console(file=printed, width=100)
        found = 0
        for _ in range(times):
            found += await examine(sim.open_port(), BOARD, console, Only("hall"), move=False)
        return found

    play: Callable[[Sim, object], Awaitable[int]] = main
    return on_chip(play), printed.getvalue()


def test_noise_of_a_count_is_enough_to_live() -> None:
    assert problems_of(lambda sim: None, TIMES)[0] == 0


def test_an_unplugged_sensor_is_found_each_time() -> None:
    found, printed = problems_of(lambda sim: sim.rig.faults.unplugged.add(5), 2)
    assert found == 2
    flat = [line for line in printed.splitlines() if "flat line" in line]
    assert len(flat) == 2 and all(" 5 " in line for line in flat)


def test_a_field_without_a_living_sensor_ends_too() -> None:
    found, _ = problems_of(lambda sim: sim.rig.faults.unplugged.update(range(128)), 1)
    assert found == len(BOARD.halls.sensors)
