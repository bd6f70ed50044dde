"""The web process in front of the real table process: shapes, authority, revocation, names."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.remote.realtable import RealTable
from tests.remote.test_events import heard, hearing
from tests.remote.web import Web
from vulkar.client import TableClient, TableError

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "<b onclick='x'>\"&\u202eevil"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RealTable]:
    house = RealTable(tmp_path / "house")
    yield house
    house.stop(hard=True)


@pytest.fixture
def front(house: RealTable, tmp_path: Path) -> Iterator[Web]:
    more = ("--rate-factor", "100", "--public-host", "house.example")
    front = Web(house.path, tmp_path / "log", *more)
    yield front
    front.close()


def together(front: Web, act: Callable[..., Awaitable[None]], count: int = 3) -> None:
    """Runs ``act`` with so many clients, each with a session of its own to be opened."""

    async def run() -> None:
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(TableClient(front.url, patience_s=10))
                for _ in range(count)
            ]
            await act(*clients)

    asyncio.run(run())


async def seated(house: RealTable, marshal: TableClient, *phones: TableClient) -> None:
    await marshal.enter(house.pin)
    for seat, phone in enumerate(phones):
        assert await phone.sit(house.keys[seat]) == seat


def test_an_evening_by_the_api_has_the_documented_shapes(house: RealTable, front: Web) -> None:
    async def act(marshal: TableClient, one: TableClient, two: TableClient) -> None:
        assert (await marshal.state()).me is None
        looked = await one.look(house.keys[0])
        assert (looked.seat.seat, looked.seat.state, looked.state) == (0, "open", "open")
        await seated(house, marshal, one, two)
        state = await marshal.state()
        assert state.me is not None and state.me.marshal
        assert state.table is not None
        assert [seat.state for seat in state.table.seats] == ["claimed", "claimed", "bot"]
        await marshal.do("table.start")
        async for event in one.events(0):
            if event.kind == "asked":
                break
        view = await one.view(0)
        assert view.view is not None and view.question is not None
        await one.answer(0, view.question.question, view.question.choices[0].value)
        found = await one.events_so_far(0)
        assert (found.n, found.reset) == (len(found.events), False)

    together(front, act)


def test_a_session_reaches_no_other_seat(house: RealTable, front: Web) -> None:
    async def act(marshal: TableClient, one: TableClient, two: TableClient) -> None:
        await seated(house, marshal, one, two)
        await marshal.do("table.start")
        for refused in (
            one.view(1),
            one.answer(1, "1", "roll"),
            one.fire(1, "1", "nonce"),
            one.events_so_far(1),
            one.do("seat.leave", seat=1),
            marshal.view(0),
        ):
            with pytest.raises(TableError) as error:
                await refused
            assert error.value.code == "seat.other"
        with pytest.raises(TableError) as error:
            await one.do("table.abandon")
        assert error.value.code == "session.role"
        with hearing(front, {"as": 1}, credential=str(one.credential)) as socket:
            assert heard(socket)["error"]["code"] == "seat.other"
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=10)

    together(front, act)


def test_a_kicked_seats_open_socket_is_closed_within_a_second(house: RealTable, front: Web) -> None:
    async def act(marshal: TableClient, one: TableClient) -> None:
        await seated(house, marshal, one)
        with hearing(front, {"as": 0}, {"as": "public"}, credential=str(one.credential)) as socket:
            for _ in range(2):
                while "subscribed" not in heard(socket):
                    pass
            began = time.monotonic()
            await marshal.do("seat.kick", seat=0)
            with pytest.raises(ConnectionClosed):
                while True:
                    socket.recv(timeout=10)
            assert time.monotonic() - began < 1
        with pytest.raises(TableError) as error:
            await one.view(0)
        assert error.value.code == "session.unknown"

    together(front, act, 2)


def test_a_thousand_looks_at_a_join_link_leave_its_seat_open(house: RealTable, front: Web) -> None:
    for _ in range(300):
        assert front.ask("GET", f"/join/{house.keys[0]}")[0] == 200
    assert json.loads(front.ask("GET", "/api/table/state")[2])["table"]["seats"][0]["state"] == (
        "open"
    )


def test_a_hostile_name_is_text_wherever_it_is_shown(house: RealTable, front: Web) -> None:
    async def act(one: TableClient) -> None:
        await one.claim(house.keys[0], HOSTILE)
        state = await one.state()
        assert state.table is not None
        assert state.table.seats[0].name == "<b onclick='x'>\"&evil"

    together(front, act, 1)
    page = front.ask("GET", f"/join/{house.keys[0]}")[2]
    assert b"<b " not in page
    assert b"&lt;b onclick=&#x27;x&#x27;&gt;&quot;&amp;evil" in page


def test_wrong_pins_slow_their_own_address_whatever_it_forges(house: RealTable, front: Web) -> None:
    def enter(pin: str, source: str, forged: str = "") -> str:
        _, _, body = front.ask(
            "POST", "/api/marshal/enter", {"pin": pin}, source=source, x_forwarded_for=forged
        )
        found: dict[str, Any] = json.loads(body)
        code = found.get("error", {}).get("code", "entered")
        return str(code)

    wrong = "00000000" if house.pin != "00000000" else "11111111"
    tries = [enter(wrong, "127.0.0.5", f"203.0.113.{n}") for n in range(20)]
    assert tries.count("pin.wrong") < 6
    assert tries[-1] == "pin.wait"
    assert enter(house.pin, "127.0.0.5", "203.0.113.99") == "pin.wait"
    assert enter(house.pin, "127.0.0.6") == "entered"


def test_a_killed_table_is_found_again_with_its_seats(house: RealTable, front: Web) -> None:
    async def act(one: TableClient) -> None:
        await one.sit(house.keys[0])
        house.stop(hard=True)
        house.start()
        state = await one.state()
        assert state.me is not None
        assert state.me.seats == [0]

    together(front, act, 1)


def test_the_program_on_the_clients_page_plays(
    house: RealTable, front: Web, tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "reference" / "client.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    (tmp_path / "program.py").write_text(code, "utf-8")
    program = [sys.executable, str(tmp_path / "program.py"), front.url]
    robots = [subprocess.Popen([*program, house.keys[seat]]) for seat in range(2)]

    async def act(marshal: TableClient) -> None:
        await marshal.enter(house.pin)
        async for _ in marshal.events():
            state = (await marshal.state()).table
            if state is not None and all(seat.state != "open" for seat in state.seats):
                break
        await marshal.do("table.start")
        answers = 0
        async for event in marshal.events():
            answers += event.kind == "diced"
            if answers == 2:
                break
        await marshal.do("table.abandon")

    try:
        together(front, act, 1)
        assert [robot.wait(20) for robot in robots] == [0, 0]
    finally:
        for robot in robots:
            robot.kill()
