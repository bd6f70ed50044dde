"""What people tell of one fireball: did it leave, whom did it touch, is its marble home.

People who can say it all at once do so (:class:`RollPeople`); others are asked one thing at a time,
pawn by pawn along the route, and only about pawns that could be reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vulkar.island.detect import reached
from vulkar.island.port import People, Question, RollOrder, Task, TaskKind
from vulkar.maps import IslandMap, Route


@dataclass(frozen=True, slots=True)
class RollQuestion:
    """What is asked. ``pawns`` could be reached, in the marble's order; ``left``: it surely left.

    ``bring`` is the task that brings the marble to where it belongs.
    """

    order: RollOrder
    route: Route
    pawns: tuple[str, ...]
    bring: Task
    left: bool = False

    @property
    def home(self) -> Question:
        """Asks whether the marble is where ``bring`` brings it."""
        kind = "marble_beside" if self.bring.kind is TaskKind.MARBLE_BESIDE else "marble_home"
        return Question(kind, source=self.bring.source)


@dataclass(frozen=True, slots=True)
class RollWord:
    """What people say. Where the marble did not leave, ``touched`` is empty and ``home`` true."""

    left: bool
    touched: frozenset[str] = frozenset()
    home: bool = True
    retried: bool = False


@runtime_checkable
class RollPeople(People, Protocol):
    """People who tell a whole roll in one go."""

    async def account(self, asked: RollQuestion) -> RollWord:
        """Their word on the roll, and on its marble. Waits as long as people need."""
        ...


def question_of(island: IslandMap, order: RollOrder, route: Route, *, left: bool) -> RollQuestion:
    """What people are asked about an order that they were told to roll."""
    pawns = tuple(reached(island, route.id, order.standing))
    return RollQuestion(order, route, pawns, bring_task(order, route), left)


def bring_task(order: RollOrder, route: Route) -> Task:
    """Brings a rolled marble to where its order wants it."""
    home = order.home or route.source
    kind = TaskKind.MARBLE_BESIDE if order.beside else TaskKind.MARBLE_HOME
    origin = "" if home == route.source else route.source
    return Task(kind, source=home, number=order.release_id, origin=origin)


async def account(people: People, island: IslandMap, asked: RollQuestion) -> RollWord:
    """People's word on a roll that they were told, in one go or one thing at a time."""
    if isinstance(people, RollPeople):
        return await people.account(asked)
    left, retried = asked.left, False
    if not left:
        left, retried = await rolled(people, asked.order, asked.route)
    if not left:
        return RollWord(False, retried=retried)
    touched, _ = await touched_by_word(people, island, asked.order)
    people.tell(asked.bring)
    return RollWord(True, touched, await people.ask(asked.home), retried)


async def rolled(people: People, order: RollOrder, route: Route) -> tuple[bool, bool]:
    """Whether the marble left, and whether it took more than one try. No word, no end."""
    number, retried = order.release_id, False
    while not await people.ask(Question("rolled", source=route.source, number=number)):
        if await people.ask(Question("stuck", source=route.source, number=number)):
            return False, retried
        retried = True
        people.tell(roll_task(order, route))
    return True, retried


def aim_tasks(island: IslandMap, order: RollOrder, route: Route) -> list[Task]:
    """What must be set before an order's marble is let go: plates, then the idol."""
    number = order.release_id
    tasks = [
        Task(TaskKind.PLATE, route=route.id, plate=plate, way=way, number=number)
        for plate, way in route.diverters.items()
    ]
    if route.facing is not None:
        aim = Task(TaskKind.AIM, source=route.source, route=route.id, way=route.facing)
        tasks.append(aim)
    return tasks


def roll_task(order: RollOrder, route: Route) -> Task:
    """Lets an order's marble go."""
    return Task(
        TaskKind.ROLL,
        source=route.source,
        route=route.id,
        way=route.push or "",
        number=order.release_id,
    )


async def touched_by_word(
    people: People, island: IslandMap, order: RollOrder
) -> tuple[frozenset[str], frozenset[str]]:
    """Asks about the pawns on the route, then about those that a touched one could have touched.

    Who was touched, and who was asked about.
    """
    standing = order.standing
    touched: set[str] = set()
    still = set(standing)
    done: set[str] = set()
    while True:
        todo = [p for p in reached(island, order.route, standing, still) if p not in done]
        if not todo:
            return frozenset(touched), frozenset(done)
        pawn = todo[0]
        done.add(pawn)
        if await people.ask(Question("touched", pawn, standing[pawn])):
            touched.add(pawn)
            still.discard(pawn)
