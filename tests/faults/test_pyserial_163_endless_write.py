"""pyserial/pyserial#163: a write never returned once the device stopped taking bytes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.faults.report import fault
from tests.island.chain import BOARD, ISLAND
from tests.island.test_lasting import STANDING, Board
from vulkar.link.finder import PortFinder
from vulkar.link.serialport import WRITE_DEADLINE_S
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.ptycable import PtyCable
from vulkar.sim.pty import RealtimeBoard

TICK_S = 0.05


@fault(
    "pyserial/pyserial#163",
    holds="The far end goes on talking and takes nothing any more: the write ends by its deadline, "
    "everything else on the host goes on meanwhile, and the board is opened anew.",
    sees="that nothing was taken for 1 s; `link.lost`",
)
def test_a_device_that_takes_nothing_is_lost_after_a_deadline(tmp_path: Path) -> None:
    async def main() -> None:
        world = Cradles(ISLAND)
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, ISLAND), world, 1) as sim,
            PtyCable(sim.path, tmp_path / "port") as cable,
        ):
            loop = asyncio.get_running_loop()
            board = Board(world, PortFinder(str(cable.link)))
            await board.island.open()
            await board.island.expect((), STANDING)
            assert board.lying is not None
            ticks = 0

            async def screen() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(TICK_S)
                    ticks += 1

            drawing = asyncio.ensure_future(screen())
            loop.remove_reader(cable._master)  # it takes nothing, and still speaks
            board.lying.write(b"x" * 1_000_000 + b"\n")
            began_s = loop.time()
            while not board.states:
                await asyncio.sleep(0.01)
            assert board.news[0][0] - began_s >= WRITE_DEADLINE_S - 0.1
            assert "taken" in board.news[0][2]
            assert ticks >= WRITE_DEADLINE_S / TICK_S / 4
            cable.plug()
            while len(board.states) < 2:
                await asyncio.sleep(0.02)
            assert (await board.island.observe())["BR6"]
            drawing.cancel()
            await board.island.close()
            await board.hands.close()

    asyncio.run(main())
