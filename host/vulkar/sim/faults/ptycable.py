"""A USB cable to a board on a PTY, for real time: it can be pulled, hang, and come back.

    async with PtyCable(board.path, tmp_path / "port") as cable:
        ...  # the host opens cable.link
        cable.pull()
        cable.plug()  # another PTY, so another name; the link leads to it

As on a Pico, the board notices nothing of a pulled plug; what it says meanwhile is lost.
"""

from __future__ import annotations

import asyncio
import os
import tty
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

CHUNK: Final = 4096


class PtyCable:
    """``names`` are the ports that it has been under, the newest last."""

    def __init__(self, board_path: str, link: Path) -> None:
        self.link = link
        self.names: list[str] = []
        self.hangs = False  # bytes go nowhere, and no end is closed
        self._board = os.open(board_path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._master = self._slave = -1

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._board, self._from_board)
        self.plug()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.pull()
        self._loop.remove_reader(self._board)
        os.close(self._board)

    def plug(self) -> None:
        """A new port appears, and the link leads to it."""
        self.pull()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.names.append(os.ttyname(self._slave))
        self.link.symlink_to(self.names[-1])
        self._loop.add_reader(self._master, self._from_host)

    def pull(self) -> None:
        """The port vanishes; whoever has it open gets an error."""
        self.link.unlink(missing_ok=True)
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1

    def _from_board(self) -> None:
        with suppress(BlockingIOError):
            data = os.read(self._board, CHUNK)
            if self._master >= 0 and not self.hangs:
                os.write(self._master, data)

    def _from_host(self) -> None:
        with suppress(OSError):
            data = os.read(self._master, CHUNK)
            if not self.hangs:
                os.write(self._board, data)
