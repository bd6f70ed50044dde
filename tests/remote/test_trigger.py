"""Triggers through the real web process, as somebody hostile would send them: one marble."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.remote.web import Web
from tests.rules.arrange import Table
from tests.service.quickhouse import FAR, closed_house, marshal_of
from tests.service.test_fire import AskingIsland, AskingPlace
from vulkar.client import TableClient, TableError
from vulkar.client.tells import Trigger
from vulkar.service import running as running_module
from vulkar.service.house import House
from vulkar.service.ops_fire import firing_of
from vulkar.service.socketserver import SocketServer

FIRE = (["play", "fireball"], ["route", "I_SW"])


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Web, Path]]:
    """A web process, and the socket on which it looks for its table."""
    folder = tmp_path_factory.mktemp("front")
    web = Web(folder / "table.sock", folder / "log", "--rate-factor", "100")
    yield web, folder / "table.sock"
    web.close()


class Evening:
    """Red, a person on a phone, has played a fireball, and its trigger is live."""

    def __init__(self, data: Path, web: Web, socket: Path) -> None:
        self.data, self.url, self.socket = data, web.url, socket
        self.credential: str | None = None

    async def start(self) -> None:
        """The table's process begins; whatever was under way is taken up."""
        place = AskingPlace()
        self.house: House = closed_house(self.data, place)
        self.server = SocketServer(self.house, self.socket)
        await self.server.start()
        await self.house.open()
        if self.credential is None:
            await self._play()
        self.island: AskingIsland = await place.made
        self.house.part(firing_of).arm()

    async def _play(self) -> None:
        marshal = await marshal_of(self.house)
        seats = [{"kind": "open"}, {"kind": "random"}]
        made = await marshal.ask("table.create", seats=seats, window_s=0.5, hold_s=0.0)
        async with TableClient(self.url) as red:
            await red.sit(made["keys"][0]["key"])
            self.credential = red.credential
            await marshal.ask("table.start")
            for value in FIRE:
                while (question := (await red.view(0)).question) is None:
                    await asyncio.sleep(0.05)
                await red.answer(0, question.question, value)

    async def stop(self) -> None:
        await self.server.close()
        await self.house.close()

    def phone(self) -> TableClient:
        """A device of red's, with a connection of its own."""
        return TableClient(self.url, self.credential)

    async def live(self, phone: TableClient) -> Trigger:
        for _ in range(200):
            trigger = (await phone.view(0)).trigger
            if trigger is not None and trigger.state == "live":
                return trigger
            await asyncio.sleep(0.05)
        raise AssertionError(trigger)

    async def settled(self) -> int:
        """How many marbles have rolled, once nothing is under way."""
        trigger = self.house.part(firing_of).trigger
        while trigger.fireball is not None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1.0)
        return len(self.island.rolled)


async def pull(phone: TableClient, trigger: Trigger, ident: str | None = None) -> str:
    """The state after it, or the code that it is refused with."""
    assert trigger.question is not None and trigger.nonce is not None
    try:
        done = await phone.fire(0, trigger.question, trigger.nonce, ident)
    except TableError as error:
        return error.code
    return str((done.model_extra or {})["state"])


def evening(
    front: tuple[Web, Path],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[[Evening, TableClient], Awaitable[None]],
) -> None:
    def begun(island_map: Any, setup: Any) -> Any:
        return Table({"red": "WT3", "blue": "WT5"}, hands={"red": ["fireball"]}).g, []

    monkeypatch.setattr(running_module, "build_game", begun)

    async def main() -> None:
        made = Evening(path, *front)
        async with asyncio.timeout(60):
            await made.start()
            try:
                async with made.phone() as phone:
                    await play(made, phone)
            finally:
                await made.stop()

    asyncio.run(main())


def test_a_recorded_trigger_is_stale_after_the_roll_and_after_a_restart(
    front: tuple[Web, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(made: Evening, phone: TableClient) -> None:
        recorded = await made.live(phone)
        await made.stop()
        await made.start()
        again = await made.live(phone)
        assert again.question == recorded.question
        assert await pull(phone, recorded, "a") == "trigger.stale"
        tries = 0
        while (state := await pull(phone, again, f"b{tries}")) == "trigger.stale":
            again, tries = await made.live(phone), tries + 1  # it lay about for three seconds
        assert state == "rolling"
        assert await pull(phone, again, f"b{tries}") == "rolling"  # who missed the reply asks again
        assert await made.settled() == 1
        for ident in ("a", "b", "c"):
            assert await pull(phone, again, ident) == "trigger.stale"
        assert await made.settled() == 1

    evening(front, tmp_path, monkeypatch, play)


def test_300_triggers_of_one_seat_and_50_sockets_let_one_marble_go(
    front: tuple[Web, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(made: Evening, phone: TableClient) -> None:
        async with AsyncExitStack() as stack:
            devices = [await stack.enter_async_context(made.phone()) for _ in range(50)]
            await asyncio.gather(*(device.view(0) for device in devices))
            other = await stack.enter_async_context(TableClient(made.url))
            counts = Counter[str]()
            while not counts["rolling"]:  # on a busy machine a nonce can be too old on its arrival
                trigger = await made.live(phone)
                flood = [pull(devices[0], trigger) for _ in range(300)]
                flood += [pull(device, trigger) for device in devices]
                counts.update(await meanwhile(other, asyncio.gather(*flood)))
        assert counts.pop("rolling") == 1
        assert set(counts) <= {"trigger.rolling", "trigger.stale"}, counts
        assert await made.settled() == 1

    evening(front, tmp_path, monkeypatch, play)


async def meanwhile(other: TableClient, flood: asyncio.Future[list[str]]) -> list[str]:
    """What the flood is told; somebody else at the table is answered long before it is over."""
    looks = 0
    while not flood.done():
        await other.state()
        looks += not flood.done()
    assert looks >= 5
    return await flood


def test_a_shot_from_outside_is_announced_to_the_room_first(
    front: tuple[Web, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(made: Evening, phone: TableClient) -> None:
        trigger = await made.live(phone)
        web, _ = front
        body = {"seat": 0, "question": trigger.question, "nonce": trigger.nonce, "id": "x"}
        status, _, said = await asyncio.to_thread(
            web.ask, "POST", "/api/fire", body,
            authorization=f"Bearer {made.credential}", x_forwarded_for=FAR.address,
        )  # fmt: skip
        assert status == 200 and b"announced" in said, said
        assert made.island.rolled == []
        async with TableClient(made.url) as room:
            await room.watch()
            await room.do("veto")
        await asyncio.sleep(3.2)
        assert made.island.rolled == []

    evening(front, tmp_path, monkeypatch, play)
