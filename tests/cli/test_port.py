"""The simulated board as an ordinary serial port: played on from another process, in real time."""

from __future__ import annotations

import asyncio
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import board_process, error_code, vulkar
from tests.cli.running import PIPE, Running
from vulkar.devices.board import load_board
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port


@pytest.fixture
def board(tmp_path: Path) -> Iterator[tuple[str, Running]]:
    """``vulkar sim board`` in another process, and the path that it printed."""
    with board_process("sim", "board", cwd=tmp_path) as started:
        yield started


def test_doctor_examines_the_board_behind_the_port(
    board: tuple[str, Running], tmp_path: Path
) -> None:
    path, _ = board
    assert stat.S_ISCHR(Path(path).stat().st_mode)
    assert stat.S_ISSOCK(Path(f"{path}.people").stat().st_mode)
    done = vulkar("doctor", "--port", path, "--yes", cwd=tmp_path)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "All is well." in done.stdout


def test_doctor_says_what_is_latched_and_clears_it_by_a_persons_word(
    board: tuple[str, Running], tmp_path: Path
) -> None:
    path, _ = board

    async def stop() -> None:
        controller = Controller(open_port(path), load_board("classic"))
        await controller.connect()
        await controller.estop()
        await controller.close()

    asyncio.run(stop())
    args = ("doctor", "--port", path, "--only", "link", "--clear")
    refused = vulkar(*args, cwd=tmp_path, text="n\n")
    assert error_code(refused) == "latch.stop"
    assert "emergency stop is latched" in refused.stdout
    cleared = vulkar(*args, cwd=tmp_path, text="y\n")
    assert cleared.returncode == 0, cleared.stderr + cleared.stdout
    assert "Cleared." in cleared.stdout and "All is well." in cleared.stdout
    assert "Nothing is latched." in vulkar(*args, cwd=tmp_path).stdout


def test_a_game_behind_the_port_survives_the_loss_of_its_board(
    board: tuple[str, Running], tmp_path: Path
) -> None:
    path, child = board
    args = ["play", "--port", path, "--seed", "4", "--journal", "a.journal"]
    game = Running("cli", "vulkar", args, tmp_path, stdout=PIPE, stderr=PIPE)
    assert game.stdout is not None
    turns = 0
    for line in game.stdout:
        turns += line.startswith("Turn ")
        if turns == 3:
            break
    child.send_signal(signal.SIGKILL)  # the board is gone in mid-game
    _, errors = game.communicate(timeout=60)
    done = subprocess.CompletedProcess(game.args, game.returncode, "", errors)
    assert error_code(done) in ("link.lost", "people.lost", "link.timeout")

    args = ["play", "--sim", "--realtime", "--journal", "a.journal"]
    again = Running("cli", "vulkar", args, tmp_path, stdout=PIPE)
    assert again.stdout is not None
    heard = []
    for line in again.stdout:
        heard.append(line)
        if line.startswith("Turn "):
            break
    again.send_signal(signal.SIGINT)
    again.communicate(timeout=60)
    assert again.returncode == 130
    assert any("The game goes on in turn 3" in line for line in heard), heard
