"""What each seat is asked, and what it answered.

A question has the seat's own name: the number of its journalled answers outside of windows, plus
one, so that it is the same after a restart and counts nothing of others. An answer names its
question and carries an id of its own; the first result of an id is given again on a repeat.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from vulkar.errors import VulkarError
from vulkar.rules import Answer, Ask, Game, Refused
from vulkar.table.journal import AnswerRow, Said

GO_ON: Final = ["go_on"]
MOST_IDS: Final = 256  # results that are kept for each seat; a phone repeats within seconds

Result: TypeAlias = dict[str, Any]


@dataclass(eq=False)
class Question:
    """One open question of a seat. ``answer`` is what it said, or None: its stand-in decides."""

    name: str
    kind: str
    pawn: str | None
    legal: tuple[Answer, ...]
    game: Game | None  # to say why something is not legal; None for a go-on
    ask: Ask | None
    answer: asyncio.Future[tuple[Answer, Said] | None]
    deadline_s: float | None = None  # of the loop
    safe: asyncio.Future[None] = field(default_factory=asyncio.Future)  # its answer is on disk

    def pick(self, value: Any) -> Answer:
        """The legal answer that equals ``value``. Raises ``Refused`` with the rule."""
        found = next((legal for legal in self.legal if _same(legal, value)), None)
        if self.game is not None and self.ask is not None:
            if found is None:
                raise self.game.explain(self.ask, value)
            no = self.game.objection(self.ask.asker, found)
            if no is not None:
                raise no
        elif found is None:
            raise Refused("table.go_on", "There is no choice: go on.")
        return found

    @property
    def needs_person(self) -> bool:
        """Whether only somebody who sees real cards can answer."""
        if self.game is None or self.ask is None:
            return False
        return not self.game.without_cards(self.ask).legal


class SeatDesk:
    """One seat's question and answers."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.decided = 0  # journalled answers of this seat outside of windows
        self.went_on = 0  # go-ons since then
        self._mark = self._stream = ""
        self.open: Question | None = None
        self.said: Said | None = None  # the message of the answer that is being taken
        self._taken: Question | None = None  # answered, and not yet safe
        self._results: OrderedDict[str, asyncio.Future[Result]] = OrderedDict()

    def begin(self, rows: Iterable[AnswerRow], stream: str, amended: int = 0) -> None:
        """Takes over what is in the journal; what was open or not yet safe is asked anew.

        ``amended``: how often the game was; its questions have other names than those before.
        Go-ons are in no journal and are counted anew: their names have the ``stream`` in them, so
        that no word to one of before a restart counts for another.
        """
        self.decided = self.went_on = 0
        self.open = self.said = None
        self._mark = f"a{amended}" if amended else ""
        self._results.clear()
        self._stream = stream[:8]
        for row in rows:
            if row.asker == self.seat:
                self.decided += row.kind != "respond"
                if row.said is not None:
                    self._remember(row.said.id).set_result(_taken(row.said))

    def pose(self, game: Game, ask: Ask | None, pawn: str | None) -> Question:
        """The next question; without an ``ask`` there is only going on."""
        name = f"{self.decided + 1}{self._mark}"
        if ask is None:
            self.went_on += 1
            name += f"g{self._stream}.{self.went_on}"
        loop = asyncio.get_running_loop()
        self.open = Question(
            name=name,
            kind=ask.kind if ask is not None else "go_on",
            pawn=pawn,
            legal=ask.legal if ask is not None else (GO_ON,),
            game=game if ask is not None else None,
            ask=ask,
            answer=loop.create_future(),
        )
        return self.open

    async def answer(
        self, name: str, id: str, value: Any, check: Callable[[], None] = lambda: None
    ) -> Result:
        """Answers the open question; returns once the answer is safe on disk.

        ``check`` raises while nothing can be answered; a repeat never meets it.
        Raises ``VulkarError("seat.question")`` or ``Refused``, and on a repeat the same again.
        """

        async def first(said: Said) -> Result:
            check()
            question = self.open
            if question is None or question.name != name or question.answer.done():
                raise VulkarError("seat.question", question=name)
            legal = question.pick(value)
            question.answer.set_result((legal, said))
            self._taken = question
            if question.ask is not None:
                await asyncio.shield(question.safe)
            return _taken(said)

        return await self.once(Said(id, name), first)

    async def once(self, said: Said, first: Callable[[Said], Awaitable[Result]]) -> Result:
        """``first(said)``, or the result that its id had before, while or after it was made."""
        if said.id in self._results:
            return await asyncio.shield(self._results[said.id])
        result = self._remember(said.id)
        try:
            result.set_result(await first(said))
        except (VulkarError, Refused) as exc:
            if said.id in self._results and _passes(exc):
                del self._results[said.id]  # it has not been taken, and may be said again
            result.set_exception(exc)
            result.exception()  # it is raised here; a repeat need not come
            raise
        except BaseException:
            self._results.pop(said.id, None)
            result.cancel()
            raise
        return result.result()

    def close(self) -> None:
        """The question is over, whoever answered it."""
        self.open = None

    def written(self, row: AnswerRow) -> None:
        """An answer of this seat is safe on disk."""
        if row.kind != "respond":
            self.decided += 1
            self.went_on = 0
        self.said = None
        self._settle(None)

    def failed(self, error: VulkarError) -> None:
        """The answer that was being taken is lost: whoever waits for it is told."""
        self.said = None
        self._settle(error)
        if self.open is not None:
            self.open = None

    def _settle(self, error: VulkarError | None) -> None:
        question, self._taken = self._taken, None
        if question is not None and not question.safe.done():
            if error is None:
                question.safe.set_result(None)
            else:
                question.safe.set_exception(error)
                question.safe.exception()

    def _remember(self, id: str) -> asyncio.Future[Result]:
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._results[id] = result
        if len(self._results) > MOST_IDS:
            self._results.popitem(last=False)
        return result


def _taken(said: Said) -> Result:
    return {"question": said.question, "taken": True}


def _passes(error: Exception) -> bool:
    """Whether an error is of the moment, not of what was said."""
    return isinstance(error, VulkarError) and error.code != "seat.question"


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)
