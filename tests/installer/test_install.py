"""Installing on real MicroPython behind a real PTY, whose file system is a folder."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
from pathlib import Path

import pytest

from installer.bench import Running, controller, other_version
from link.chip import BOARD
from tests.cli.run import VULKAR, error_code, vulkar
from vulkar.errors import VulkarError
from vulkar.firmware.install import check, install, rollback
from vulkar.link import image
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port


def refused(code: str, board: Running, island: str = "classic") -> None:
    with pytest.raises(VulkarError) as caught:
        install(board.job(island))
    assert caught.value.code == code


async def connect(port: str) -> None:
    """As a game does: the firmware is sealed afterwards, and its watchdog runs."""
    link = Controller(open_port(port), BOARD)
    await link.connect()
    await link.arm()
    await link.servo("D_W", 1900)
    await link.close()


def test_a_new_board_is_installed_sealed_updated_and_rolled_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    with controller(flash) as board:
        with pytest.raises(VulkarError) as caught:
            check(board.job())
        assert caught.value.code == "firmware.none"
        assert f"vulkar firmware install --port {board.port}" in caught.value.todo

        back = other_version(monkeypatch, tmp_path)
        first = install(board.job())
        assert first == image.own_hash() and f"{first:08x}" in check(board.job())
        asyncio.run(connect(board.port))

        second = back()
        assert first != second
        with pytest.raises(VulkarError) as caught:
            check(board.job())
        assert caught.value.code == "link.firmware"
        assert f"vulkar firmware install --port {board.port}" in caught.value.todo
        told: list[str] = []
        job = board.job()
        assert install(type(job)(job.port, job.island, tell=told.append)) == second
        assert any("sealed" in line for line in told)
        asyncio.run(connect(board.port))  # what was installed is what this Vulkar plays with
        assert not any(path.suffix == ".py" for path in flash.glob("vulkar_?/**/*"))

        assert rollback(board.job()) == first
        assert board.starts() == first
        assert rollback(board.job()) == second

        refused("firmware.island", board, "atoll")
        assert install(board.job("atoll", take_over=True)) == second
        refused("firmware.island", board)


def test_a_damaged_file_is_found_and_mended(tmp_path: Path) -> None:
    with controller(tmp_path) as board:
        number = install(board.job())
        (tmp_path / "vulkar_a" / "start.mpy").write_bytes(b"spoilt")
        with pytest.raises(VulkarError) as caught:
            board.power_cycle()
            check(board.job())
        assert caught.value.code == "firmware.damaged"
        assert "start.mpy" in caught.value.what
        assert install(board.job()) == number
        assert (tmp_path / "vulkar_now").read_text() == "vulkar_b\nvulkar_a\n"
        with pytest.raises(VulkarError) as caught:
            rollback(board.job())
        assert caught.value.code == "firmware.damaged"
        assert board.starts() == number


def test_a_program_that_was_there_is_kept_and_loose_copies_of_ours_go(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('mine')\n")
    (tmp_path / "island").mkdir()
    (tmp_path / "island" / "wire.py").write_text("broken\n")
    (tmp_path / "hallscan.py").write_text("")
    (tmp_path / "notes.txt").write_text("keep")
    with controller(tmp_path) as board:
        install(board.job())
    assert (tmp_path / "main_old.py").read_text() == "print('mine')\n"
    assert (tmp_path / "notes.txt").read_text() == "keep"
    assert not (tmp_path / "island").exists() and not (tmp_path / "hallscan.py").exists()


def test_the_part_for_the_test_bench_is_installed_only_when_asked_for(tmp_path: Path) -> None:
    inject = "island/inject.mpy"
    with controller(tmp_path) as board:
        install(board.job())
        assert not (tmp_path / "vulkar_a" / inject).exists()


def test_what_the_board_refuses_is_its_own_word_and_the_old_firmware_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    with controller(flash) as board:
        number = install(board.job())
        other_version(monkeypatch, tmp_path)
        (flash / "vulkar_b").write_text("")  # a file where a folder should be is cleared away
        (flash / "vulkar_new").mkdir()
        with pytest.raises(VulkarError) as caught:
            install(board.job())
        assert caught.value.code == "firmware.refused" and "EISDIR" in caught.value.what
        assert board.starts() == number
        (flash / "vulkar_new").rmdir()
        assert install(board.job()) != number


def test_the_command_line_installs_on_a_new_simulated_board(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [VULKAR, "sim", "board", "--flash", "flash"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    try:
        said = iter(child.stdout)
        path = next(match[1] for line in said if (match := re.match(r"Port: +(\S+)", line)))
        none = vulkar("firmware", "check", "--port", path, cwd=tmp_path)
        assert error_code(none) == "firmware.none"
        done = vulkar("firmware", "install", "--port", path, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"runs on {path}" in done.stdout
    finally:
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=20)
    assert (tmp_path / "flash" / "vulkar_now").read_text() == "vulkar_a\n\n"
