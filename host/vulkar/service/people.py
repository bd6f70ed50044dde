"""The people at the board, as a served table sees them: what they are to do, what they are asked.

Tasks and questions are shown to everybody; a question is answered by the word of somebody at the
board. Where ``inner`` people do the work (the simulator's hands) they are told and asked as well,
and whoever answers first has answered.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from vulkar.errors import VulkarError
from vulkar.island.account import RollQuestion, RollWord, account
from vulkar.island.people_text import question_said, speak, task_said
from vulkar.island.port import Amiss, People, Question, Task, tick
from vulkar.maps import IslandMap
from vulkar.service.word import read_account, read_yes
from vulkar.texts import Text

T = TypeVar("T")
KEPT: Final = 64  # answers, for phones that repeat themselves
SAID: Final = 10  # sentences that are shown to whoever comes later


@dataclass(eq=False)
class Open:
    """One open question. ``row`` is what is shown of it, ``read`` makes its answer of a word."""

    row: dict[str, Any]
    read: Callable[[Any], Any]
    word: asyncio.Future[Any]


class PeopleDesk:
    """``People`` of a served table, made anew with each opening of its board.

    ``on_event(kind, data, text)`` hears every change. Numbers go on from a random one, so that a
    word that comes late, from before a restart, answers nothing.
    """

    def __init__(self, island: IslandMap, inner: People | None = None) -> None:
        self.on_event: Callable[[str, dict[str, Any], dict[str, Any] | None], None] = lambda *_: (
            None
        )
        self._map = island
        self._inner = inner
        self._number = secrets.randbits(32) << 16
        self._tasks: dict[Task, dict[str, Any]] = {}
        self._open: dict[int, Open] = {}
        self._amiss: tuple[Amiss, ...] = ()
        self._answered: deque[tuple[int, Any]] = deque(maxlen=KEPT)
        self._said: deque[Text] = deque(maxlen=SAID)

    # --- what the island tells and asks ---------------------------------------------------------
    def tell(self, task: Task) -> None:
        """Shows the task until it is done; one that is told again is shown as urgent."""
        self._show(task)
        if self._inner is not None:
            self._inner.tell(task)

    def done(self, task: Task) -> None:
        """The task is shown no more."""
        if self._inner is not None:
            tick(self._inner, task)
        if self._tasks.pop(task, None) is not None:
            self._changed()

    def amiss(self, found: tuple[Amiss, ...]) -> None:
        """Shows which pawns are astray, until they are not."""
        self._amiss = found
        self._changed()

    def say(self, saying: Text) -> None:
        """Tells everybody; the last sentences are kept for who comes later."""
        self._said.append(saying)
        if self._inner is not None:
            self._inner.say(saying)
        self.on_event("said", {}, {**saying})

    async def ask(self, question: Question) -> bool:
        """A person's word, or that of the inner people."""
        row = {key: value for key, value in asdict(question).items() if value}
        row |= {"answer": "yes_no", "text": question_said(self._map, question)}
        inner = self._inner
        return await self._pose(row, read_yes, (lambda: inner.ask(question)) if inner else None)

    async def account(self, asked: RollQuestion) -> RollWord:
        """People's word on a whole roll, in one message."""
        order, source = asked.order, asked.route.source
        self._show(asked.bring)
        row = {
            "kind": "roll",
            "answer": "roll",
            "source": source,
            "route": asked.route.id,
            "pawns": list(asked.pawns),
            "left": asked.left,
            "text": speak("ask.roll", source=source),
        }
        others = [pawn for pawn in order.standing if pawn not in asked.pawns]
        if others:
            row["others"] = others
        inner = self._inner
        return await self._pose(
            row,
            lambda value: read_account(asked, value),
            (lambda: account(inner, self._map, asked)) if inner else None,
        )

    # --- what people say ------------------------------------------------------------------------
    def word(self, number: int, value: Any) -> None:
        """Answers an open question; the same word again is the same answer.

        Raises ``VulkarError``: people.question, people.value.
        """
        question = self._open.get(number)
        if question is None or question.word.done():
            if (number, value) in self._answered:
                return
            raise VulkarError("people.question", number=number)
        question.word.set_result(question.read(value))
        self._answered.append((number, value))

    def asked(self, kind: str) -> int | None:
        """The number of the open question of a kind."""
        found = (number for number, each in self._open.items() if each.row["kind"] == kind)
        return next(found, None)

    def to_json(self) -> dict[str, Any]:
        """What is open, as everybody may see it."""
        return {
            "tasks": list(self._tasks.values()),
            "questions": [question.row for question in self._open.values()],
            "amiss": [asdict(each) for each in self._amiss],
            "said": list(self._said),
            "helped": self._inner is not None,
        }

    # --- inside ---------------------------------------------------------------------------------
    def _show(self, task: Task) -> None:
        if task in self._tasks:
            self._tasks[task]["told"] += 1
        else:
            row = {key: value for key, value in asdict(task).items() if value}
            said = task_said(self._map, task)
            self._tasks[task] = {**row, "number": self._next(), "text": said, "told": 1}
        self._changed()

    async def _pose(
        self,
        row: dict[str, Any],
        read: Callable[[Any], T],
        inner: Callable[[], Coroutine[Any, Any, T]] | None,
    ) -> T:
        number = self._next()
        word: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._open[number] = Open({**row, "number": number}, read, word)
        self._changed()
        try:
            if inner is None:
                return await word
            return await _first(word, inner())
        finally:
            del self._open[number]
            self._changed()

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _changed(self) -> None:
        self.on_event("board", self.to_json(), None)


async def _first(word: asyncio.Future[T], answer: Coroutine[Any, Any, T]) -> T:
    """Whichever comes first; the other one is called off."""
    other = asyncio.ensure_future(answer)
    both: tuple[Awaitable[T], ...] = (word, other)
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)  # type: ignore[type-var]
        return word.result() if word.done() else other.result()
    finally:
        word.cancel()
        other.cancel()
        await asyncio.wait((other,))
