"""``vulkar config``: what is in use, and the first mistake with its line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.run import error_code, vulkar
from vulkar.devices.calibration_file import (
    DiverterCalibration,
    blank,
    calibration_path,
    write_calibration,
)
from vulkar.resources import boards_dir

GOOD = (boards_dir() / "classic.toml").read_text()


def test_check_and_show_name_the_file_the_line_and_where_values_come_from(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("debounce = 3", "# nothing"))
    done = vulkar("config", "check", path, cwd=tmp_path)
    assert done.returncode == 0 and "good" in done.stdout and "Not calibrated" in done.stdout

    ways = DiverterCalibration(ways={"I_W": 1090, "I_W_B2": 1880})
    found = blank("classic", "00").model_copy(update={"diverter": {"D_W": ways}})
    write_calibration(calibration_path(path), found)
    rows = vulkar("config", "show", path, cwd=tmp_path).stdout.splitlines()

    def row(key: str) -> list[str]:
        line = next(row for row in rows if f" {key} " in row)
        return [cell.strip() for cell in line.split("│")[1:4]]

    assert row("halls.debounce") == ["halls.debounce", "3", "default"]
    assert row("halls.gone_mt") == ["halls.gone_mt", "8.0", "board"]
    assert row("diverter.D_W.ways")[1:] == ["I_W 1090, I_W_B2 1880", "calibration"]


def test_check_refuses_a_misspelt_key_with_the_nearest_right_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("debounce = 3", "debunce = 3"))
    done = vulkar("config", "check", path, cwd=tmp_path)
    assert error_code(done) == "board.key"
    line = path.read_text().splitlines().index(next(
        row for row in path.read_text().splitlines() if row.startswith("debunce")
    ))  # fmt: skip
    assert f"line {line + 1}" in done.stderr and "debounce" in done.stderr


def test_check_and_show_refuse_a_broken_calibration_and_leave_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    calibration_path(path).write_text("[calibration]\nboard = 3\n")
    for command in ("check", "show"):
        done = vulkar("config", command, path, cwd=tmp_path)
        assert error_code(done) == "calibration.bad"
        assert calibration_path(path).is_file()
