"""A Pi's board on mock pins, and a controller on its port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from vulkar.devices.board import load_board
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port
from vulkar.pi.board import PiBoard

BOARD = load_board("pi-only")
GATE_PIN = BOARD.gates["A"].servo.pin
RELEASED = {BOARD.stop_pin: 1 - BOARD.stop_level}


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(main(), 60))


@asynccontextmanager
async def pi_board() -> AsyncIterator[tuple[PiBoard, list[tuple[int, float]]]]:
    """The board, and each change of a pin: its number, and pulse in us (level * 20,000)."""
    told: list[tuple[int, float]] = []
    async with PiBoard(BOARD, "mock", RELEASED) as board:
        board.on_pin = lambda pin, value: told.append((pin, round(value * 20_000)))
        yield board, told


@asynccontextmanager
async def connected(board: PiBoard) -> AsyncIterator[Controller]:
    controller = Controller(open_port(board.path), BOARD)
    await controller.connect()
    try:
        yield controller
    finally:
        await controller.close()


async def until(done: Callable[[], bool], seconds: float = 10.0) -> None:
    """Waits for what must come; the time-out is only for a failing test."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not done():
        assert loop.time() < end, "it never came"
        await asyncio.sleep(0.01)
