"""Evenings at the real table process, asked through the real web process, without a board."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, aclosing, suppress
from typing import Any

from tests.remote.realtable import RealTable
from tests.remote.web import Web
from vulkar.client import TableClient

SEATS = [{"kind": "open"}, {"kind": "open"}]


class Evening:
    """A new table with two open seats. ``keys``: theirs, by seat."""

    def __init__(self, house: RealTable, web: Web) -> None:
        self.house = house
        self.web = web
        self.keys: dict[int, str] = {}
        asyncio.run(self._make())

    def act(self, act: Callable[..., Awaitable[None]], phones: int = 0) -> None:
        """Runs ``act(marshal, *phones)``; the phones hold the seats from the first on."""

        async def run() -> None:
            async with asyncio.timeout(60), AsyncExitStack() as stack:
                marshal = await stack.enter_async_context(self.marshal())
                clients = []
                for seat in range(phones):
                    phone = await stack.enter_async_context(TableClient(self.web.url))
                    assert await phone.sit(self.keys[seat]) == seat
                    clients.append(phone)
                hands = asyncio.create_task(hands_at_the_board(marshal))
                try:
                    await act(marshal, *clients)
                finally:
                    hands.cancel()
                    with suppress(asyncio.CancelledError):
                        await hands

        asyncio.run(run())

    def marshal(self) -> TableClient:
        """The marshal's session."""
        return TableClient(self.web.url, self.house.marshal)

    async def _make(self) -> None:
        async with self.marshal() as marshal:
            if marshal.credential is None:
                await marshal.enter(self.house.pin)
                self.house.marshal = marshal.credential
            state = (await marshal.state()).table
            if state is not None and state.state == "running":
                await marshal.do("table.abandon")
            made = await marshal.do("table.create", seats=SEATS, window_s=0.5, hold_s=0)
            rows: list[dict[str, Any]] = (made.model_extra or {})["keys"]
            self.keys = {row["seat"]: row["key"] for row in rows}


async def hands_at_the_board(marshal: TableClient) -> None:
    """Does whatever people at the board are asked: yes to everything, and no marble hits."""
    done: set[int] = set()
    async with aclosing(marshal.events()) as events:
        async for event in events:
            if event.kind == "arming_wanted":
                await marshal.do("arm")
            for question in event.data["questions"] if event.kind == "board" else ():
                if question["number"] not in done:
                    done.add(question["number"])
                    roll = {"left": True, "touched": [], "home": True}
                    value = True if question["answer"] == "yes_no" else roll
                    await marshal.do("word", number=question["number"], value=value)
