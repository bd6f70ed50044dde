"""A simulated controller with a folder as its flash, and the installer at the other end."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from link.chip import BOARD, Still
from vulkar.firmware import compiling
from vulkar.firmware.install import Job
from vulkar.firmware.reach import wait_for_hello
from vulkar.link import image
from vulkar.maps import load
from vulkar.resources import firmware_dir
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.pty import RealtimeBoard


class Running:
    """The board, which runs in a thread of its own as if it were another machine."""

    def __init__(self, board: RealtimeBoard, loop: asyncio.AbstractEventLoop) -> None:
        self.board = board
        self.port = board.path
        self._loop = loop

    def power_cycle(self) -> None:
        async def cycle() -> None:
            self.board.power_cycle()

        asyncio.run_coroutine_threadsafe(cycle(), self._loop).result(10)

    def job(self, island: str = "classic", **more: bool) -> Job:
        return Job(self.port, island, **more)

    def starts(self) -> int:
        """The hash of what greets after power was off and on; 0 if nothing does."""
        self.power_cycle()
        fields = wait_for_hello(self.port, 10)
        return fields[3] if fields else 0


@contextmanager
def controller(flash: Path) -> Iterator[Running]:
    """Runs the board until the block ends."""
    ready: list[Running] = []
    started, over = threading.Event(), threading.Event()

    async def live() -> None:
        wiring = wiring_of(BOARD, load("classic"))
        async with RealtimeBoard(wiring, Still(), 1, flash=flash) as board:
            ready.append(Running(board, asyncio.get_running_loop()))
            started.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=asyncio.run, args=(live(),))
    thread.start()
    try:
        assert started.wait(20)
        yield ready[0]
    finally:
        over.set()
        thread.join(20)


def other_version(monkeypatch: pytest.MonkeyPatch, tmp: Path) -> Callable[[], int]:
    """From now on this Vulkar brings another firmware; the result undoes that."""
    folder = tmp / "other"
    shutil.copytree(firmware_dir(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "island" / "ticks.py").read_text()
    (folder / "island" / "ticks.py").write_text(text + "\nOTHER = 1\n")
    number = image.source_hash(folder)
    (folder / image.BUILD).write_text(image.build_text(number))
    for module in (image, compiling):
        monkeypatch.setattr(module, "firmware_dir", lambda: folder)

    def back() -> int:
        for module in (image, compiling):
            monkeypatch.setattr(module, "firmware_dir", firmware_dir)
        return image.own_hash()

    return back
