"""People around a table without electronics, who follow a script: what they are told and asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from vulkar.island.account import RollQuestion, RollWord
from vulkar.island.port import Question, Task
from vulkar.texts import Text


class Crowd:
    """Answers each kind of question by ``words``: one answer for all, or a list, one by one.

    ``log`` has everything in order: (``tell``, kind), (``say``, code), (``ask``, kind + what).
    """

    def __init__(self, **words: bool | list[bool]) -> None:
        self.words = words
        self.log: list[tuple[str, str]] = []
        self.told: list[Task] = []
        self.hold: Callable[[Question], bool] = lambda question: False

    def tell(self, task: Task) -> None:
        self.told.append(task)
        self.log.append(("tell", str(task.kind)))

    def say(self, saying: Text) -> None:
        self.log.append(("say", saying["code"].removeprefix("people.")))

    async def ask(self, question: Question) -> bool:
        what = question.pawn or question.source
        self.log.append(("ask", f"{question.kind} {what}".strip()))
        if self.hold(question):
            await asyncio.Event().wait()
        await asyncio.sleep(0)
        for key in (f"{question.kind}_{what}", question.kind):
            word = self.words.get(key)
            if isinstance(word, list):
                return word.pop(0)
            if word is not None:
                return word
        raise AssertionError(f"asked {question}")

    @property
    def asked(self) -> list[str]:
        return [what for how, what in self.log if how == "ask"]


class Reporters(Crowd):
    """A crowd that tells a whole roll in one go."""

    def __init__(self, word: RollWord, **words: bool | list[bool]) -> None:
        super().__init__(**words)
        self.word = word
        self.accounts: list[RollQuestion] = []

    async def account(self, asked: RollQuestion) -> RollWord:
        self.accounts.append(asked)
        return self.word
