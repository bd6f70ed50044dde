"""pyserial/pyserial#341: the port was ready to read and had no data, in an endless loop."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.faults.report import fault
from tests.island.chain import BOARD, ISLAND
from tests.island.test_lasting import STANDING, Board
from vulkar.link import serialport
from vulkar.link.finder import PortFinder
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.ptycable import PtyCable
from vulkar.sim.pty import RealtimeBoard

READS_MOST = 200  # in a second that is no loop that spins


@fault(
    "pyserial/pyserial#341",
    holds="The open port selects as readable and gives nothing, would block, or gives EIO, for as "
    "long as it is open: one loss, no loop that spins, and the board is opened anew.",
    sees="that the board is gone, and that it is back",
)
@pytest.mark.parametrize("kind", ["nothing", "would block", "EIO"])
def test_a_port_that_is_readable_and_empty_is_one_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    reads = 0

    async def main() -> None:
        world = Cradles(ISLAND)
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, ISLAND), world, 1) as sim,
            PtyCable(sim.path, tmp_path / "port") as cable,
        ):
            board = Board(world, PortFinder(str(cable.link)))
            await board.island.open()
            await board.island.expect((), STANDING)
            assert board.lying is not None
            port: Any = board.lying._inner
            broken, whole = port._fd, os.read

            def read(fd: int, size: int) -> bytes:
                nonlocal reads
                if fd != broken or not port._open:
                    return whole(fd, size)
                reads += 1
                if kind == "would block":
                    raise BlockingIOError
                if kind == "EIO":
                    raise OSError(5, "Input/output error")
                return b""

            monkeypatch.setattr(serialport.os, "read", read)
            while len(board.states) < 2:
                await asyncio.sleep(0.02)
            monkeypatch.undo()
            assert board.states[:2] == ["gone", "back"] and reads <= READS_MOST
            assert (await board.island.observe())["BR6"]
            assert sim.runs == 1
            await board.island.close()
            await board.hands.close()

    asyncio.run(main())
