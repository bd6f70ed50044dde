"""Safety of the real firmware where it needs a chip around it: boots, watchdog, first readings."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sim.chip.standin import StandIn
from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.resources import firmware_dir
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Lockstep, Sim

BOARD, MAP = load_board("classic"), load("classic")
TURRET = BOARD.turret


def play(main: Callable[[Sim], Awaitable[None]], firmware: Path | None = None) -> None:
    with Lockstep(wiring_of(BOARD, MAP), StandIn(), 1, firmware=firmware) as simulation:
        simulation.run(main)


def changed(tmp_path: Path, file: str, old: str, new: str) -> Path:
    """The firmware with one place of one file changed."""
    folder = tmp_path / "firmware"
    shutil.copytree(firmware_dir(), folder)
    path = folder / "island" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return folder


def test_a_field_that_is_no_longer_scanned_meets_the_watchdog(tmp_path: Path) -> None:
    firmware = changed(
        tmp_path, "board.py", "field.step(now_ms, now_us)\n", "return  # it has died quietly\n"
    )
    old = "return self.field is None or self.field.settled"
    path = firmware / "island" / "assemble.py"
    path.write_text(path.read_text().replace(old, "return True"))

    async def main(sim: Sim) -> None:
        controller = Controller(sim.transport, BOARD, any_firmware=True)
        await controller.connect()
        await controller.arm()
        with pytest.raises(VulkarError) as lost:
            for _ in range(12):
                await asyncio.sleep(0.5)
                await controller.ping()  # it answers, and yet it is not well
        assert lost.value.code == "link.lost" and sim.chip.runs == 2
        assert not sim.rig.outputs.rail
        controller = Controller(sim.open_port(), BOARD, any_firmware=True)
        assert (await controller.connect()).reset_cause == 3

    play(main, firmware)


def test_a_soft_reset_in_mid_move_leaves_no_pulse_and_no_rail(tmp_path: Path) -> None:
    firmware = changed(
        tmp_path,
        "extras.py",
        "    if kind == wire.LAMPS:\n",
        "    if board.armed:\n        leave()\n    if kind == wire.LAMPS:\n",
    )
    path = firmware / "island" / "extras.py"
    path.write_text(
        path.read_text() + "\n\ndef leave():\n    import machine\n\n    machine.soft_reset()\n"
    )

    async def main(sim: Sim) -> None:
        controller = Controller(sim.transport, BOARD, any_firmware=True)
        await controller.connect()
        await controller.arm()
        await controller.servo(TURRET.name, 1500)
        slow = next(s for s in BOARD.servos.values() if s.name == "D_JN")  # GP8: slice 4 goes on
        await controller.servo(slow.name, slow.max_us, wait=False)
        await asyncio.sleep(0.1)
        assert sim.rig.pwm.pulse_us(8) is not None and sim.rig.outputs.rail
        with pytest.raises(VulkarError):
            await controller.light(0, 1, (1, 1, 1))
        assert sim.chip.runs == 2
        assert sim.rig.pwm.pulse_us(8) is None and not sim.rig.outputs.rail

    play(main, firmware)


def test_marbles_are_told_only_once_they_are_known() -> None:
    async def main(sim: Sim) -> None:
        controller = Controller(sim.transport, BOARD, any_firmware=True)
        await controller.connect()  # takes a snapshot
        assert controller.marbles == dict.fromkeys(MAP.sources, True)
        await controller.close()

    play(main)
