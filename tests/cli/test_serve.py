"""``vulkar serve --sim`` whole: three real processes, a game over HTTP, two of them killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.cli.run import VULKAR, error_code, vulkar
from vulkar.client import TableClient

WAIT_S = 60.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        return int(opened.getsockname()[1])


class House:
    """One run of ``vulkar serve --sim`` and what it has printed."""

    def __init__(self, data: Path, port: int) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [VULKAR, "serve", "--sim", "--data", data, "--listen", f"127.0.0.1:{port}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip() for line in self.process.stdout)

    def until(self, pattern: str) -> re.Match[str]:
        """The first line printed that matches."""
        end_s = time.monotonic() + WAIT_S
        while time.monotonic() < end_s:
            for line in tuple(self.lines):
                if found := re.search(pattern, line):
                    return found
            time.sleep(0.05)
        raise AssertionError((pattern, self.lines))

    def pid(self, module: str) -> int:
        """The process of a part, below this one."""
        found = subprocess.run(
            ["ps", "-ww", "--ppid", str(self.process.pid), "-o", "pid=,args="],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        (line,) = [line for line in found.splitlines() if module in line]
        return int(line.split()[0])

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(WAIT_S) == 0, self.lines
        self._reader.join()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """As deep as a maker may have it: far beyond what a Unix socket's path may have."""
    folder = tmp_path / ("d" * 200)
    folder.mkdir()
    return folder / "house"


async def turn(url: str) -> int:
    async with TableClient(url) as table:
        table_row = (await table.get("table.state")).model_extra["table"]
        return int(table_row.get("turn") or 0)


def test_a_served_game_outlives_its_processes(data: Path, tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    house = House(data, port)
    try:
        pin = house.until(r"PIN: (\d+)")[1]
        assert house.until(r"Address: (\S+)")[1] == url
        keys = [house.until(rf"Seat {seat}: {url}/join/(\S+)")[1] for seat in (1, 2)]

        async def begin() -> None:
            async with TableClient(url) as marshal:
                await marshal.enter(pin)
                seats = [{"kind": "simple"}, {"kind": "simple"}]
                await marshal.do("table.create", seats=seats)
                await marshal.do("table.start")

        asyncio.run(begin())
        end_s = time.monotonic() + WAIT_S
        while asyncio.run(turn(url)) < 2:
            assert time.monotonic() < end_s
            time.sleep(0.1)

        second = vulkar("serve", "--sim", "--data", data, cwd=tmp_path)
        assert error_code(second) == "serve.running"

        board = house.pid("sim board")
        os.kill(house.pid("vulkar.service"), signal.SIGKILL)
        house.until(r"^table: ended \(killed by SIGKILL\)")
        resumed = house.until(r"takes up the running game: turn (\d+)")[1]
        assert int(resumed) >= 2
        house.until(r"^table: is back")
        os.kill(house.pid("vulkar.pages"), signal.SIGKILL)
        house.until(r"^web: is back")
        assert house.pid("sim board") == board
        assert asyncio.run(turn(url)) >= int(resumed)
    finally:
        house.end()
    assert house.lines[-1] == "Stopped."
    assert not (data / "table.sock").exists() and not (data / "board").is_symlink()
    logs = "".join(log.read_text() for log in (data / "log").iterdir())
    assert not any(secret in logs for secret in (pin, *keys))

    again = House(data, port)
    try:
        again.until(r"takes up the running game: turn (\d+)")
        assert not any("PIN" in line or "/join/" in line for line in again.lines)
    finally:
        again.end()


def test_where_the_game_is_played_must_be_said(tmp_path: Path) -> None:
    assert error_code(vulkar("serve", cwd=tmp_path)) == "serve.where"
    both = vulkar("serve", "--sim", "--manual", cwd=tmp_path)
    assert error_code(both) == "serve.where"


def test_a_port_in_use_ends_it_with_the_web_processs_own_words(data: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        done = vulkar("serve", "--manual", "--data", data, "--listen", listen, cwd=tmp_path)
    assert error_code(done) == "serve.failed"
    assert "in use" in done.stdout
