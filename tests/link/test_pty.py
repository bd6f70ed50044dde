"""Real firmware under MicroPython behind a real PTY in real time. No wall time is asserted."""

from __future__ import annotations

import asyncio

import pytest

from link.chip import BOARD, Still
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.pty import RealtimeBoard


def test_hello_ping_move_and_release_over_a_pty() -> None:
    async def main() -> None:
        world = Still()
        world.field[5] = 35.0
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, load("classic")), world, 1) as board,
        ):
            for turn in (1, 2):  # a closed port can be opened again, the seal is still there
                controller = Controller(open_port(board.path), BOARD)
                events: list[Event] = []
                controller.subscribe(events.append)
                hello = await controller.connect()
                assert (hello.config_crc == BOARD.config_crc) == (turn == 2)
                with pytest.raises(VulkarError, match="in use"):
                    open_port(board.path)
                for size in range(22):
                    assert await controller.ping(bytes(range(size))) > 0
                assert (await controller.snapshot()).halls[5]
                await controller.arm()
                await controller.servo("D_W", 1900)
                await controller.release("A", "east", turn)
                gate = [e for e in events if e.kind is EventKind.GATE]
                while len(gate) < 2:
                    await asyncio.sleep(0.01)
                    gate = [e for e in events if e.kind is EventKind.GATE]
                assert world.openings == {"A": turn}
                assert controller.stats.discarded == {}
                await asyncio.sleep(0.5)  # the closed gate settles before it may open again
                await controller.close()
            assert board.runs == 1

    asyncio.run(main())
