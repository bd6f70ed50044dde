"""``/api/events``: who may hear, from which number on, across a table that goes and comes back."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from socket import create_connection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.remote.smalltable import SEAT, WATCH, SmallTable
from tests.remote.web import Web
from vulkar.remote.guard import Guard, Policy
from vulkar.remote.names import Names
from vulkar.remote.peer import Trust
from vulkar.remote.rates import Limits


@contextmanager
def hearing(
    web: Web, *subscribe: dict[str, Any], credential: str = SEAT, **headers: str
) -> Iterator[ClientConnection]:
    sent = {"Origin": web.url, "Cookie": f"vulkar={credential}"}
    sent |= {name.capitalize(): value for name, value in headers.items()}
    sent = {name: value for name, value in sent.items() if value}
    url = f"ws://{web.host}/api/events"
    with connect(url, additional_headers=sent, proxy=None, compression=None) as socket:
        for wanted in subscribe:
            socket.send(json.dumps({"subscribe": wanted}))
        yield socket


def heard(socket: ClientConnection) -> dict[str, Any]:
    message = json.loads(socket.recv(timeout=10))
    assert isinstance(message, dict)
    return message


def numbers(socket: ClientConnection, count: int) -> list[int]:
    return [heard(socket)["event"]["n"] for _ in range(count)]


def test_events_come_from_the_wanted_number_on(web: Web, table: SmallTable) -> None:
    have = len(table.events)
    for n in range(3):
        table.tell("moved", step=n)
    with hearing(web, {"as": "public", "since": have + 1, "stream": "one"}) as socket:
        said = heard(socket)
        assert (said["as"], said["subscribed"]["stream"]) == ("public", "one")
        assert numbers(socket, 2) == [have + 2, have + 3]
        table.tell("moved", step=3)
        assert heard(socket)["event"] == {
            "n": have + 4, "kind": "moved", "data": {"step": 3}, "t_ms": 0,
        }  # fmt: skip


def test_a_restart_of_the_table_loses_and_repeats_nothing(web: Web, table: SmallTable) -> None:
    have = len(table.events)
    with hearing(web, {"as": 0, "since": have, "stream": "one"}) as socket:
        assert "subscribed" in heard(socket)
        table.tell("moved", step=0)
        assert numbers(socket, 1) == [have + 1]
        table.stop()
        assert heard(socket) == {"as": 0, "away": True}
        assert web.error("GET", "/api/hello") == "table.away"
        table.events.append({"n": have + 2, "kind": "moved", "data": {}, "t_ms": 0})
        table.start()
        assert "subscribed" in heard(socket)
        assert numbers(socket, 1) == [have + 2]
        table.tell("moved", step=2)
        assert numbers(socket, 1) == [have + 3]


def test_a_table_that_counts_anew_says_so_and_is_followed(web: Web, table: SmallTable) -> None:
    have = len(table.events)
    with hearing(web, {"as": "public", "since": 10_000, "stream": "of last week"}) as socket:
        assert "subscribed" in heard(socket)
        assert heard(socket)["event"]["kind"] == "reset"
        table.stop()
        assert heard(socket)["away"]
        table.start()
        assert "subscribed" in heard(socket)
        table.tell("moved")
        assert numbers(socket, 1) == [have + 1]


@pytest.mark.parametrize("as_", [0, 1])
def test_a_socket_that_names_anothers_seat_is_refused_and_closed(web: Web, as_: int) -> None:
    with hearing(web, {"as": as_}, credential=WATCH) as socket:
        said = heard(socket)
        assert (said["as"], said["error"]["code"]) == (as_, "seat.other")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_a_revoked_session_is_cut_off_within_a_second(web: Web, table: SmallTable) -> None:
    with hearing(web, {"as": 0}, {"as": "public"}) as socket:
        while "subscribed" not in heard(socket):
            pass
        began = time.monotonic()
        table.close_subscriptions("session.unknown")
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=10)
        assert time.monotonic() - began < 1


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_foreign_page_opens_no_socket(web: Web, origin: str) -> None:
    before = web.refused().get("web.origin", 0)
    with pytest.raises(InvalidStatus) as refused, hearing(web, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert b"web.origin" in (refused.value.response.body or b"")
    assert web.refused()["web.origin"] == before + 1


def test_a_foreign_host_opens_no_socket(web: Web) -> None:
    before = web.refused().get("web.host", 0)
    foreign = f"evil.example:{web.port}"
    reached = create_connection(("127.0.0.1", web.port))
    url, origin = f"ws://{foreign}/api/events", Origin(f"http://{foreign}")
    with pytest.raises(InvalidStatus) as refused:
        connect(url, sock=reached, origin=origin, proxy=None)
    assert refused.value.response.status_code == 403
    assert web.refused()["web.host"] == before + 1


def test_a_frame_over_64_kb_ends_the_socket_and_is_counted(web: Web) -> None:
    before = web.refused().get("web.size", 0)
    with hearing(web) as socket:
        socket.send("x" * 65_537)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert web.refused()["web.size"] == before + 1


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"subscribe": {"as": "else"}}',
        '{"subscribe": {"as": 7}}',
        '{"subscribe": {"as": 0, "since": -1}}',
        '{"subscribe": {"as": 0}, "more": 1}',
        "[" * 60_000,
    ],
)
def test_a_bad_message_is_one_error_and_ends_the_socket(web: Web, text: str) -> None:
    with hearing(web) as socket:
        socket.send(text)
        assert heard(socket)["error"]["code"] == "web.body"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


def test_a_binary_frame_ends_the_socket(web: Web) -> None:
    with hearing(web) as socket:
        socket.send(b"\x00")
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


def test_a_socket_that_floods_is_closed(rated: Web) -> None:
    with hearing(rated, credential="") as socket, pytest.raises(ConnectionClosed) as closed:
        for _ in range(2000):
            socket.send('{"unsubscribe": "public"}')
        socket.recv(timeout=10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_one_address_holds_no_more_than_its_sockets(web: Web) -> None:
    def another(stack: ExitStack, n: int) -> None:
        sent = {"Origin": web.url, "Cookie": f"vulkar={n}"}
        url, near = f"ws://{web.host}/api/events", ("127.0.0.77", 0)
        opening = connect(url, additional_headers=sent, proxy=None, source_address=near)
        stack.enter_context(opening)

    with ExitStack() as held:
        for n in range(64):
            another(held, n)
        with pytest.raises(InvalidStatus) as refused:
            another(held, 64)
        assert refused.value.response.status_code == 429
        with hearing(web, {"as": "public"}) as socket:  # another address is let in
            assert "subscribed" in heard(socket)


def test_a_listener_that_goes_leaves_no_subscription_behind(web: Web, table: SmallTable) -> None:
    for _ in range(20):
        with hearing(web, {"as": "public"}) as socket:
            assert "subscribed" in heard(socket)
    deadline = time.monotonic() + 5
    while len(table.connections()) > 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(table.connections()) == 1  # the web process's own


def test_sockets_from_outside_leave_the_house_its_own() -> None:
    async def main() -> None:
        policy = Policy(Names("volcano"), Trust(), Limits(), sockets_outside=2)
        open_, gate = [], asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            open_.append(scope["client"][0])
            await gate.wait()

        async def ask(address: str) -> list[Any]:
            said: list[Any] = []
            headers = [(b"host", b"localhost:80"), (b"origin", b"http://localhost:80")]
            scope = {"type": "websocket", "client": (address, 1), "server": ("::1", 80)}
            scope |= {"headers": headers, "scheme": "ws"}

            async def receive() -> Any:
                return {"type": "websocket.connect"}

            async def send(message: Any) -> None:
                said.append(message["type"])

            await Guard(app, policy)(scope, receive, send)
            return said

        far = [asyncio.ensure_future(ask(f"203.0.113.{n}")) for n in range(3)]
        await asyncio.sleep(0.01)
        near = asyncio.ensure_future(ask("192.168.1.7"))
        await asyncio.sleep(0.01)
        assert open_ == ["203.0.113.0", "203.0.113.1", "192.168.1.7"]
        assert (await far[2], policy.refused) == (["websocket.close"], {"web.sockets": 1})
        gate.set()
        await asyncio.gather(*far, near)
        assert (policy.outside, policy.sockets.total()) == (0, 0)

    asyncio.run(main())
