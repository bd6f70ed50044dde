"""The web process in front of the real table process: shapes, authority, revocation, names."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.remote.evening import SEATS, Evening
from tests.remote.realtable import RealTable
from tests.remote.test_events import heard, hearing
from tests.remote.web import Web
from vulkar.client import TableClient, TableError
from vulkar.remote.routes import ROUTES
from vulkar.service.house import OPERATIONS

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "<b onclick='x'>\"&\u202eevil"
NO_ROUTES = {"subscribe", "unsubscribe", "pin.changed"}  # a WebSocket; the local shell


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    house = RealTable(tmp_path_factory.mktemp("house"))
    yield house
    house.stop(hard=True)


@pytest.fixture(scope="module")
def front(house: RealTable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    log = tmp_path_factory.mktemp("front") / "log"
    front = Web(house.path, log, "--rate-factor", "100")
    yield front
    front.close()


@pytest.fixture
def evening(house: RealTable, front: Web) -> Evening:
    return Evening(house, front)


async def first_asked(*phones: TableClient) -> int:
    """The seat that is asked something first."""

    async def asked(phone: TableClient, seat: int) -> int:
        async with aclosing(phone.events(seat)) as events:
            async for event in events:
                if event.kind == "asked":
                    return seat
        raise AssertionError

    tasks = [asyncio.create_task(asked(phone, seat)) for seat, phone in enumerate(phones)]
    done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return done.pop().result()


def test_every_operation_of_the_table_has_a_route_for_those_who_may() -> None:
    roles = {op: str(role) for ops in OPERATIONS for op, (role, _) in ops.items()}
    names = {"anyone": "nobody", "session": "spectator", "seat": "seat", "marshal": "marshal"}
    routes = {route.op: names[route.who] for route in ROUTES}
    assert {op: role for op, role in roles.items() if op not in NO_ROUTES} == routes


def test_an_evening_by_the_api_has_the_documented_shapes(evening: Evening) -> None:
    async def act(marshal: TableClient, one: TableClient, two: TableClient) -> None:
        looked = await one.look(evening.keys[0])
        assert (looked.seat.seat, looked.seat.state, looked.state) == (0, "claimed", "open")
        state = await marshal.state()
        assert state.me is not None and state.me.marshal
        assert state.table is not None
        assert [seat.state for seat in state.table.seats] == ["claimed", "claimed"]
        await marshal.do("table.start")
        seat = await first_asked(one, two)
        phone = (one, two)[seat]
        view = await phone.view(seat)
        assert view.view is not None and view.question is not None
        await phone.answer(seat, view.question.question, view.question.choices[0].value)
        found = await phone.events_so_far(seat)
        assert (found.n, found.reset) == (len(found.events), False)

    evening.act(act, 2)


def test_a_session_reaches_no_other_seat(evening: Evening) -> None:
    async def act(marshal: TableClient, one: TableClient, two: TableClient) -> None:
        await marshal.do("table.start")
        for ask in (
            lambda: one.view(1),
            lambda: one.answer(1, "1", "roll"),
            lambda: one.intend(1, "1", "roll"),
            lambda: one.fire(1, "1", "nonce"),
            lambda: one.events_so_far(1),
            lambda: one.do("seat.leave", seat=1),
            lambda: marshal.view(0),
        ):
            with pytest.raises(TableError) as error:
                await ask()
            assert error.value.code == "seat.other"
        with pytest.raises(TableError) as error:
            await one.do("table.abandon")
        assert error.value.code == "session.role"
        with hearing(evening.web, {"as": 1}, credential=str(one.credential)) as socket:
            assert heard(socket)["error"]["code"] == "seat.other"
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=10)

    evening.act(act, 2)


def test_a_kicked_seats_open_socket_is_closed_within_a_second(evening: Evening) -> None:
    async def act(marshal: TableClient, one: TableClient) -> None:
        wanted = ({"as": 0}, {"as": "public"})
        with hearing(evening.web, *wanted, credential=str(one.credential)) as socket:
            for _ in wanted:
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

    evening.act(act, 1)


def test_a_thousand_gets_of_a_join_link_claim_nothing_and_take_no_memory(evening: Evening) -> None:
    def look(count: int) -> None:
        for _ in range(count):
            status, headers, _ = evening.web.ask("GET", f"/join/{evening.keys[0]}")
            assert status == 200
            assert "set-cookie" not in headers

    look(100)
    before = evening.web.rss_kb()
    look(1000)
    assert evening.web.rss_kb() - before < 1500
    state = json.loads(evening.web.ask("GET", "/api/table/state")[2])
    assert state["table"]["seats"][0]["state"] == "open"


def test_a_hostile_name_is_text_wherever_it_is_shown(evening: Evening) -> None:
    async def act(marshal: TableClient, one: TableClient) -> None:
        await one.claim(evening.keys[0], HOSTILE)
        state = (await marshal.state()).table
        assert state is not None
        assert state.seats[0].name == "<b onclick='x'>\"&evil"

        held.append(f"vulkar={one.credential}")

    held: list[str] = []
    evening.act(act, 1)
    page = evening.web.ask("GET", f"/join/{evening.keys[0]}", cookie=held[0])[2]
    assert b"<b " not in page
    assert b"&lt;b onclick=&#x27;x&#x27;&gt;&quot;&amp;evil" in page


def test_wrong_pins_slow_their_own_address_whatever_it_forges(evening: Evening) -> None:
    def enter(pin: str, source: str, forged: str = "") -> tuple[str, int]:
        sent = {"source": source, "x_forwarded_for": forged}
        body = evening.web.ask("POST", "/api/marshal/enter", {"pin": pin}, **sent)[2]
        error = json.loads(body).get("error", {"code": "entered", "params": {}})
        return error["code"], error["params"].get("wait_s", 0)

    pin = evening.house.pin
    wrong = "00000000" if pin != "00000000" else "11111111"
    for n in range(20):
        began_s = time.monotonic()
        code, wait_s = enter(wrong, "127.0.0.5", f"203.0.113.{n}")
        assert code in ("pin.wrong", "pin.wait")
        if wait_s >= 2:
            break
        time.sleep(wait_s)
    code, _ = enter(pin, "127.0.0.5", "203.0.113.99")
    assert code == "pin.wait" or time.monotonic() - began_s >= wait_s  # on a busy machine
    assert enter(pin, "127.0.0.6")[0] == "entered"


def test_a_new_pin_from_the_shell_ends_a_marshals_page_and_its_socket(evening: Evening) -> None:
    house, old = evening.house, str(evening.house.marshal)
    reset = [sys.executable, "-c", "from vulkar.cli import main; main()", "pin", "reset"]
    with hearing(evening.web, {"as": "public"}, credential=old) as socket:
        while "subscribed" not in heard(socket):
            pass
        done = subprocess.run([*reset, "--data", str(house.data)], capture_output=True, text=True)
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=1)
    found = re.search(r"\d{8}", done.stdout)
    assert found is not None, done.stderr
    asked = {"authorization": f"Bearer {old}", "origin": ""}
    assert evening.web.error("POST", "/api/table/abandon", {}, **asked) == "session.unknown"
    house.pin, house.marshal = found[0], None
    assert Evening(house, evening.web).keys  # made by a marshal with the new one


def test_a_killed_table_is_found_again_with_its_seats(evening: Evening) -> None:
    async def act(marshal: TableClient, one: TableClient) -> None:
        evening.house.stop(hard=True)
        evening.house.start()
        state = await one.state()
        assert state.me is not None
        assert state.me.seats == [0]

    evening.act(act, 1)


def robots_of(evening: Evening, folder: Path) -> list[subprocess.Popen[str]]:
    """The program on the client's page, once for each seat."""
    page = (ROOT / "docs" / "reference" / "client.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    (folder / "program.py").write_text(code, "utf-8")
    program = [sys.executable, str(folder / "program.py"), evening.web.url]
    return [
        subprocess.Popen([*program, key], stderr=subprocess.PIPE, text=True)
        for key in evening.keys.values()
    ]


def test_the_program_on_the_clients_page_plays(evening: Evening, tmp_path: Path) -> None:
    robots = robots_of(evening, tmp_path)

    async def act(marshal: TableClient) -> None:
        started, asked = False, set()
        async with aclosing(marshal.events()) as events:
            async for event in events:
                state = (await marshal.state()).table
                assert state is not None
                if not started and all(seat.state != "open" for seat in state.seats):
                    await marshal.do("table.start")
                    started = True
                asked |= {event.data.get("turn")} if event.kind == "turn" else set()
                if len(asked) == 2:
                    break
        await marshal.do("table.abandon")

    try:
        evening.act(act)
        assert [robot.communicate(timeout=20)[1] for robot in robots] == ["", ""]
        assert [robot.returncode for robot in robots] == [0, 0]
    finally:
        for robot in robots:
            robot.kill()


def test_the_program_whose_table_is_gone_says_so_in_one_line(
    evening: Evening, tmp_path: Path
) -> None:
    robots = robots_of(evening, tmp_path)

    async def act(marshal: TableClient) -> None:
        while "open" in [seat.state for seat in (await marshal.state()).table.seats]:  # type: ignore[union-attr]
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)  # they listen
        await marshal.do("table.create", seats=SEATS)

    try:
        evening.act(act)
        for robot in robots:
            said = robot.communicate(timeout=20)[1]
            assert re.fullmatch(r"This session .*\n", said), said
            assert robot.returncode == 1
    finally:
        for robot in robots:
            robot.kill()
