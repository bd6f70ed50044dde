"""The line to the table: bounds, a mute, mad or missing table, followers that fall behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from vulkar import unixsocket
from vulkar.errors import VulkarError
from vulkar.remote import line as line_module
from vulkar.remote.line import MOST_OPEN, MOST_WAITING, Line
from vulkar.remote.refusal import Refused
from vulkar.remote.tablelink import Audience, TableLink
from vulkar.service.messages import (
    MAX_LINE_BYTES,
    Client,
    Fault,
    Push,
    Reply,
    Request,
    decode_request,
    encode,
)

HOME = Client("192.168.1.7", True)
Answers = Callable[[Request, asyncio.StreamWriter], None]


@asynccontextmanager
async def table(path: Path, answers: Answers) -> AsyncIterator[list[asyncio.StreamWriter]]:
    """A table that does ``answers`` with each request."""
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while text := await reader.readline():
            answers(decode_request(text), writer)

    server = await unixsocket.listen(serve, path, MAX_LINE_BYTES)
    try:
        yield writers
    finally:
        server.close()
        path.unlink()
        for writer in writers:
            writer.close()


def mute(request: Request, writer: asyncio.StreamWriter) -> None:
    del request, writer


def echo(request: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(encode(Reply(request.id, {"op": request.op})))


def on_line(path: Path, answers: Answers, act: Callable[[Line], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(20), table(path, answers):
            line = await Line.open(path)
            try:
                await act(line)
            finally:
                await line.close()

    asyncio.run(run())


async def failure(asked: Awaitable[object]) -> str:
    try:
        await asked
    except (VulkarError, Refused) as error:
        return error.code
    raise AssertionError("it was answered")


def test_many_requests_at_once_get_each_its_own_reply(tmp_path: Path) -> None:
    async def act(line: Line) -> None:
        asked = [line.ask(f"op{n}", {}, None, HOME) for n in range(MOST_OPEN)]
        assert [reply["op"] for reply in await asyncio.gather(*asked)] == [
            f"op{n}" for n in range(MOST_OPEN)
        ]

    on_line(tmp_path / "sock", echo, act)


def test_beyond_the_bound_a_request_is_refused_and_none_is_lost(tmp_path: Path) -> None:
    async def act(line: Line) -> None:
        tasks = [asyncio.create_task(line.ask("op", {}, None, HOME)) for _ in range(MOST_OPEN)]
        await asyncio.sleep(0)
        assert await failure(line.ask("op", {}, None, HOME)) == "table.busy"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        later = asyncio.create_task(line.ask("op", {}, None, HOME))
        await asyncio.sleep(0)
        assert not later.done()  # there is room again
        later.cancel()

    on_line(tmp_path / "sock", mute, act)


def test_a_mute_table_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "REPLY_WITHIN_S", 0.1)

    async def act(line: Line) -> None:
        assert await failure(line.ask("op", {}, None, HOME)) == "table.late"

    on_line(tmp_path / "sock", mute, act)


def test_a_reply_that_comes_too_late_answers_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_module, "REPLY_WITHIN_S", 0.1)

    def only_then(request: Request, writer: asyncio.StreamWriter) -> None:
        if request.op == "second":
            writer.write(encode(Reply(1, {"op": "first"})) + encode(Reply(2, {"op": "second"})))

    async def act(line: Line) -> None:
        assert await failure(line.ask("first", {}, None, HOME)) == "table.late"
        assert await line.ask("second", {}, None, HOME) == {"op": "second"}

    on_line(tmp_path / "sock", only_then, act)


@pytest.mark.parametrize(
    "said", [b"", b"{\n", b"[]\n", b'{"id": 1}\n', b"x" * 100_000 + b"\n", b"\xff\n"]
)
def test_a_table_that_goes_or_talks_nonsense_ends_the_line(tmp_path: Path, said: bytes) -> None:
    def say(request: Request, writer: asyncio.StreamWriter) -> None:
        del request
        writer.write(said)
        writer.close()

    async def act(line: Line) -> None:
        assert await failure(line.ask("op", {}, None, HOME)) == "table.lost"
        assert await failure(line.ask("op", {}, None, HOME)) == "table.away"

    on_line(tmp_path / "sock", say, act)


def test_without_a_table_nothing_was_asked(tmp_path: Path) -> None:
    async def run() -> None:
        link = TableLink(tmp_path / "sock")
        link.start()
        await asyncio.sleep(0.1)
        assert await failure(link.ask("op", {}, None, HOME)) == "table.away"
        async with table(tmp_path / "sock", echo):
            while not link.here:
                await asyncio.sleep(0.01)
            assert await link.ask("op", {}, None, HOME) == {"op": "op"}
        await link.close()

    asyncio.run(run())


def stream_of(count: int) -> Answers:
    """A table whose stream has so many events, pushed at once to whoever subscribes."""

    def answers(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(encode(Reply(request.id, {"stream": "one", "n": count})))
        for n in range(request.args["since"] + 1, count + 1):
            event = {"n": n, "kind": "moved", "data": {}, "t_ms": 0}
            writer.write(encode(Push(request.id, event)))

    return answers


def test_a_follower_that_falls_behind_misses_nothing(tmp_path: Path) -> None:
    count = 3 * MOST_WAITING

    async def run() -> None:
        async with asyncio.timeout(20), table(tmp_path / "sock", stream_of(count)):
            heard: list[int] = []
            link = TableLink(tmp_path / "sock")
            async with aclosing(link.follow(Audience("public"), None, HOME)) as items:
                async for item in items:
                    if "event" in item:
                        heard.append(item["event"]["n"])
                        await asyncio.sleep(0)  # meanwhile the rest arrives
                    if len(heard) == count:
                        break
            assert heard == list(range(1, count + 1))

    asyncio.run(run())


def test_the_end_of_a_subscription_overtakes_what_waits(tmp_path: Path) -> None:
    def answers(request: Request, writer: asyncio.StreamWriter) -> None:
        stream_of(10)(request, writer)
        writer.write(encode(Push(request.id, closed=Fault("session.unknown", {}))))

    async def run() -> None:
        async with asyncio.timeout(20), table(tmp_path / "sock", answers):
            heard = []
            link = TableLink(tmp_path / "sock")
            async with aclosing(link.follow(Audience(0), "credential", HOME)) as items:
                async for item in items:
                    heard.append(next(iter(item)))
                    await asyncio.sleep(0.1)  # the whole of it has arrived
            assert heard == ["subscribed", "closed"]

    asyncio.run(run())


def test_a_refused_subscription_is_not_asked_for_again(tmp_path: Path) -> None:
    asked: list[Request] = []

    def refuse(request: Request, writer: asyncio.StreamWriter) -> None:
        asked.append(request)
        writer.write(encode(Reply(request.id, error=Fault("seat.other", {"seat": 2}))))

    async def run() -> None:
        async with asyncio.timeout(20), table(tmp_path / "sock", refuse):
            link = TableLink(tmp_path / "sock")
            assert await failure(anext(link.follow(Audience(1), None, HOME))) == "seat.other"

    asyncio.run(run())
    assert len(asked) == 1
