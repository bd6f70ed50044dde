"""People who play at a real table process without electronics, by its socket alone."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.service.tableprocess import Line, TableProcess

UNTRUE = ("marble_left",)  # of an earlier process: no marble went that was not fired here
PATIENCE_S = 90.0


@dataclass(frozen=True)
class Begun:
    """A house whose process has been killed in the first turn of a game, and its credentials."""

    data: Path
    marshal: str
    people: list[str]

    def copy(self, data: Path) -> Path:
        """The same house in another folder; where its journal is."""
        sockets = shutil.ignore_patterns("*.sock")
        shutil.copytree(self.data, data, ignore=sockets, dirs_exist_ok=True)
        (path,) = (data / "games").glob("*.journal")
        return path


class Players:
    """Two people with a phone each and a marshal, on one line.

    They do what they are asked at once, choose a fireball where there is one, and fire by
    themselves while ``fires``. ``stream`` is the public one that was heard last.
    """

    def __init__(self, line: Line, marshal: str, people: list[str]) -> None:
        self.line, self.marshal, self.people = line, marshal, people
        self.fires = True
        self.stream = ""
        self.heard: list[dict[str, Any]] = []

    @classmethod
    async def begin(cls, table: TableProcess, line: Line, **more: Any) -> Players:
        """A quick game that has just been started; ``more`` of its terms."""
        entered = await line.ask("marshal.enter", pin=await table.hears("pin"))
        marshal = entered["credential"]
        terms = {"seats": [{"kind": "open"}] * 2, "window_s": 0.5, "hold_s": 0.0} | more
        made = await line.ask("table.create", marshal, **terms)
        rows = [await line.ask("join.claim", key=row["key"], name="Ann") for row in made["keys"]]
        await line.ask("table.start", marshal)
        return cls(line, marshal, [row["credential"] for row in rows])

    async def until(self, kind: str, since: int = 0, **data: Any) -> dict[str, Any]:
        """Plays until the stream holds such an event with a number above ``since``."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for event in (await self.hear())[since:]:
                    if event["kind"] == kind and data.items() <= event["data"].items():
                        return event
                await self.step()

    async def asked(self) -> None:
        """The board is laid out as far as anybody can tell, and somebody is asked."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for seat, credential in enumerate(self.people):
                    if (await self.line.ask("view", credential, seat=seat)).get("question"):
                        return
                await self.words()
                await asyncio.sleep(0.05)

    async def live(self) -> dict[str, Any]:
        """Plays until a trigger is live, which nobody pulls: all that ``fire`` wants of it."""
        self.fires = False
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for seat, credential in enumerate(self.people):
                    seen = (await self.line.ask("view", credential, seat=seat)).get("trigger")
                    if seen and seen["state"] == "live":
                        return {
                            "credential": credential,
                            "seat": seat,
                            "question": seen["question"],
                            "nonce": seen["nonce"],
                        }
                await self.step()

    async def hear(self) -> list[dict[str, Any]]:
        """All events of the public stream as it is now."""
        while True:
            since = len(self.heard)
            told = await self.line.ask("events", self.marshal, **{"as": "public", "since": since})
            if told["stream"] != self.stream:
                self.stream = told["stream"]
                self.heard = []
                if since:
                    continue
            self.heard += told["events"]
            if not told["events"]:
                return self.heard

    async def step(self) -> None:
        """Whatever anybody can say now, once."""
        ask = self.line.ask
        await self.words()
        for seat, credential in enumerate(self.people):
            seen = await ask("view", credential, seat=seat)
            question, trigger = seen.get("question"), seen.get("trigger")
            if question:
                values = [choice["value"] for choice in question["choices"]]
                value = next((each for each in values if each[:1] == ["play"]), values[0])
                name = question["question"]
                await ask("answer", credential, seat=seat, question=name, id=name, value=value)
            elif trigger and trigger["state"] == "live" and self.fires:
                name, nonce = trigger["question"], trigger["nonce"]
                pull = {"question": name, "nonce": nonce, "id": f"{name} {nonce}"}
                await ask("fire", credential, seat=seat, **pull)
        await asyncio.sleep(0.02)

    async def words(self) -> None:
        """What people say at the board, to all that it asks."""
        board = (await self.line.ask("table.state"))["table"]["board"]
        for row in board["questions"] if board else ():
            value: Any = row["kind"] not in UNTRUE
            if row["answer"] == "roll":
                value = {"left": True, "touched": row["pawns"][:1], "home": True}
            await self.line.ask("word", self.people[0], number=row["number"], value=value)
