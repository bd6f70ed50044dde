"""What people do of a roll on a board that lacks a motor for it: turn, set plates, let go."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from vulkar.island.account import aim_tasks, roll_task
from vulkar.island.letgo import LetGo
from vulkar.island.parts import Parts
from vulkar.island.people_text import speak
from vulkar.island.port import Question, RollOrder, Task, TaskKind, tick
from vulkar.island.waiting import patiently
from vulkar.link.events import Release
from vulkar.maps import Route

HAND_S: Final = 60.0  # people who are told to let a marble go are asked after so long


class Letting(Protocol):
    """How one order's marble is let go: by a gate, or by people.

    ``released_s`` is when, on the loop; ``released`` what the controller's clock says of it.
    """

    released: Release | None
    released_s: float
    retried: bool

    async def went(self, *, given: bool = False) -> bool:
        """Whether it went before. ``given``: the order may be another host's."""

    async def release(self) -> bool:
        """Whether it leaves now."""


def letting_of(parts: Parts, order: RollOrder, route: Route) -> Letting:
    """A gate where the source has one."""
    by_hand = route.source not in parts.board.gates
    return HandLetGo(parts, order, route) if by_hand else LetGo(parts, order, route)


def hand_tasks(parts: Parts, order: RollOrder, route: Route) -> list[Task]:
    """What people have to set, for lack of a motor."""
    return [
        task
        for task in aim_tasks(parts.island, order, route)
        if (
            parts.turret is None if task.kind is TaskKind.AIM else task.plate not in parts.diverters
        )
    ]


async def aim(parts: Parts, order: RollOrder, route: Route) -> None:
    """Sends diverters, then the idol, to the route's positions; people are told the rest."""
    for task in hand_tasks(parts, order, route):
        parts.people.tell(task)
    for name, way in route.diverters.items():
        plate = parts.diverters.get(name)
        if plate is not None:
            pulse_us = parts.board.diverters[name].ways[way]
            await patiently(lambda plate=plate, us=pulse_us: plate.move(us))  # type: ignore[misc]
    turret, servo = parts.turret, parts.board.turret
    if route.facing is not None and turret is not None and servo is not None:
        aimed_us = servo.to_us(parts.island.idol.facings[route.facing].compass_deg)
        await patiently(lambda: turret.move(aimed_us))


async def aimed_by_word(parts: Parts, order: RollOrder, route: Route) -> None:
    """Returns once people say that all is set, if a go-ahead waits for what they have to set."""
    if parts.go is None or not hand_tasks(parts, order, route):
        return
    while not await parts.people.ask(
        Question("aimed", source=route.source, number=order.release_id)
    ):
        parts.people.say(speak("task.undone"))


class HandLetGo:
    """People let the marble go when they are told; its beam sees it leave."""

    def __init__(self, parts: Parts, order: RollOrder, route: Route) -> None:
        self.released: Release | None = None
        self.released_s = 0.0
        self.retried = False
        self._parts = parts
        self._order = order
        self._route = route
        self._gate = parts.gates[route.source]

    async def went(self, *, given: bool = False) -> bool:
        """No controller remembers it: people are asked, unless this host has never told them."""
        book, number = self._parts.book, self._order.release_id
        if book.left(number):
            return True
        if book.never_sent(number) or not (given or book.sent(number)):
            book.begin(number)
            return False
        book.unknown.append(number)
        left = Question("marble_left", source=self._route.source, number=number)
        if await self._parts.people.ask(left):
            book.leave(number)
            return True
        book.take_back(number)
        return False

    async def release(self) -> bool:
        """Whether its beam, or people, saw it leave."""
        parts, number = self._parts, self._order.release_id
        task = roll_task(self._order, self._route)

        async def tell() -> None:
            parts.book.send(number, None)
            parts.people.tell(task)

        try:
            while not await self._gate.let_go(tell, HAND_S):
                await parts.check_link()
                if await parts.people.ask(
                    Question("stuck", source=self._route.source, number=number)
                ):
                    return False
                self.retried = True
        finally:
            tick(parts.people, task, *hand_tasks(parts, self._order, self._route))
        parts.book.leave(number)
        self.released_s = asyncio.get_running_loop().time()
        self.released = Release(number, 0, max(0, parts.left_us), tries=1)
        return True
