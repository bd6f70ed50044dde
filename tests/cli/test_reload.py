"""A game that reconnects reads its board's files again: a good change counts, a bad one is said."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from vulkar.cli.linklog import LinkLog
from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.calibration import load_calibrated
from vulkar.devices.calibration_file import (
    DiverterCalibration,
    blank,
    calibration_path,
    write_calibration,
)
from vulkar.resources import boards_dir


def test_a_calibration_made_meanwhile_counts_and_a_broken_one_does_not(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((boards_dir() / "classic.toml").read_text())
    console = Console(record=True, quiet=False, width=200, file=(tmp_path / "out").open("w"))
    log = LinkLog(console, tmp_path / "a.journal")
    used = BoardInUse(path, load_calibrated)
    first = used.board
    assert log.reload(used) == first and console.export_text() == ""

    ways = DiverterCalibration(ways={"I_W": 1090, "I_W_B2": 1880})
    found = blank("classic", "00").model_copy(update={"diverter": {"D_W": ways}})
    write_calibration(calibration_path(path), found)
    second = log.reload(used)
    assert second.diverters["D_W"].ways["I_W"] == 1090
    assert "counts now" in console.export_text()

    calibration_path(path).write_text("[calibration")
    for _ in range(2):  # it was set aside by the first look, and is no less missed by the second
        assert log.reload(used) == second
        assert "stays as it was" in console.export_text()
    write_calibration(calibration_path(path), found)
    assert log.reload(used) == second and console.export_text() == ""
