"""The part of the rules that every game shares: questions, answers, frames, events, refusals.

A game is a stack of frames. Each kind of frame has a flow: a declared table of steps and of the
outcomes that lead from step to step. A step either returns an outcome at once, or pushes a frame
(whose last outcome becomes the step's), or poses one question (whose answer gives the outcome).
Nothing here has a clock, reads a file or throws a die.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from vulkar.facts import Fact
from vulkar.rules.flow import Frame, Outcome, Table

CHANCE: Final = -1
WORLD: Final = -2

Answer: TypeAlias = Any  # JSON: a number from chance, a list from a seat or the world


class Event(NamedTuple):
    """Something that happened. ``audience`` None means everybody, else the seats that may know."""

    kind: str
    data: dict[str, Any]
    audience: tuple[int, ...] | None = None


Sink: TypeAlias = Callable[[Event], None]


class Refused(Exception):
    """An answer that a rule forbids. ``rule`` is its id; nothing has changed."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} [{rule}]")
        self.rule = rule
        self.why = why


class Result(NamedTuple):
    """How a game ended: the winning seats and the reason in one word."""

    winners: tuple[int, ...]
    reason: str


class View(NamedTuple):
    """What one seat, or everybody, may know: plain JSON-able dicts. ``known``: what it once saw."""

    visible: dict[str, Any]
    known: dict[str, Any]


@dataclass(slots=True)
class Ask:
    """One question to one asker.

    ``asker`` is a seat from 0 on, CHANCE or WORLD. ``legal`` lists every legal answer; it is empty
    where the domain is described by ``kind`` and ``data`` instead (the world's facts).
    ``codes`` are the game's own small values, one for each legal answer.
    """

    number: int
    asker: int
    kind: str
    pawn: str | None
    legal: tuple[Answer, ...]
    data: dict[str, Any] = field(default_factory=dict)
    codes: tuple[Any, ...] = field(default=(), repr=False, compare=False)


class State(Protocol):
    """What the engine needs of a game's state."""

    stack: list[Frame]
    number: int

    def copy(self) -> Self:
        """An independent state with equal content."""


S = TypeVar("S", bound=State)


class BaseGame(ABC, Generic[S]):
    """The engine. A game adds its state, its flows and the functions of their steps."""

    TABLE: ClassVar[Table]
    s: S
    ask: Ask | None
    result: Result | None
    sink: Sink | None

    # --- what a game adds -----------------------------------------------------------------------
    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What ``seat`` may know; None: what everybody may, whoever looks on included."""

    @abstractmethod
    def imagine(self, seat: int, rng: random.Random) -> BaseGame[S]:
        """A full game that agrees with all that ``seat`` knows; the rest comes from ``rng``."""

    @abstractmethod
    def explain(self, ask: Ask, value: Answer) -> Refused:
        """Why ``value`` is not a legal answer to ``ask``. Only called when it is not."""

    def check_world(self, ask: Ask, value: Answer) -> Any:
        """The code of a world's answer; raises Refused. Games that ask the world override it."""
        raise self.explain(ask, value)

    def _share(self, new: Self) -> None:
        """Copies the references that all copies of a game share."""

    # --- for those who play ---------------------------------------------------------------------
    def answer(self, number: int, value: Answer, sink: Sink | None = None) -> None:
        """Answers question ``number``. Raises Refused and changes nothing if it is not legal."""
        ask = self.ask
        if ask is None:
            raise Refused("core.over", "The game is over.")
        if number != ask.number:
            raise Refused("core.number", f"Question {number} is not open; {ask.number} is.")
        if ask.legal:
            try:
                code = ask.codes[ask.legal.index(value)]
            except ValueError:
                raise self.explain(ask, value) from None
            if type(value) is not type(ask.legal[0]):  # True is not 1, 3.0 is not 3
                raise self.explain(ask, value)
        else:
            code = self.check_world(ask, value)
        self.sink = sink
        self.ask = None
        stack = self.s.stack
        frame = stack[-1]
        take = self.TABLE[frame.kind][frame.at].take
        assert take is not None
        try:
            self._run(take(self, frame, code))
        finally:
            self.sink = None

    def report(self, fact: Fact, sink: Sink | None = None) -> None:
        """Hears what the world did unasked, once the table has settled it. Default: it counts not.

        Games override it where their rules say more.
        """
        del fact, sink

    def copy(self) -> Self:
        """An independent game in the same state."""
        new = object.__new__(type(self))
        new.s = self.s.copy()
        new.ask = self.ask
        new.result = self.result
        new.sink = None
        self._share(new)
        return new

    # --- for steps ------------------------------------------------------------------------------
    def emit(self, kind: str, audience: tuple[int, ...] | None = None, /, **data: Any) -> None:
        """Tells the sink, if there is one."""
        if self.sink is not None:
            self.sink(Event(kind, data, audience))

    def push(self, frame: Frame) -> None:
        """Starts a frame above the present one. The step that calls it returns None."""
        self.s.stack.append(frame)

    def pose(
        self,
        frame: Frame,
        asker: int,
        kind: str,
        pawn: str | None,
        legal: Sequence[Answer],
        codes: Sequence[Any],
        data: dict[str, Any] | None = None,
    ) -> Outcome:
        """Poses a question, or answers it at once where there is only one legal answer."""
        if len(legal) == 1:
            take = self.TABLE[frame.kind][frame.at].take
            assert take is not None
            return take(self, frame, codes[0])
        assert legal or asker == WORLD, f"{kind} without a legal answer"
        s = self.s
        s.number = number = s.number + 1
        self.ask = Ask(number, asker, kind, pawn, tuple(legal), data or {}, tuple(codes))
        return None

    def resume(self) -> None:
        """Runs the present step anew, after its question was withdrawn (``ask`` set to None)."""
        self._run(None)

    def _run(self, outcome: Outcome) -> None:
        """Goes on until there is a question or a result. ``outcome``: of the top frame's step."""
        stack = self.s.stack
        table = self.TABLE
        while self.result is None:
            if self.ask is not None:
                return
            frame = stack[-1]
            steps = table[frame.kind]
            step = steps[frame.at]
            if outcome is None:  # a frame that was just pushed, or a question that was withdrawn
                outcome = step.enter(self, frame)
            while outcome is not None and self.result is None:
                dest = step.edges[outcome]
                if type(dest) is int:
                    frame.at = dest
                    step = steps[dest]
                    outcome = step.enter(self, frame)
                else:
                    assert type(dest) is str
                    outcome = dest
                    stack.pop()
                    frame = stack[-1]
                    steps = table[frame.kind]
                    step = steps[frame.at]
        stack.clear()
        self.ask = None
