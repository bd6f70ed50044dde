"""A calibration corrects within the board's limits; a broken one is set aside and nothing arms."""

from __future__ import annotations

from pathlib import Path

import pytest

from vulkar.devices.board import Board, load_board
from vulkar.devices.board_file import Point
from vulkar.devices.calibration import apply, calibrated
from vulkar.devices.calibration_file import (
    Calibration,
    DiverterCalibration,
    GateCalibration,
    HallCalibration,
    ServoCalibration,
    backup_path,
    blank,
    broken_path,
    calibration_path,
    read_calibration,
    write_calibration,
)
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.resources import boards_dir

CHIP = "56554c4b53494d31"


@pytest.fixture
def board(tmp_path: Path) -> Board:
    text = (boards_dir() / "classic.toml").read_text()
    # a gate that may be open for 2.5 s at most
    text = text.replace("[servo.gate_A]\n", "[servo.gate_A]\nbudget_ms = 5400\n")
    (tmp_path / "mine.toml").write_text(text)
    return load_board(tmp_path / "mine.toml")


def measured() -> Calibration:
    points = [Point(us=800, value=40.0), Point(us=2250, value=246.5)]
    return blank("classic", CHIP).model_copy(
        update={
            "servo": {"turret": ServoCalibration(min_us=720, max_us=2290, points=points)},
            "gate": {
                "A": GateCalibration(
                    closed_us=1480, ways={"west": 990, "east": 1970}, leave_ms=[310, 640]
                )
            },
            "diverter": {"D_W": DiverterCalibration(ways={"I_W": 1090, "I_W_B2": 1880})},
            "hall": {
                "WT1": HallCalibration(
                    zero_counts=2010, standing_counts=2360, off_counts=2011, noise_counts=1.25
                ),
                "BR6": HallCalibration(
                    zero_counts=2080, standing_counts=1780, off_counts=2079, noise_counts=1.0
                ),
            },
        }
    )


def test_what_is_written_is_read_again_and_the_one_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a" / "x.calibration.toml"
    write_calibration(path, blank("classic", CHIP))
    first = path.read_text()
    write_calibration(path, measured())
    found = read_calibration(path)
    assert found.model_copy(update={"calibration": measured().calibration}) == measured()
    assert backup_path(path).read_text() == first
    assert sorted(p.name for p in path.parent.iterdir()) == [path.name, backup_path(path).name]


def test_every_measured_value_counts(board: Board) -> None:
    new = apply(board, measured(), Path("x"))
    assert new.turret.to_us(246.5) == 2250 and new.servos["turret"].max_us == 2290
    gate = new.gates["A"]
    assert (gate.closed_us, gate.ways, gate.open_ms) == (1480, {"west": 990, "east": 1970}, 840)
    assert new.diverters["D_W"].ways["I_W"] == 1090
    assert gate.servo is new.servos["gate_A"] and new.controller_id == CHIP
    halls, at = new.halls, new.halls.address("BR6")
    assert halls.mt(1780, at) == -35.0 and halls.mt(2080, at) == 0.0  # its magnet is upside down
    assert halls.limits(at) == (2080, 171, 69)
    assert halls.limits(halls.address("WT2")) == (2048, 186, 74)


def test_a_calibrated_sensor_is_an_item_of_the_sealed_configuration(board: Board) -> None:
    new = apply(board, measured(), Path("x"))
    items = [frame for frame in new.config_frames() if frame[0] == wire.C_SENSOR]
    assert [item[1] for item in items] == [0, board.halls.address("BR6")]
    assert new.config_crc != board.config_crc


def test_a_board_without_a_calibration_is_as_its_file_says(board: Board) -> None:
    assert calibrated(board) == board


def damage(path: Path, kind: str) -> None:
    text = path.read_text()
    if kind == "cut":
        path.write_text(text[: len(text) // 2])
    elif kind == "edited":
        path.write_text(text.replace("closed_us = 1480", "closed_us = 1580"))
    elif kind == "unknown":
        path.write_text(text.replace("closed_us", "closd_us"))
    elif kind == "bytes":
        path.write_bytes(b"\xff\x00\xfe")
    else:
        path.write_text("")


@pytest.mark.parametrize("kind", ["cut", "edited", "unknown", "bytes", "empty"])
def test_a_broken_calibration_is_set_aside_and_refused_until_there_is_a_good_one(
    board: Board, kind: str
) -> None:
    path = calibration_path(board.path)
    write_calibration(path, measured())
    damage(path, kind)
    for _ in range(2):  # once found, it is refused for good, not only the first time
        with pytest.raises(VulkarError, match="vulkar calibrate") as caught:
            calibrated(board)
        assert caught.value.code == "calibration.broken"
    assert broken_path(path).is_file() and not path.exists()
    write_calibration(path, measured())
    assert calibrated(board).gates["A"].closed_us == 1480


@pytest.mark.parametrize("at", range(0, 1200, 40))
def test_no_cut_of_a_file_passes_for_a_calibration(tmp_path: Path, at: int) -> None:
    path = tmp_path / "x.toml"
    write_calibration(path, measured())
    text = path.read_text()
    path.write_text(text[:at])
    if at < len(text) - 1:
        with pytest.raises(VulkarError):
            read_calibration(path)


WIDER = [
    ({"servo": {"turret": ServoCalibration(min_us=650, max_us=2290)}}, "end stops"),
    ({"servo": {"turret": ServoCalibration(min_us=900, max_us=2290)}}, ""),
    ({"servo": {"gate_A": ServoCalibration(min_us=1100, max_us=1900)}}, "beyond the end stops"),
    ({"gate": {"A": GateCalibration(closed_us=2200)}}, "beyond the end stops"),
    ({"gate": {"A": GateCalibration(ways={"west": 990})}}, "other ways: west, east"),
    ({"gate": {"A": GateCalibration(leave_ms=[2900])}}, "beyond its servo's budget_ms"),
    ({"gate": {"E": GateCalibration()}}, "no gate 'E'"),
    ({"diverter": {"D_W": DiverterCalibration(ways={"I_W": 500, "I_W_B2": 1880})}}, "beyond"),
    ({"hall": {"XX": measured().hall["WT1"]}}, "no sensor 'XX'"),
]


@pytest.mark.parametrize(("change", "part"), WIDER)
def test_a_calibration_never_widens_what_the_board_allows(
    board: Board, change: dict[str, object], part: str
) -> None:
    found = blank("classic", CHIP).model_copy(update=change)
    if not part:
        assert apply(board, found, Path("x")).turret.min_us == 900
        return
    with pytest.raises(VulkarError, match=part):
        apply(board, found, Path("x"))


@pytest.mark.parametrize("standing", [-3, -2, -1, 0, 1, 2, 3])
def test_a_sensor_that_a_pawn_hardly_moves_is_refused_by_name(board: Board, standing: int) -> None:
    hall = measured().hall["WT1"].model_copy(update={"standing_counts": 2010 + standing})
    found = blank("classic", CHIP).model_copy(update={"hall": {"WT1": hall}})
    if abs(standing) == 3:
        assert apply(board, found, Path("x")).halls.limits(0) == (2010, 2, 1)
        return
    with pytest.raises(VulkarError, match="sensor 'WT1' reads") as caught:
        apply(board, found, Path("x"))
    assert caught.value.code == "calibration.bad"


def test_a_calibration_of_another_board_is_refused(board: Board) -> None:
    with pytest.raises(VulkarError, match="belongs to board 'other'"):
        apply(board, blank("other", CHIP), Path("x"))


def test_a_board_that_comes_along_keeps_its_calibration_in_the_current_folder() -> None:
    path = calibration_path(load_board("classic").path)
    assert path == Path(".vulkar/boards/classic.calibration.toml")
