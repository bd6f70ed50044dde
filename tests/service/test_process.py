"""The table in a process of its own: what it says, who may speak to it, how it ends and goes on."""

import asyncio
import signal
import stat
from collections import Counter

import pytest

from tests.service.tableprocess import TableProcess, line_to
from vulkar.service.messages import MAX_LINE_BYTES

MANUAL = "--manual"


async def begun(table):
    """A quick table of two, both seats taken, its game begun; the credentials of the people."""
    credentials = []
    async with line_to(table.data) as line:
        entered = await line.ask("marshal.enter", pin=await table.hears("pin"))
        seats = [{"kind": "open"}, {"kind": "open"}]
        made = await line.ask("table.create", entered["credential"], seats=seats, window_s=0.5)
        for row in made["keys"]:
            claimed = await line.ask("join.claim", key=row["key"], name="Ann")
            credentials.append(claimed["credential"])
        await line.ask("table.start", credentials[0])
    return credentials


async def asked(line, credentials):
    """Until a person is asked, people at the board doing what they are told; whom, and what."""
    for _ in range(600):
        board = (await line.ask("table.state"))["table"]["board"]
        for question in board["questions"] if board else ():
            await line.ask("word", credentials[0], number=question["number"], value=True)
        for seat, credential in enumerate(credentials):
            found = (await line.ask("view", credential, seat=seat))["question"]
            if found is not None:
                return seat, found
        await asyncio.sleep(0.1)
    raise AssertionError("nobody was asked")


def test_a_killed_table_goes_on_with_the_same_question_and_result(tmp_path):
    async def main():
        table = await TableProcess.start(tmp_path, MANUAL)
        assert [line.split()[0] for line in table.said] == [
            "pin", "link", "link", "start", "ready"
        ]  # fmt: skip
        credentials = await begun(table)
        async with line_to(tmp_path) as line:
            seat, question = await asked(line, credentials)
            while question["kind"] == "go_on":
                value = {"question": question["question"], "id": question["question"]}
                await line.ask("answer", credentials[seat], seat=seat, value=["go_on"], **value)
                seat, question = await asked(line, credentials)
            answer = {"seat": seat, "question": question["question"], "id": "tap-1"}
            answer["value"] = question["choices"][0]["value"]
            hand = (await line.ask("view", credentials[seat], seat=seat))["view"]["hand"]
            first = await line.ask("answer", credentials[seat], **answer)
            assert first["taken"]
        assert await table.end(signal.SIGKILL) == -signal.SIGKILL
        table = await TableProcess.start(tmp_path, MANUAL)
        assert (await table.hears("resumed")).startswith("turn ")
        assert [line.split()[0] for line in table.said if "pin" in line or "link" in line] == []
        async with line_to(tmp_path) as line:
            assert await line.ask("answer", credentials[seat], **answer) == first
            seen = await line.ask("view", credentials[seat], seat=seat)
            lost = Counter(hand) - Counter(seen["view"]["hand"])
            assert all(card in answer["value"] for card in lost)  # by this very answer
        assert await table.end() == 0

    asyncio.run(main())


def test_the_socket_is_this_users_and_whoever_misuses_it_holds_up_nobody(tmp_path):
    async def main():
        table = await TableProcess.start(tmp_path, MANUAL)
        for name in ("table.sock", "house.sqlite"):
            mode = (tmp_path / name).stat().st_mode
            assert stat.S_IMODE(mode) & 0o077 == 0, name
        for wrong in (b"hello\n", b"x" * (MAX_LINE_BYTES + 10) + b"\n", b"{}\n"):
            async with line_to(tmp_path) as line:
                assert (await line.raw(wrong))["error"]["code"] == "message.bad"
                assert await asyncio.wait_for(line.reader.read(), 5.0) == b""
        async with line_to(tmp_path) as line:
            assert (await line.ask("hello"))["state"] == "open"
            assert await line.ask("nothing") == {"error": "op.unknown"}
        async with line_to(tmp_path) as deaf, line_to(tmp_path) as line:  # who never reads
            sent = 0
            request = b'{"id":1,"op":"table.state","client":{"address":"","local":true}}\n'
            try:
                while sent < 20_000:
                    deaf.writer.write(request)
                    async with asyncio.timeout(2.0):
                        await deaf.writer.drain()
                    sent += 1
            except TimeoutError:
                pass
            assert sent < 20_000  # it is not read any further
            assert (await line.ask("hello"))["state"] == "open"
        with pytest.raises(AssertionError, match="ended before"):  # a second process on one house
            await TableProcess.start(tmp_path, MANUAL)
        async with line_to(tmp_path) as line:
            assert (await line.ask("hello"))["state"] == "open"
            assert await table.end() == 0  # with a connection that is still open
        assert table.complained == ""
        assert not (tmp_path / "table.sock").exists()

    asyncio.run(main())
