"""A panel at the real table process: mock pins, the real firmware on a board in real time."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

from tests.service.kill_board import running_board
from tests.service.tableprocess import Line, TableProcess, line_to
from tests.service.test_recall import FIRE
from vulkar.resources import panels_dir
from vulkar.service.messages import Client

FAR = Client("203.0.113.9", False)
KEY, STOP, BUTTON, FAULT, FIREBALL = 17, 27, 22, 13, 19  # of the panel that comes along
PATIENCE_S = 100.0


class Evening:
    """A game behind the panel: red is a person's, blue a bot's."""

    def __init__(self, table: TableProcess, line: Line) -> None:
        self.table, self.line = table, line
        self.red = ""
        self._looks = count(1)

    async def begin(self) -> None:
        entered = await self.line.ask("marshal.enter", pin=await self.table.hears("pin"))
        seats = [{"kind": "open"}, {"kind": "simple"}]
        made = await self.line.ask(
            "table.create", entered["credential"], seats=seats, window_s=0.5, hold_s=0
        )
        claimed = await self.line.ask("join.claim", key=made["keys"][0]["key"], name="Red")
        self.red = claimed["credential"]
        await self.line.ask("table.start", self.red)
        for value in FIRE:
            view = await self.seen(lambda seen: seen["question"] is not None)
            name = view["question"]["question"]
            await self.line.ask(
                "answer", self.red, seat=0, question=name, id=f"r{name}", value=value
            )

    def tell(self, *words: object) -> None:
        """A line for the pins."""
        assert self.table.process.stdin is not None
        self.table.process.stdin.write((" ".join(map(str, words)) + "\n").encode())

    async def shows(self, pin: int, level: str) -> None:
        """Returns once a lamp has that level."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                number = next(self._looks)
                self.tell("show", number, pin)
                if await self.table.hears(f"shown{number}") == level:
                    return
                await asyncio.sleep(0.05)

    async def key_again(self) -> None:
        """Turns the key off and on."""
        self.tell(KEY, 1)
        await self.unarmed("arming.key")
        self.tell(KEY, 0)

    async def seen(self, there: Any) -> dict[str, Any]:
        """Red's view, once it is as wanted."""
        async with asyncio.timeout(PATIENCE_S):
            while not there(found := await self.line.ask("view", self.red, seat=0)):
                await asyncio.sleep(0.05)
            return found

    async def trigger(self, state: str) -> dict[str, Any]:
        found = (await self.seen(lambda seen: seen["trigger"]["state"] == state))["trigger"]
        assert isinstance(found, dict)
        return found

    async def fire(self, shown: dict[str, Any]) -> dict[str, Any]:
        pull = {"question": shown["question"], "id": shown["nonce"], "nonce": shown["nonce"]}
        return await self.line.ask("fire", self.red, seat=0, **pull)

    async def unarmed(self, why: str | None) -> None:
        """Returns once the board is unarmed for that reason; None: armed."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = (await self.line.ask("table.state"))["fire"]
                if (found["unarmed"] or {"code": None})["code"] == why:
                    return
                await asyncio.sleep(0.05)

    async def told(self, kind: str, **data: str) -> None:
        """Returns once everybody has been told that."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                heard = await self.line.ask("events", self.red, **{"as": "public", "since": 0})
                if any(
                    e["kind"] == kind and data.items() <= e["data"].items() for e in heard["events"]
                ):
                    return
                await asyncio.sleep(0.05)


def test_key_stop_and_button_at_a_served_table(tmp_path: Path) -> None:
    panel = tmp_path / "panel.toml"
    panel.write_text((panels_dir() / "classic.toml").read_text().replace("lgpio", "mock"))

    async def main() -> None:
        async with running_board(tmp_path, 3) as board:
            table = await TableProcess.start(
                tmp_path / "house", "--port", str(board.port), "--people", str(board.people),
                program=("tests.service.panelled_process", str(panel)),
            )  # fmt: skip
            async with line_to(table.data) as line:
                evening = Evening(table, line)
                await evening.begin()
                await play(evening, board.cradles.left)
            assert await table.end() == 0, table.complained

    asyncio.run(main())


async def play(e: Evening, left: dict[str, int]) -> None:
    await e.unarmed("arming.key")
    e.tell(STOP, 0)  # until now its wire was broken, which is a stop that is latched
    e.tell(KEY, 0)
    await e.unarmed(None)
    assert sum(left.values()) == 0
    await e.key_again()
    await e.trigger("live")
    await e.shows(FIREBALL, "1")  # blinks

    e.line.client = FAR
    assert (await e.fire(await e.trigger("live")))["state"] == "announced"
    e.line.client = Client("127.0.0.1", True)
    await e.line.ask("veto", e.red)
    await e.trigger("live")

    e.tell(STOP, 1)
    await e.unarmed("arming.stopped")
    e.tell(BUTTON, 0)  # is no trigger now
    await e.shows(FAULT, "1")
    e.tell(BUTTON, 1)
    e.tell(STOP, 0)
    e.tell("lapse", 300)
    await e.key_again()
    await e.told("board_disarmed", why="arming.lapsed")
    e.tell("lapse", 600_000)
    await e.key_again()
    await e.trigger("live")
    assert sum(left.values()) == 0
    e.tell(BUTTON, 0)
    await e.told("trigger_pulled")
    while sum(left.values()) == 0:
        await asyncio.sleep(0.05)
