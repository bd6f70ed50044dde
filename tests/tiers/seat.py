"""Where a test body sits: a controller, its pins, and a world, whatever they are made of."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from link.chip import BOARD, Still
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.transport import Transport


class Seat(ABC):
    """One tier in action. ``slack_ms`` is how late its chip may be; its clock is its own."""

    slack_ms = 20

    def __init__(self, world: Still) -> None:
        self.board = BOARD
        self.world = world
        self.events: list[Event] = []
        self.controller: Controller | None = None
        self.transport: Transport | None = None

    @abstractmethod
    def open_port(self) -> Transport:
        """Opens the controller's port."""

    @abstractmethod
    async def pulse_us(self, servo: str) -> float | None:
        """The pulse on a servo's pin now; None without pulses."""

    def make(self, transport: Transport) -> Controller:
        return Controller(transport, self.board)

    async def connect(self) -> Controller:
        """A fresh connection, sealed and disarmed; its events are in ``events``."""
        self.transport = self.open_port()
        self.controller = self.make(self.transport)
        self.events = []
        self.controller.subscribe(self.events.append)
        await self.controller.connect()
        return self.controller

    def interrupt(self) -> None:
        """A byte 0x03 on the line, amid others."""
        assert self.transport is not None
        self.transport.write(b"\x03\x03\x04\r\x01")

    async def drop(self) -> None:
        """The host dies: it says nothing any more, not even that it goes."""
        assert self.controller is not None
        self.controller._shut()

    async def finish(self) -> None:
        if self.controller is not None:
            await self.controller.close()

    async def until(self, done: Callable[[], Awaitable[bool]], what: str, seconds: float) -> None:
        """Waits for something that the chip does in its own time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not await done():
            assert loop.time() < until, what
            await asyncio.sleep(0.01)

    async def heard(self, kind: EventKind, count: int = 1, seconds: float = 10.0) -> list[Event]:
        """The events of one kind, once there are ``count``."""

        async def done() -> bool:
            return sum(event.kind is kind for event in self.events) >= count

        await self.until(done, f"{count} events {kind}", seconds)
        return [event for event in self.events if event.kind is kind]

    async def quiet(self, seconds: float = 3.0) -> None:
        """No servo has a pulse, or will have soon."""

        async def done() -> bool:
            return [s for s in self.board.servos if await self.pulse_us(s) is not None] == []

        await self.until(done, "a servo still has pulses", seconds)
