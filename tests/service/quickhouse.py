"""A house whose time jumps and whose board answers at once, with phones at its seats.

The same house with a simulated board and in a process of its own: test_process.py.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from tests.table.quick import JumpLoop, QuickIsland, Quiet
from vulkar.maps import load
from vulkar.service.channel import Channel
from vulkar.service.house import House
from vulkar.service.messages import Client, Push, Reply, Request
from vulkar.service.place import Opened
from vulkar.table.keeper import InlineKeeper

HOME = Client("192.168.1.7", True)
FAR = Client("203.0.113.9", False)
NUMBERS = count(1)
T = TypeVar("T")


class QuickPlace:
    """A board on which every roll is over at once; ``fails`` is raised when it is opened."""

    board_id = "classic"

    def __init__(self) -> None:
        self.map = load("classic")
        self.fails: Exception | None = None
        self.opened = 0
        self.people: Any = Quiet()
        self.socket: Any = None

    @asynccontextmanager
    async def open(self, journal: Any) -> AsyncIterator[Opened]:
        if self.fails is not None:
            raise self.fails
        self.opened += 1
        self.island = QuickIsland(self.map, self.opened)
        try:
            yield Opened(self.island, self.people, socket=self.socket)
        finally:
            await self.island.close()


class Refusal(Exception):
    """The house said no."""

    def __init__(self, code: str, params: dict[str, Any]) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass
class Phone:
    """One device: its connection, its credential, and what it has heard."""

    house: House
    client: Client = HOME
    credential: str | None = None
    channel: Channel = field(default_factory=Channel)
    heard: list[dict[str, Any]] = field(default_factory=list)

    async def ask(self, op: str, **args: Any) -> dict[str, Any]:
        """The result of an operation. Raises ``Refusal``."""
        request = Request(next(NUMBERS), op, self.credential, self.client, args)
        reply: Reply = await self.house.handle(request, self.channel)
        if reply.error is not None:
            raise Refusal(reply.error.code, reply.error.params)
        assert reply.ok is not None
        if reply.ok.get("credential"):
            self.credential = reply.ok["credential"]
        return reply.ok

    async def refused(self, op: str, **args: Any) -> str:
        """The code of the refusal that an operation must meet."""
        try:
            found = await self.ask(op, **args)
        except Refusal as exc:
            return exc.code
        raise AssertionError(f"{op} was done: {found}")

    def pushes(self) -> list[Push]:
        """What has been pushed to it since the last look."""
        return [m for m in self.channel.drain() if isinstance(m, Push)]

    def events(self) -> list[dict[str, Any]]:
        """All events that it has heard so far."""
        self.heard += [push.event for push in self.pushes() if push.event is not None]
        return self.heard


@dataclass
class Evening:
    """A house, its marshal, and a phone for each open seat."""

    house: House
    marshal: Phone
    phones: list[Phone]
    keys: dict[int, str]


def run(main: Coroutine[Any, Any, None]) -> None:
    """On a loop whose time moves only when it would wait."""
    loop = JumpLoop()
    try:
        loop.run_until_complete(main)
    finally:
        left = asyncio.all_tasks(loop)  # of houses that a test has killed, or not closed
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
        loop.close()


def closed_house(path: Path, place: Any = None, keeper: Any = None) -> House:
    """A house on a data folder, not yet opened: no game is taken up."""
    keeper = keeper or ApartKeeper()
    house = House(path, place or QuickPlace(), keeper, InlineKeeper(), lambda: 0.0)
    house.new_seed = lambda: 1 << 100
    return house


class ApartKeeper(InlineKeeper):
    """Writes in line, but what needs the loop fails in them, as on the live table's thread."""

    async def run(self, write: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        try:
            return write()
        finally:
            asyncio._set_running_loop(loop)


async def house_at(path: Path, place: Any = None) -> House:
    """A house on a data folder, opened."""
    house = closed_house(path, place)
    await house.open()
    return house


async def marshal_of(house: House) -> Phone:
    """A marshal's device."""
    _, credential = await house.sessions.open(marshal=True)
    return Phone(house, credential=credential)


async def evening(path: Path, seats: str = "oo", place: Any = None, **terms: Any) -> Evening:
    """A table with a phone at each open seat, not yet started.

    ``seats``: o open, p open with paper cards, b a bot.
    """
    house = await house_at(path, place)
    marshal = await marshal_of(house)
    rows = [
        {"kind": "simple" if seat == "b" else "open", "hand": "paper" if seat == "p" else "phone"}
        for seat in seats
    ]
    made = await marshal.ask("table.create", seats=rows, **terms)
    keys = {row["seat"]: row["key"] for row in made["keys"]}
    phones = []
    for seat, key in keys.items():
        phone = Phone(house)
        await phone.ask("join.claim", key=key, name=f"Player {seat}")
        await phone.ask("subscribe", **{"as": seat})
        await asyncio.sleep(0)  # it begins after its reply
        phones.append(phone)
    return Evening(house, marshal, phones, keys)


Think = Callable[[random.Random, dict[str, Any]], Any]


def anything(rng: random.Random, question: dict[str, Any]) -> Any:
    """Any of the choices."""
    return rng.choice(question["choices"])["value"]


async def plays(phone: Phone, seat: int, think: Think = anything, think_s: float = 1.0) -> None:
    """A person who answers what is asked until the game is over, and passes in no window."""
    rng = random.Random(seat)
    for number in count():
        while True:
            state = (await phone.ask("table.state"))["table"]["state"]
            if state != "running":
                return
            phone.events()
            seen = await phone.ask("view", seat=seat)
            if seen["window"] is not None and len(seen["window"]["offers"]) > 1:
                offer = rng.choice(seen["window"]["offers"])["value"]
                window = seen["window"]["window"]
                await phone.ask("intend", seat=seat, window=window, id=f"{window}w", value=offer)
            if seen["question"] is not None:
                break
            await asyncio.sleep(0.7)
        await asyncio.sleep(think_s)
        name, value = seen["question"]["question"], think(rng, seen["question"])
        try:
            await phone.ask("answer", seat=seat, question=name, id=f"{name}-{number}", value=value)
        except Refusal as exc:
            assert exc.code in ("seat.question", "table.state"), exc
