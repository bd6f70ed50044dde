"""The Python client: a session, its answers, and events across broken connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.remote.smalltable import KEY, SEAT, WATCH, SmallTable
from tests.remote.web import Web
from vulkar.client import Event, TableClient, TableError
from vulkar.errors import VulkarError


def at(
    web: Web, act: Callable[[TableClient], Awaitable[None]], credential: str | None = None
) -> None:
    async def run() -> None:
        async with TableClient(web.url, credential, patience_s=5) as table:
            await act(table)

    asyncio.run(run())


def test_a_claim_becomes_the_clients_session(web: Web, table: SmallTable) -> None:
    async def act(client: TableClient) -> None:
        looked = await client.look(KEY)
        assert (looked.seat.seat, looked.seat.name) == (0, "Anna")
        await client.claim(KEY, "Bea")
        assert client.credential == SEAT
        await client.answer(0, "17", "roll")
        assert table.asked[-1].credential == SEAT
        assert table.asked[-1].args["value"] == "roll"

    at(web, act)


def test_a_refusal_is_an_error_with_its_code(web: Web) -> None:
    async def act(client: TableClient) -> None:
        with pytest.raises(TableError) as refused:
            await client.look("wrong")
        assert refused.value.code == "join.key"
        with pytest.raises(TableError) as refused:
            async for _ in client.events(1):
                raise AssertionError
        assert refused.value.code == "seat.other"

    at(web, act, WATCH)


def test_an_answer_is_repeated_with_its_id_until_the_table_is_back(
    web: Web, table: SmallTable
) -> None:
    async def act(client: TableClient) -> None:
        table.stop()
        answer = asyncio.create_task(client.answer(0, "17", "roll", id="mine"))
        await asyncio.sleep(0.3)
        assert not answer.done()
        table.start()
        await answer
        assert table.asked[-1].args["id"] == "mine"

    at(web, act, SEAT)


def test_what_must_not_be_done_twice_is_not_repeated(tmp_path: Path) -> None:
    async def act() -> None:
        heard: list[bytes] = []

        async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.append(await reader.readuntil(b"\r\n\r\n"))
            writer.close()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server, TableClient(url, SEAT, patience_s=0.5) as client:
            with pytest.raises(VulkarError) as broken:
                await client.do("table.rematch")
            assert broken.value.code == "client.connection"
            assert len(heard) == 1
            with pytest.raises(VulkarError):
                await client.answer(0, "17", "roll")
            assert len(heard) > 2

    asyncio.run(act())


def test_events_go_on_after_the_web_process_was_killed(table: SmallTable, tmp_path: Path) -> None:
    first = Web(table.path, tmp_path / "log")
    have = len(table.events)

    async def act() -> None:
        heard: list[Event] = []
        async with (
            TableClient(first.url, SEAT) as client,
            aclosing(client.events(0, have, "one")) as events,
        ):
            table.tell("moved", step=0)
            heard.append(await anext(events))
            first.process.kill()
            first.process.wait()
            table.tell("moved", step=1)
            again = Web(table.path, tmp_path / "log", port=first.port)
            try:
                table.tell("moved", step=2)
                heard += [await anext(events), await anext(events)]
            finally:
                again.close()
        assert [(event.n, event.data) for event in heard] == [
            (have + 1 + n, {"step": n}) for n in range(3)
        ]

    asyncio.run(act())


def test_a_new_count_is_told_as_a_reset(web: Web, table: SmallTable) -> None:
    async def act(client: TableClient) -> None:
        async with aclosing(client.events("public", 5, "of last week")) as events:
            assert (await anext(events)).kind == "reset"
            n = len(table.events)
            table.tell("moved")
            assert (await anext(events)).n == n + 1

    at(web, act, SEAT)


def test_too_many_requests_are_slowed_down_not_lost(rated: Web) -> None:
    async def act(client: TableClient) -> None:
        found = await asyncio.gather(*(client.state() for _ in range(90)))
        assert len(found) == 90

    at(rated, act, SEAT)


@pytest.mark.parametrize("url", ["volcano.local:8080", "ftp://volcano.local", "http://", ""])
def test_a_bad_address_is_one_error(url: str) -> None:
    with pytest.raises(VulkarError) as bad:
        TableClient(url)
    assert bad.value.code == "client.url"
