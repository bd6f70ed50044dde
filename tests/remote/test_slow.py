"""Whoever sends too slowly is let go of, and whoever is only idle is not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import uvicorn

from vulkar.remote import guard, http
from vulkar.remote.app import build
from vulkar.remote.guard import Policy
from vulkar.remote.http import Http
from vulkar.remote.names import Names
from vulkar.remote.peer import Trust
from vulkar.remote.rates import Limits
from vulkar.remote.tablelink import TableLink

Act = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
HEAD = b"POST /api/disarm HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"


def connected(tmp_path: Path, act: Act) -> Policy:
    """One connection to a server in this loop; returns what it counted."""
    policy = Policy(Names("localhost"), Trust(), Limits())

    async def run() -> None:
        app = build(TableLink(tmp_path / "none"), policy)
        ws = "websockets-sansio"
        config = uvicorn.Config(app, port=0, http=Http, ws=ws, log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            async with asyncio.timeout(10):
                await act(reader, writer)
        finally:
            writer.close()
            server.should_exit = True
            await task

    asyncio.run(run())
    return policy


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: local"])
def test_a_head_that_is_never_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(http, "HEAD_WITHIN_S", 0.2)

    async def act(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        assert await reader.read() == b""  # hung up

    connected(tmp_path, act)


def test_a_body_that_is_never_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_WITHIN_S", 0.2)
    monkeypatch.setattr(http, "HEAD_WITHIN_S", 5)

    async def act(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: 10\r\n\r\nabc")
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")

    assert connected(tmp_path, act).refused == {"web.slow": 1}


def test_an_answer_may_take_longer_than_a_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "HEAD_WITHIN_S", 0.2)

    async def act(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: 10\r\n\r\nabc")
        await asyncio.sleep(0.5)
        writer.write(b"defghij")
        assert (await reader.readline()).startswith(b"HTTP/1.1 503 ")  # table.away

    connected(tmp_path, act)


def test_an_idle_socket_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "HEAD_WITHIN_S", 0.2)
    key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + key
    bad_message = b"\x81\x81\x00\x00\x00\x00{"  # masked text of one character

    async def act(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD.replace(b"POST /api/disarm", b"GET /api/events") + upgrade + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        await asyncio.sleep(0.5)
        writer.write(bad_message)
        assert b"web.body" in await reader.read(200)

    connected(tmp_path, act)
