"""A board of switches, and people who follow a script: for tests of what is said and asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from vulkar.devices.changes import Changes
from vulkar.island.port import Question, Task, TaskKind
from vulkar.island.proof import MARBLES
from vulkar.maps import load
from vulkar.texts import Text, render

ISLAND = load("classic")


class Board:
    """Sensors as switches, and people who do each task by ``does`` and answer by ``word``."""

    def __init__(self, **pawns: str) -> None:
        self.changes = Changes()
        self.occupied = {space: False for space, _ in ISLAND.sensored()}
        self.distrusted: set[str] = set()
        self.lifted: dict[str, int] = {}
        self.placed: dict[str, int] = {}
        self.home: dict[str, bool] = {}
        self.trusted: list[str] = []
        self.at = dict(pawns)
        for space in pawns.values():
            if space in self.occupied:
                self.occupied[space] = True
        self.told: list[Task] = []
        self.said: list[str] = []
        self.ticked: list[Task] = []
        self.asked: list[Question] = []
        self.does: Callable[[Task], None] = self.obey
        self.word: Callable[[Question], bool] = self.truth

    # senses
    def lifts(self, space: str) -> int:
        return self.lifted.get(space, 0)

    def places(self, space: str) -> int:
        return self.placed.get(space, 0)

    def distrust(self, space: str) -> None:
        self.distrusted.add(space)

    def marble_home(self, source: str) -> bool:
        return self.home.get(source, True) or source in self.trusted

    def trust_people_marble(self, source: str) -> None:
        self.trusted.append(source)

    async def changed(self, timeout_s: float) -> bool:
        return await self.changes.wait(timeout_s)

    # people
    def tell(self, task: Task) -> None:
        self.told.append(task)
        asyncio.get_running_loop().call_later(0.001, self.does, task)

    def say(self, saying: Text) -> None:
        self.said.append(render(saying))

    def done(self, task: Task) -> None:
        if task not in self.ticked:
            self.ticked.append(task)

    async def ask(self, question: Question) -> bool:
        self.asked.append(question)
        assert len(self.asked) < 20, "asked without end"
        await asyncio.sleep(0.002)
        return self.word(question)

    # hands
    def obey(self, task: Task) -> None:
        if task.kind in MARBLES:
            self.home[task.source] = task.kind is TaskKind.MARBLE_HOME
            self.changes.note()
            return
        self.lift(task.pawn)
        if task.kind is not TaskKind.REMOVE:
            self.put(task.pawn, task.space)

    def lift(self, pawn: str) -> None:
        space = self.at.pop(pawn, "")
        if self.occupied.get(space):
            self.occupied[space] = False
            self.lifted[space] = self.lifts(space) + 1
            self.changes.note()

    def put(self, pawn: str, space: str) -> None:
        self.at[pawn] = space
        if space in self.occupied and not self.occupied[space]:
            self.occupied[space] = True
            self.placed[space] = self.places(space) + 1
            self.changes.note()

    def truth(self, question: Question) -> bool:
        if question.kind == "empty":
            return question.space not in self.at.values()
        if question.source:
            return self.home.get(question.source, True)
        return self.at.get(question.pawn, "") == question.space
