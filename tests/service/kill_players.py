"""The people of the kill loop: two seats that a program plays by the table's own operations."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.service.kill_table import Gone, Line, Refusal

LOOK_S = 0.05


@dataclass
class Acknowledged:
    """An answer that the table has said is safe."""

    seat: int
    question: str
    id: str
    value: Any
    result: dict[str, Any]


@dataclass
class Players:
    """``credentials`` of each seat, and of the marshal, who arms the board when it is asked for."""

    rng: random.Random
    marshal: str
    credentials: dict[int, str]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    _sent: int = 0

    async def play(self, line: Line) -> None:
        """Answers whatever is asked, until it is cancelled or the table is gone."""
        with suppress(Gone):
            while True:
                await self._see_to_the_table(line)
                for seat in self.credentials:
                    await self._turn(line, seat)
                await asyncio.sleep(LOOK_S)

    def written(self) -> list[Acknowledged]:
        """What must be in a journal: going on is no answer."""
        return [each for each in self.acknowledged if "g" not in each.question]

    async def view(self, line: Line, seat: int) -> dict[str, Any]:
        return await line.ask("view", self.credentials[seat], seat=seat)

    async def answer(self, line: Line, seat: int, question: str, own: str, value: Any) -> None:
        """Answers; what the table acknowledges is kept."""
        credential = self.credentials[seat]
        result = await line.ask(
            "answer", credential, seat=seat, question=question, id=own, value=value
        )
        self.acknowledged.append(Acknowledged(seat, question, own, value, result))

    async def _turn(self, line: Line, seat: int) -> None:
        seen = await self.view(line, seat)
        question, trigger = seen["question"], seen.get("trigger") or {}
        try:
            if trigger.get("nonce"):
                await line.ask(
                    "fire", self.credentials[seat], seat=seat, id=self._own(seat),
                    question=trigger["question"], nonce=trigger["nonce"],
                )  # fmt: skip
            elif question is not None:
                value = self.rng.choice(question["choices"])["value"]
                await self.answer(line, seat, question["question"], self._own(seat), value)
        except Refusal as refused:  # the question was over meanwhile
            over = ("seat.", "table.", "fire.", "trigger.", "arming.")
            assert refused.code.startswith(over), refused

    async def _see_to_the_table(self, line: Line) -> None:
        state = (await line.ask("table.state"))["table"]
        if state["state"] == "over":
            await line.ask("table.rematch", self.marshal)
        elif state.get("armed") is False:
            with suppress(Refusal):
                await line.ask("arm", self.marshal)

    def _own(self, seat: int) -> str:
        self._sent += 1
        return f"{seat}-{self._sent}"
