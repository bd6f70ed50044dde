"""pyserial/pyserial#326: two programs had one port open, and each got a part of its bytes."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

import pytest

from tests.faults.report import fault
from tests.link.chip import BOARD, Still
from vulkar.errors import VulkarError
from vulkar.firmware.reach import Line
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.pty import RealtimeBoard


@fault(
    "pyserial/pyserial#326",
    holds="The port is opened a second time, by a game or by the installer: refused, and the first "
    "program notices nothing.",
    sees="`port.busy` with the port's name",
)
def test_a_second_program_is_refused_by_name() -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, load("classic")), Still(), 1) as board,
        ):
            controller = Controller(open_port(board.path), BOARD)
            await controller.connect()
            for again in (open_port, Line):
                with pytest.raises(VulkarError) as caught:
                    again(board.path)  # type: ignore[operator]
                assert caught.value.code == "port.busy" and board.path in str(caught.value)
                assert await controller.ping() > 0
            assert controller.stats.discarded == {}
            await controller.close()
            open_port(board.path).close()

    asyncio.run(main())


@fault(
    "pyserial/pyserial#326",
    holds="A program that asks nobody reads a part of the bytes away, in the middle of frames: "
    "what is left of a frame is refused and asked for again, and no answer is ever a wrong one.",
    sees="nothing, or a warning that the cable is bad",
)
def test_what_a_thief_leaves_of_a_frame_is_never_believed() -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, load("classic")), Still(), 1) as board,
        ):
            controller = Controller(open_port(board.path), BOARD)
            events: list[Event] = []
            controller.subscribe(events.append)
            await controller.connect()
            thief = os.open(board.path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
            stolen = 0

            async def steal() -> None:
                nonlocal stolen
                while True:
                    with suppress(BlockingIOError):
                        stolen += len(os.read(thief, 7))
                    await asyncio.sleep(0.02)

            stealing = asyncio.ensure_future(steal())
            answered = 0
            while stolen < 100 or answered < 10:
                payload = os.urandom(wire.MAX_PAYLOAD)
                try:
                    assert await controller.ask(wire.PING, payload) == payload
                    answered += 1
                except VulkarError as exc:
                    assert exc.code == "link.timeout"  # a named end, and the link goes on
            stealing.cancel()
            os.close(thief)
            stats = controller.stats  # a frame without its beginning counts as a line of text
            assert stats.retries > 0
            assert sum(stats.discarded.values()) + stats.console_lines > 0
            for _ in range(20):
                assert await controller.ping() > 0
            assert not [event for event in events if event.kind is EventKind.FAULT]
            await controller.close()

    asyncio.run(main())
