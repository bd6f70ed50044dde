"""``vulkar calibrate`` on the simulated board, and on one behind a port with typed answers."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.cli.run import error_code, vulkar
from tests.cli.running import PIPE, Running
from tests.cli.test_port import board  # noqa: F401  (a fixture)
from vulkar.devices.calibration_file import backup_path, read_calibration

SIM = Path(".vulkar/boards/classic.sim.calibration.toml")
PORT = Path(".vulkar/boards/classic.calibration.toml")


def test_the_simulated_board_is_calibrated_and_the_one_before_taken_back(tmp_path: Path) -> None:
    only = ["--only", "servo:turret", "--only", "hall:WT1", "--only", "gate:A"]
    done = vulkar("calibrate", "--sim", "--yes", *only, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "servo turret" in done.stdout and "What changed" in done.stdout
    first = read_calibration(tmp_path / SIM)
    assert set(first.hall) == {"WT1"} and set(first.servo) == {"turret"}
    assert set(first.gate) == {"A"}
    picture = (tmp_path / SIM).with_suffix(".svg").read_text()
    assert picture.count(">?</text>") == 127 and "not measured" in picture

    done = vulkar("calibrate", "--sim", "--yes", "--only", "servo:D_W", cwd=tmp_path)
    assert done.returncode == 0 and "diverter D_W" in done.stdout
    assert read_calibration(backup_path(tmp_path / SIM)) == first
    done = vulkar("calibrate", "--sim", "--restore", cwd=tmp_path)
    assert done.returncode == 0 and read_calibration(tmp_path / SIM) == first


def test_a_board_on_a_port_is_jogged_by_typed_answers(
    board: tuple[str, Running],  # noqa: F811
    tmp_path: Path,
) -> None:
    path, _ = board
    only = ["--only", "servo:D_W"]
    answers = "+20\nok\nwhat\nok\n"
    done = vulkar("calibrate", "--port", path, "--yes", *only, cwd=tmp_path, text=answers)
    assert error_code(done) == "calibration.input"
    assert "Not understood" in done.stdout and not (tmp_path / PORT).exists()

    answers = "+20\nok\nok\n-50\nok\n+10\nok\n"
    done = vulkar("calibrate", "--port", path, "--yes", *only, cwd=tmp_path, text=answers)
    assert done.returncode == 0, done.stderr
    found = read_calibration(tmp_path / PORT)
    assert found.diverter["D_W"].ways == {"I_W": 1120, "I_W_B2": 1900}
    assert (found.servo["D_W"].min_us, found.servo["D_W"].max_us) == (1070, 1910)

    shown = vulkar("config", "show", cwd=tmp_path).stdout
    assert any("diverter.D_W.ways" in row and "calibration" in row for row in shown.splitlines())


def test_what_cannot_be_done_is_one_error(tmp_path: Path) -> None:
    for args, code in (
        (["--sim", "--yes", "--only", "servo:idol"], "calibration.only"),
        (["--yes"], "play.where"),
        (["--sim", "--port", "x", "--yes"], "play.where"),
        (["--sim", "--restore"], "calibration.backup"),
        (["--port", "/dev/nowhere", "--yes"], "port.missing"),
        (["--sim", "--yes", "--picture", "no/such/a.svg"], "file.unwritable"),
    ):
        assert error_code(vulkar("calibrate", *args, cwd=tmp_path)) == code


def test_without_a_yes_nothing_moves(tmp_path: Path) -> None:
    done = vulkar("calibrate", "--sim", cwd=tmp_path, text="n\n")
    assert done.returncode == 1 and not (tmp_path / SIM).exists()


def test_play_refuses_a_broken_calibration_and_names_the_command(
    board: tuple[str, Running],  # noqa: F811
    tmp_path: Path,
) -> None:
    (tmp_path / PORT).parent.mkdir(parents=True)
    (tmp_path / PORT).write_text("[calibration]\n")
    for _ in range(2):
        done = vulkar("play", "--port", board[0], cwd=tmp_path)
        assert error_code(done) == "calibration.broken"
        assert "vulkar calibrate" in done.stderr
    done = vulkar("doctor", "--port", board[0], "--yes", "--only", "link", cwd=tmp_path)
    assert done.returncode == 1 and "vulkar calibrate" in done.stdout
    assert not (tmp_path / PORT).exists()


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    board: tuple[str, Running],  # noqa: F811
    tmp_path: Path,
) -> None:
    only = ["--only", "servo:D_W", "--only", "servo:D_NE"]
    args = ["calibrate", "--port", board[0], "--yes", *only]
    work = Running("cli", "vulkar", args, tmp_path, stdin=PIPE, stdout=PIPE)
    assert work.stdin is not None and work.stdout is not None
    work.stdin.write("ok\n" * 5)  # all of D_W, and one of D_NE
    work.stdin.flush()
    heard = ""
    while not heard.endswith("I_NE_LR, sunk and raised fully [1900 us; + - ++ -- +N -N ok] "):
        letter = work.stdout.read(1)
        assert letter, heard
        heard += letter
    work.send_signal(signal.SIGINT)
    out, _ = work.communicate(timeout=60)
    assert work.returncode == 130 and "give the same command again" in out
    assert not (tmp_path / PORT).exists()

    done = vulkar("calibrate", "--port", board[0], "--yes", *only, cwd=tmp_path, text="ok\n" * 4)
    assert done.returncode == 0, done.stderr
    assert "Going on: 1 steps are done already." in done.stdout
    assert set(read_calibration(tmp_path / PORT).servo) == {"D_W", "D_NE"}
    assert [p.name for p in (tmp_path / PORT).parent.iterdir()] == [PORT.name]
