"""The same calibration in real time, on a serial port with the firmware behind it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from vulkar.calibrate.flow import Calibrator
from vulkar.calibrate.steps import chosen
from vulkar.devices.board import load_board
from vulkar.devices.calibration_file import Calibration
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.sim.fitter import Fitter
from vulkar.sim.pty import SimBoard

ISLAND = load("classic")
BOARD = load_board("classic")


def test_halls_behind_a_port(tmp_path: Path) -> None:
    async def main() -> Calibration:
        async with SimBoard(ISLAND, BOARD, 5) as sim:
            work = Calibrator(
                lambda board: Controller(open_port(sim.path), board),
                BOARD,
                ISLAND,
                Fitter(sim.rig, sim.world, BOARD, ISLAND),
                tmp_path / "x.calibration.toml",
                chosen(BOARD, ["hall:WT1", "hall:WT2"]),
            )
            return await work.run()

    found = asyncio.run(main())
    for slot in found.hall.values():
        assert abs(slot.zero_counts - 2048) <= 1 and abs(slot.off_counts - 2048) <= 3
        assert 300 < slot.standing_counts - slot.zero_counts < 360
