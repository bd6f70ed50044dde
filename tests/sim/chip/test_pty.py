"""The board in real time behind a port: real PTY, real serial port code, real firmware."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sim.chip.scripts import ECHO, HEAD, folder
from sim.chip.standin import WIRING, StandIn
from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.link.serialport import SerialTransport, open_port
from vulkar.maps import load
from vulkar.sim.measure import echo_floor, ping_on
from vulkar.sim.pty import RealtimeBoard, SimBoard


class Heard:
    """Waits for text on a port, as long as a slow machine needs."""

    def __init__(self, board: RealtimeBoard) -> None:
        self.port: SerialTransport = open_port(board.path)
        self.text = b""
        self._more = asyncio.Event()
        self.port.start(self._on, lambda _: None)

    def _on(self, data: bytes) -> None:
        self.text += data
        self._more.set()

    async def until(self, text: bytes) -> None:
        async with asyncio.timeout(20):
            while text not in self.text:
                self._more.clear()
                await self._more.wait()


def on_board(path: Path, text: str, main: Callable[[RealtimeBoard], Awaitable[None]]) -> None:
    async def run() -> None:
        async with RealtimeBoard(WIRING, StandIn(), 1, firmware=folder(path, text)) as board:
            await main(board)

    asyncio.run(run())


def test_bytes_go_both_ways_and_a_closed_port_can_be_opened_again(tmp_path: Path) -> None:
    async def main(board: RealtimeBoard) -> None:
        for byte in b"ab":
            heard = Heard(board)
            heard.port.write(bytes([byte]))
            await heard.until(b"got %d\n" % byte)
            heard.port.close()
        assert board.runs == 1

    on_board(tmp_path, ECHO, main)


def test_a_timer_fires_in_the_middle_of_an_endless_sleep(tmp_path: Path) -> None:
    text = (
        HEAD + "pwm = PWM(Pin(2), freq=50, duty_ns=0)\npoller.poll()\n"
        "pwm.duty_ns(1900000)\n"
        "def shut(_):\n    pwm.duty_ns(1500000)\n    say('shut')\n"
        "Timer(mode=Timer.ONE_SHOT, period=120, callback=shut, hard=False)\n"
        "sys.stdin.buffer.read(1)\npoller.poll()\n"
    )

    async def main(board: RealtimeBoard) -> None:
        heard = Heard(board)
        heard.port.write(b"g")
        await heard.until(b"shut\n")
        world = board.rig.world
        assert isinstance(world, StandIn)
        async with asyncio.timeout(20):
            while world.left_us < 0 or world.gates["idol"] > 0.02:
                await asyncio.sleep(0.01)

    on_board(tmp_path, text, main)


def test_a_program_that_hangs_meets_the_watchdog(tmp_path: Path) -> None:
    text = HEAD + "say('up', reset_cause())\nif reset_cause() == 1:\n    WDT(timeout=300)\n"
    text += "    poller.poll(100)\n    while True:\n        pass\npoller.poll()\n"

    async def main(board: RealtimeBoard) -> None:
        await Heard(board).until(b"up 3\n")
        assert board.runs == 2

    on_board(tmp_path, text, main)


def test_a_chip_that_keeps_dying_is_an_error(tmp_path: Path) -> None:
    text = HEAD + "import os\nos.system('kill -9 $PPID')\npoller.poll()\n"

    async def main(board: RealtimeBoard) -> None:
        async with asyncio.timeout(20):
            with pytest.raises(VulkarError) as caught:
                await board.wait()
        assert caught.value.code == "chip.died"

    on_board(tmp_path, text, main)


def test_the_real_controller_talks_to_the_real_firmware_through_a_port() -> None:
    electronics, island = load_board("classic"), load("classic")

    async def main() -> None:
        async with SimBoard(island, electronics, 1) as board:
            controller = Controller(open_port(board.path), electronics, any_firmware=True)
            hello = await controller.connect()
            assert hello.board_id
            assert (await controller.snapshot()).marbles == dict.fromkeys(island.sources, True)
            await controller.close()
            # and the bare round trip, with the floor beside it: figures only
            assert (await ping_on(board, 20)).count == 20

    asyncio.run(main())
    assert echo_floor(20).count == 20


def test_closing_twice_is_safe(tmp_path: Path) -> None:
    async def main(board: RealtimeBoard) -> None:
        await board.close()
        await board.close()

    on_board(tmp_path, ECHO, main)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_chip_at_its_prompt_ends_with_a_killed_board(tmp_path: Path) -> None:
    link, flash = tmp_path / "board", tmp_path / "flash"
    vulkar = [sys.executable, "-c", "from vulkar.cli import main; main()"]
    places = ["--link", str(link), "--flash", str(flash)]
    board = subprocess.Popen([*vulkar, "sim", "board", *places], stdout=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while not link.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        children = Path(f"/proc/{board.pid}/task/{board.pid}/children")
        chips = [int(pid) for pid in children.read_text().split()]
        assert chips
    finally:
        board.kill()
        board.wait()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in chips) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in chips)
