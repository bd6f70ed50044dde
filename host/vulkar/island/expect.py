"""Asks people for tasks and watches halls and beams until the board is as it should be.

There is no time-out: a board waits for its people. What stays wrong is said again by the space's
name; a sensor that people overrule is distrusted until it changes; what sensors cannot show (the
Plateau, pits, water, two pawns swapped) is asked.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vulkar.island.astray import Astray, astray
from vulkar.island.check import Kind, Wrong, check_belief, compare, no_more, wrong_said
from vulkar.island.detect import watched
from vulkar.island.people_text import speak
from vulkar.island.port import Amiss, People, Question, Task, TaskKind, WarnedPeople, tick
from vulkar.island.proof import MARBLES, Proof, Senses
from vulkar.maps import IslandMap


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a board waits before it speaks, in seconds."""

    steady_s: float = 0.3  # the board must stay right so long
    astray_s: float = 1.0  # a pawn stands so long where none belongs: name it and its space
    quiet_s: float = 10.0  # nothing changes and something is wrong: say it
    ask_after: int = 2  # times said before a person is asked whether the sensor is right


class Expecter:
    """Carries out ``island.expect`` for one board. ``on_amiss`` hears of pawns that are astray."""

    def __init__(
        self,
        island: IslandMap,
        senses: Senses,
        people: People,
        patience: Patience | None = None,
        on_amiss: Callable[[tuple[Amiss, ...]], None] = lambda found: None,
    ) -> None:
        self._on_amiss = on_amiss
        self._amiss: tuple[Wrong, ...] = ()
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
        try:
            await self._expect(tasks, standing, before)
        finally:
            self._show(())

    async def _expect(
        self,
        tasks: tuple[Task, ...],
        standing: Mapping[str, str],
        before: Mapping[str, str] | None,
    ) -> None:
        check_belief(self._island, standing)
        proofs = [self._proof(task, tasks, standing, before or {}) for task in tasks]
        self._say_occupied(proofs, before)
        for task in tasks:
            self._people.tell(task)
        confirmed: set[Task] = set()
        self._emptied.clear()
        rounds = 0
        strays = Astray(self._patience.astray_s)
        spaces = self._senses.occupied
        placed = {space: self._senses.places(space) for space in spaces}
        now_s = asyncio.get_running_loop().time
        quiet_s = now_s() + self._patience.quiet_s
        while True:
            wrongs = self._wrongs(tasks, standing, before)
            self._tick(proofs, wrongs)
            found = astray(wrongs, tasks, lambda space: self._senses.places(space) > placed[space])
            for wrong in strays.see(found, now_s()):
                self._people.say(wrong_said(self._island, wrong))
            self._show(strays.named)
            if wrongs:
                until_s = min(quiet_s, strays.due_s or quiet_s)
                if await self._senses.changed(until_s - now_s()):
                    quiet_s = now_s() + self._patience.quiet_s
                elif now_s() >= quiet_s:
                    rounds += 1
                    await self._press(wrongs, tasks, standing, rounds)
                    quiet_s = now_s() + self._patience.quiet_s
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

    def _show(self, wrongs: tuple[Wrong, ...]) -> None:
        """Whoever is shown what is amiss sees these from now on."""
        if wrongs == self._amiss:
            return
        self._amiss = wrongs
        found = tuple(Amiss(w.pawn, w.seen, w.space, wrong_said(self._island, w)) for w in wrongs)
        if isinstance(self._people, WarnedPeople):
            self._people.amiss(found)
        self._on_amiss(found)

    def _tick(self, proofs: list[Proof], wrongs: tuple[Wrong, ...]) -> None:
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
    ) -> Proof:
        old, new = before.get(task.pawn), task.space
        moves = [(before.get(t.pawn), t.space) for t in tasks if t.pawn]
        lifts = self._senses.lifts(old) if old and watched(self._island, old) else 0
        places = self._senses.places(new) if new and watched(self._island, new) else 0
        return Proof(
            task,
            old,
            lifts,
            places,
            leaving=max(1, sum(a == old != b for a, b in moves)),
            coming=max(1, sum(a != new == b for a, b in moves)),
            there=sum(at == new for at in standing.values()),
        )

    def _say_occupied(self, proofs: list[Proof], before: Mapping[str, str] | None) -> None:
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
