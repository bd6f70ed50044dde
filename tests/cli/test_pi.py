"""``vulkar pi board`` on mock pins, as a person would start and end it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import board_process, error_code, vulkar
from tests.cli.running import Running


@pytest.fixture
def board(tmp_path: Path) -> Iterator[tuple[str, Running]]:
    """``vulkar pi board`` in another process, and the path that it printed."""
    with board_process(
        "pi", "board", "--pins", "mock", cwd=tmp_path, end=signal.SIGKILL
    ) as started:
        yield started


def firmware_of(pid: int) -> int:
    """The firmware's process."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert len(children) == 1
    return int(children[0])


def ends(pid: int) -> bool:
    """Whether a process is gone, or a zombie, within 5 s."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_doctor_examines_the_board_on_the_port(board: tuple[str, Running], tmp_path: Path) -> None:
    path, _ = board
    args = ("doctor", "--board", "pi-only", "--port", path, "--yes", "--only", "servo:D_W")
    done = vulkar(*args, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "moved to both ends" in done.stdout and "turret" not in done.stdout
    done = vulkar(*args[:-2], "--only", "hall", cwd=tmp_path)
    assert done.returncode == 0 and "flat" not in done.stdout  # a switch has no noise


def test_a_stop_of_the_service_takes_the_firmware_along(
    board: tuple[str, Running],
) -> None:
    path, child = board
    firmware = firmware_of(child.pid)
    child.send_signal(signal.SIGTERM)
    assert child.stdout is not None
    assert "Board switched off." in child.stdout.read()
    assert child.wait(10) == 0 and ends(firmware)
    assert not Path(path).exists()


def test_a_killed_keeper_takes_the_firmware_along(
    board: tuple[str, Running],
) -> None:
    _, child = board
    time.sleep(1.0)  # the firmware is at work
    firmware = firmware_of(child.pid)
    os.kill(child.pid, signal.SIGKILL)
    assert ends(firmware)


def test_a_board_for_a_pico_is_refused(tmp_path: Path) -> None:
    done = vulkar("pi", "board", "--board", "classic", "--pins", "mock", cwd=tmp_path)
    assert error_code(done) == "pi.controller"


def test_on_a_machine_without_pins_it_says_so(tmp_path: Path) -> None:
    done = vulkar("pi", "board", cwd=tmp_path)
    assert error_code(done) in ("pi.missing", "pi.no_gpio")
