"""Asks people for tasks and watches halls and beams until the board is as it should be.

There is no time-out: a board waits for its people. What stays wrong is said again by the space's
name; a sensor that people overrule is distrusted until it changes; what sensors cannot show (the
Plateau, pits, water, two pawns swapped) is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from vulkar.island.check import Kind, Wrong, check_belief, compare, no_more, wrong_said
from vulkar.island.detect import sensored, watched
from vulkar.island.people_text import speak
from vulkar.island.port import People, Question, Task, TaskKind, tick
from vulkar.maps import IslandMap


class Senses(Protocol):
    """What sensors say by now, debounced; ``lifts`` and ``places`` count a space's changes."""

    @property
    def occupied(self) -> Mapping[str, int]:
        """Space id -> how many of its slots are seen full, for spaces with sensors."""
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


MARBLES = frozenset({TaskKind.MARBLE_HOME, TaskKind.MARBLE_OUT})  # shown by a beam


@dataclass(slots=True)
class _Proof:
    """Whether sensors have shown that a pawn went where its task says.

    ``leaving`` pawns are to leave its old space, ``coming`` ones to come to its new one, where
    ``there`` pawns stand afterwards: sensors count pawns, they do not know them.
    """

    task: Task
    old: str | None
    old_lifts: int
    new_places: int
    leaving: int
    coming: int
    there: int

    def shown(self, island: IslandMap, senses: Senses) -> bool:
        """Changes of the right sensors, or an old space that is empty while the new one is full."""
        if self.task.kind in MARBLES:
            return True
        left = self._left(island, senses)
        if self.task.kind is TaskKind.REMOVE:
            return left
        new = self.task.space
        if self.task.kind is TaskKind.LAY or not watched(island, new) or new in senses.distrusted:
            return False
        if senses.places(new) - self.new_places >= self.coming:
            return True
        return (new == self.old or left) and senses.occupied[new] >= self.there

    def may_show(self, island: IslandMap, senses: Senses) -> bool:
        """Whether the pawn may be on its way to a sensor: one is free where not every slot has one.

        Where every slot has one, an empty sensor is a wrong and no doubt.
        """
        new = self.task.space
        if self.task.kind is not TaskKind.PLACE or sensored(island, new):
            return False
        free = sum(slot.sensor for slot in island.spaces[new].slots) - senses.occupied.get(new, 0)
        return free > 0 and new not in senses.distrusted

    def _left(self, island: IslandMap, senses: Senses) -> bool:
        old = self.old
        if old is None or not watched(island, old) or old in senses.distrusted:
            return False
        emptied = sensored(island, old) and not senses.occupied[old]
        return emptied or senses.lifts(old) - self.old_lifts >= self.leaving


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
        self._emptied: set[str] = set()  # cradles that are empty by people's word

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
        proofs = [self._proof(task, tasks, standing, before or {}) for task in tasks]
        self._say_occupied(proofs, before)
        for task in tasks:
            self._people.tell(task)
        confirmed: set[Task] = set()
        self._emptied.clear()
        rounds = 0
        while True:
            wrongs = self._wrongs(tasks, standing, before)
            self._tick(proofs, wrongs)
            if wrongs:
                if not await self._senses.changed(self._patience.quiet_s):
                    rounds += 1
                    await self._press(wrongs, tasks, standing, rounds)
            elif not await self._senses.changed(self._patience.steady_s):
                doubtful = [
                    proof
                    for proof in proofs
                    if proof.task not in confirmed and not proof.shown(self._island, self._senses)
                ]
                if not doubtful:
                    tick(self._people, *tasks)
                    return
                coming = any(proof.may_show(self._island, self._senses) for proof in doubtful)
                if not coming or not await self._senses.changed(self._patience.quiet_s):
                    await self._ask_done([proof.task for proof in doubtful], confirmed)

    def _tick(self, proofs: list[_Proof], wrongs: tuple[Wrong, ...]) -> None:
        """Tasks that sensors show as done need not be shown to people any more."""
        wrong = {w.pawn or w.source for w in wrongs}
        for proof in proofs:
            task = proof.task
            subject = task.pawn or task.source
            if subject not in wrong and proof.shown(self._island, self._senses):
                tick(self._people, task)

    def _proof(
        self,
        task: Task,
        tasks: tuple[Task, ...],
        standing: Mapping[str, str],
        before: Mapping[str, str],
    ) -> _Proof:
        old, new = before.get(task.pawn), task.space
        moves = [(before.get(t.pawn), t.space) for t in tasks if t.pawn]
        lifts = self._senses.lifts(old) if old and watched(self._island, old) else 0
        places = self._senses.places(new) if new and watched(self._island, new) else 0
        return _Proof(
            task,
            old,
            lifts,
            places,
            leaving=max(1, sum(a == old != b for a, b in moves)),
            coming=max(1, sum(a != new == b for a, b in moves)),
            there=sum(at == new for at in standing.values()),
        )

    def _say_occupied(self, proofs: list[_Proof], before: Mapping[str, str] | None) -> None:
        """A space that is full before its pawn could have come is said at once."""
        if before is None:
            return
        believed = Counter(before.values())
        for proof in proofs:
            new = proof.task.space
            strange = self._senses.occupied.get(new, 0) > believed[new]
            if (
                proof.task.kind is TaskKind.PLACE
                and strange
                and new not in self._senses.distrusted
                and not proof.shown(self._island, self._senses)
            ):
                wrong = Wrong(Kind.OCCUPIED, proof.task.pawn, new)
                self._people.say(wrong_said(self._island, wrong))

    def _wrongs(
        self,
        tasks: tuple[Task, ...],
        standing: Mapping[str, str],
        before: Mapping[str, str] | None,
    ) -> tuple[Wrong, ...]:
        senses = self._senses
        marbles = []
        for task in tasks:
            if task.kind in MARBLES:
                home = senses.marble_home(task.source) and task.source not in self._emptied
                if home is not (task.kind is TaskKind.MARBLE_HOME):
                    kind = Kind.SPARE_MARBLE if home else Kind.MARBLE
                    marbles.append(Wrong(kind, source=task.source))
        return (
            *compare(self._island, standing, senses.occupied, senses.distrusted, before),
            *marbles,
        )

    async def _press(
        self,
        wrongs: tuple[Wrong, ...],
        tasks: tuple[Task, ...],
        standing: Mapping[str, str],
        rounds: int,
    ) -> None:
        """Says what is wrong and asks for it again; later asks whether the sensor is right."""
        for wrong in wrongs:
            if rounds >= self._patience.ask_after and await self._overruled(wrong, standing):
                continue
            self._people.say(wrong_said(self._island, wrong))
            for task in tasks:
                same_pawn = bool(wrong.pawn) and task.pawn == wrong.pawn
                if same_pawn or (bool(wrong.source) and task.source == wrong.source):
                    self._people.tell(task)
            if wrong.pawn and wrong.space and all(task.pawn != wrong.pawn for task in tasks):
                self._people.tell(Task(TaskKind.PLACE, wrong.pawn, wrong.space))

    async def _overruled(self, wrong: Wrong, standing: Mapping[str, str]) -> bool:
        """Whether people say that the board is right and the sensor wrong."""
        ask, senses = self._people.ask, self._senses
        if wrong.source:
            lies_there = await ask(Question("marble_home", source=wrong.source))
            if lies_there and wrong.kind is Kind.MARBLE:
                senses.trust_people_marble(wrong.source)
            elif not lies_there and wrong.kind is Kind.SPARE_MARBLE:
                self._emptied.add(wrong.source)
            return lies_there is (wrong.kind is Kind.MARBLE)
        if wrong.kind is Kind.MISSING:
            space, question = wrong.space, Question("standing", wrong.pawn, wrong.space)
        else:
            space, question = wrong.seen, no_more(wrong.seen, standing)
        right = await ask(question)
        if right:
            senses.distrust(space)
        return right

    async def _ask_done(self, doubtful: list[Task], confirmed: set[Task]) -> None:
        everything = Question("all_done", number=len(doubtful))
        if not self._island.sensors and len(doubtful) > 1 and await self._people.ask(everything):
            confirmed.update(doubtful)
            return
        refused = []
        for task in doubtful:
            if await self._people.ask(Question("done", task.pawn, task.space, task.source)):
                confirmed.add(task)
                tick(self._people, task)
            else:
                refused.append(task)
        for task in refused:
            self._people.say(speak("task.undone"))
            self._people.tell(task)
        if refused:
            await self._senses.changed(self._patience.quiet_s)
