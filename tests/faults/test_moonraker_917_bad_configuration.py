"""Arksine/moonraker#917: a broken configuration is saved, the service stays down when a good one
returns. Here the last good one stays in use, and a good one is taken without a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults.report import fault
from tests.link.chip import Still, on_chip
from vulkar.devices.board import load_board
from vulkar.devices.board_in_use import BoardInUse
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.resources import boards_dir
from vulkar.sim.lockstep import Sim

GOOD = (boards_dir() / "classic.toml").read_text()
NEWER = GOOD.replace("open_ms = 700", "open_ms = 650")
BAD = {
    "misspelt": GOOD.replace("debounce", "debunce"),
    "beyond the part": GOOD.replace("max_us = 2300", "max_us = 9000"),
    "not a number": GOOD.replace("min_us = 700", "min_us = nan"),
    "cut short": GOOD[: len(GOOD) // 2],
    "empty": "",
    "another board": GOOD.replace('id = "classic"', 'id = "other"'),
}


CASES = [(kind, False) for kind in BAD] + [("misspelt", True), ("cut short", True)]


@fault(
    "Arksine/moonraker#917",
    holds="A board file that was broken while it was in use, in six ways, also while a stop is "
    "latched: the board of before stays in use; the next good file is taken without a restart, and "
    "opens no latch.",
    sees="the error of the file with its line, and that the one of before stays in use",
)
@pytest.mark.parametrize(("kind", "latched"), CASES)
def test_the_old_board_stays_in_use_and_a_good_one_is_taken(
    tmp_path: Path, kind: str, latched: bool
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(GOOD)
    used = BoardInUse(path)
    old, newer = used.board, load_board("classic").config_crc

    async def connect(sim: Sim) -> tuple[int, Controller]:
        controller = Controller(sim.open_port(), used.board)
        await controller.connect()
        return used.board.config_crc, controller

    async def main(sim: Sim, world: Still) -> None:
        _, controller = await connect(sim)
        if latched:
            await controller.estop()
        await controller.close()

        path.write_text(BAD[kind])
        assert used.reload() is False and used.board is old
        assert used.problem is not None and str(path) in used.problem.what
        sealed, controller = await connect(sim)
        assert sealed == newer
        assert controller.hello is not None and controller.hello.config_crc == sealed
        await controller.close()

        path.write_text(NEWER)
        assert used.reload() is True and used.problem is None
        sealed, controller = await connect(sim)
        assert sealed != newer
        if latched:  # a new configuration does not open a latch
            with pytest.raises(VulkarError):
                await controller.arm()
            await controller.clear()
        await controller.arm()
        await asyncio.sleep(0.1)
        assert controller.state == "armed"
        await controller.close()

    on_chip(main)


@fault(
    "Arksine/moonraker#917",
    holds="The file is deleted and comes back: as above.",
    sees="`board.missing`",
)
def test_a_file_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(GOOD)
    used = BoardInUse(path)
    path.unlink()
    assert not used.reload() and used.problem is not None
    path.write_text(GOOD)
    assert used.reload() is False and used.problem is None


def test_the_first_reading_has_nothing_to_fall_back_on(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(BAD["misspelt"])
    with pytest.raises(VulkarError, match="debounce"):
        BoardInUse(path)
