"""Asks people for tasks and watches halls and beams until the board is as it should be.

There is no time-out: a board waits for its people. What stays wrong is said again by the space's
name; a sensor that people overrule is distrusted until it changes; what sensors cannot show (the
Plateau, pits, water, two pawns swapped) is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from vulkar.island.check import Kind, Wrong, check_belief, compare, wrong_line
from vulkar.island.detect import sensored
from vulkar.island.people_text import task_line
from vulkar.island.port import People, Question, Task, TaskKind
from vulkar.maps import IslandMap


class Senses(Protocol):
    """What sensors say by now, debounced; ``lifts`` and ``places`` count a space's changes."""

    @property
    def occupied(self) -> Mapping[str, bool]:
        """Space id -> occupied, for spaces with sensors."""
        ...

    @property
    def distrusted(self) -> Collection[str]:
        """Spaces whose sensor people have overruled and that has not changed since."""
        ...

    def lifts(self, space: str) -> int: ...
    def places(self, space: str) -> int: ...
    def distrust(self, space: str) -> None: ...
    def marble_home(self, source: str) -> bool: ...
    def trust_people_marble(self, source: str) -> None: ...
    async def changed(self, timeout_s: float) -> bool: ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a board waits before it speaks, in seconds."""

    steady_s: float = 0.3  # the board must stay right so long
    quiet_s: float = 10.0  # nothing changes and something is wrong: say it
    ask_after: int = 2  # times said before a person is asked whether the sensor is right


@dataclass(slots=True)
class _Proof:
    """Whether sensors have shown that a pawn went where its task says."""

    task: Task
    old: str | None
    old_lifts: int
    new_places: int

    def shown(self, island: IslandMap, senses: Senses) -> bool:
        """A change of the right sensor, or an old space that is empty while the new one is full."""
        if self.task.kind is TaskKind.MARBLE_HOME:
            return True
        left = self._left(island, senses)
        if self.task.kind is TaskKind.REMOVE:
            return left
        new = self.task.space
        if self.task.kind is TaskKind.LAY or not sensored(island, new) or new in senses.distrusted:
            return False
        return new == self.old or left or senses.places(new) > self.new_places

    def _left(self, island: IslandMap, senses: Senses) -> bool:
        old = self.old
        if old is None or not sensored(island, old) or old in senses.distrusted:
            return False
        return senses.lifts(old) > self.old_lifts or not senses.occupied[old]


class Expecter:
    """Carries out ``island.expect`` for one board."""

    def __init__(
        self,
        island: IslandMap,
        senses: Senses,
        people: People,
        patience: Patience | None = None,
    ) -> None:
        self._island = island
        self._senses = senses
        self._people = people
        self._patience = patience or Patience()

    async def expect(
        self,
        tasks: tuple[Task, ...],
        standing: Mapping[str, str],
        before: Mapping[str, str] | None,
    ) -> None:
        """Returns when the board is as ``standing`` says.

        ``standing`` and ``before`` are pawn -> space id, after and before the tasks; ``before`` is
        ``None`` where nothing is known, as after a reconnect.
        """
        check_belief(self._island, standing)
        proofs = [self._proof(task, before or {}) for task in tasks]
        self._say_occupied(proofs, before)
        for task in tasks:
            self._people.tell(task)
        confirmed: set[Task] = set()
        rounds = 0
        while True:
            wrongs = self._wrongs(tasks, standing, before)
            if wrongs:
                if not await self._senses.changed(self._patience.quiet_s):
                    rounds += 1
                    await self._press(wrongs, tasks, rounds)
            elif not await self._senses.changed(self._patience.steady_s):
                doubtful = [
                    proof.task
                    for proof in proofs
                    if proof.task not in confirmed and not proof.shown(self._island, self._senses)
                ]
                if not doubtful:
                    return
                await self._ask_done(doubtful, confirmed)

    def _proof(self, task: Task, before: Mapping[str, str]) -> _Proof:
        old = before.get(task.pawn)
        lifts = self._senses.lifts(old) if old and sensored(self._island, old) else 0
        new = task.space
        places = self._senses.places(new) if new and sensored(self._island, new) else 0
        return _Proof(task, old, lifts, places)

    def _say_occupied(self, proofs: list[_Proof], before: Mapping[str, str] | None) -> None:
        """A space that is full before its pawn could have come is said at once."""
        if before is None:
            return
        believed = set(before.values())
        for proof in proofs:
            new = proof.task.space
            full = self._senses.occupied.get(new, False) and new not in self._senses.distrusted
            if (
                proof.task.kind is TaskKind.PLACE
                and full
                and new not in believed
                and not proof.shown(self._island, self._senses)
            ):
                wrong = Wrong(Kind.OCCUPIED, proof.task.pawn, new)
                self._people.say(wrong_line(self._island, wrong))

    def _wrongs(
        self,
        tasks: tuple[Task, ...],
        standing: Mapping[str, str],
        before: Mapping[str, str] | None,
    ) -> tuple[Wrong, ...]:
        senses = self._senses
        marbles = tuple(
            Wrong(Kind.MARBLE, source=task.source)
            for task in tasks
            if task.kind is TaskKind.MARBLE_HOME and not senses.marble_home(task.source)
        )
        return (
            *compare(self._island, standing, senses.occupied, senses.distrusted, before),
            *marbles,
        )

    async def _press(self, wrongs: tuple[Wrong, ...], tasks: tuple[Task, ...], rounds: int) -> None:
        """Says what is wrong and asks for it again; later asks whether the sensor is right."""
        for wrong in wrongs:
            if rounds >= self._patience.ask_after and await self._overruled(wrong):
                continue
            self._people.say(wrong_line(self._island, wrong))
            for task in tasks:
                same_pawn = bool(wrong.pawn) and task.pawn == wrong.pawn
                if same_pawn or (bool(wrong.source) and task.source == wrong.source):
                    self._people.tell(task)
            if wrong.pawn and wrong.space and all(task.pawn != wrong.pawn for task in tasks):
                self._people.tell(Task(TaskKind.PLACE, wrong.pawn, wrong.space))

    async def _overruled(self, wrong: Wrong) -> bool:
        """Whether people say that the board is right and the sensor wrong."""
        if wrong.kind is Kind.MARBLE:
            if await self._people.ask(Question("marble_home", source=wrong.source)):
                self._senses.trust_people_marble(wrong.source)
                return True
            return False
        if wrong.kind is Kind.MISSING:
            if await self._people.ask(Question("standing", wrong.pawn, wrong.space)):
                self._senses.distrust(wrong.space)
                return True
            return False
        if await self._people.ask(Question("empty", space=wrong.seen)):
            self._senses.distrust(wrong.seen)
            return True
        return False

    async def _ask_done(self, doubtful: list[Task], confirmed: set[Task]) -> None:
        refused = []
        for task in doubtful:
            if await self._people.ask(Question("done", task.pawn, task.space, task.source)):
                confirmed.add(task)
            else:
                refused.append(task)
        for task in refused:
            self._people.say(f"Not done yet: {task_line(self._island, task)}")
            self._people.tell(task)
        if refused:
            await self._senses.changed(self._patience.quiet_s)
