"""Letting one marble go, once: was it before, does it leave now, how often may it be tried."""

from __future__ import annotations

import asyncio
from typing import Final

from vulkar.island.parts import Parts
from vulkar.island.port import Question, RollOrder
from vulkar.island.waiting import patiently
from vulkar.island.went import Went, decide
from vulkar.link.events import Release
from vulkar.maps import Route

ATTEMPTS: Final = 2  # the release and the one retry of a jam; the firmware knows them apart
LOOK_S: Final = 0.1  # between looks at a gate that is still open
SLACK_S: Final = 0.3  # a gate is at rest so long after its own times at the latest


class LetGo:
    """One order's marble. ``released_s`` is the loop's time of the last command to release."""

    def __init__(self, parts: Parts, order: RollOrder, route: Route) -> None:
        self.released: Release | None = None
        self.released_s = 0.0
        self.first_attempt = 0
        self.retried = False
        self._parts = parts
        self._order = order
        self._route = route
        self._gate = parts.gates[route.source]

    async def went(self, *, given: bool = False) -> bool:
        """Whether the marble went on its way already, by another connection or host.

        The gate may have opened and the marble have stuck: then it has its second attempt.
        """
        del given  # the controller knows, whoever gave the order
        parts, number = self._parts, self._order.release_id
        while True:
            seen = [await parts.link.release_status(number, a) for a in range(ATTEMPTS)]
            if all(status.phase != "open" for status in seen):
                break
            await asyncio.sleep(LOOK_S)  # its own timer closes it
        memory, book = parts.link.memory, parts.book
        same = self._order.memory is None or self._order.memory == memory
        went = decide(
            seen,
            left=book.left(number),
            remembered=same and book.sent_only_to(number, memory),
            never_sent=book.never_sent(number),
            home=self._gate.home,
        )
        opened = sum(status.phase != "never" for status in seen)
        if went is Went.UNKNOWN:
            book.unknown.append(number)
            left = Question("marble_left", source=self._route.source, number=number)
            went = Went.YES if await parts.people.ask(left) else Went.STAYED
        if went is Went.YES:
            book.leave(number)
            return True
        book.begin(number)
        self.first_attempt = opened
        self.retried = opened > 0
        return False

    async def release(self) -> bool:
        """Whether the beam saw the marble leave, at the first try or at the second."""
        for attempt in range(self.first_attempt, ATTEMPTS):
            self.retried = attempt > 0
            if await self._gate.let_go(lambda attempt=attempt: self._open(attempt), self._leave_s):  # type: ignore[misc]
                self._parts.book.leave(self._order.release_id)
                return True
        return False

    @property
    def _leave_s(self) -> float:
        """How long the marble may take, and how long the gate takes until it may open again."""
        gate = self._parts.board.gates[self._route.source]
        closed_s = (gate.open_ms + gate.servo.settle_ms) / 1000 + SLACK_S
        return max(self._parts.timing.leave_s, closed_s)

    async def _open(self, attempt: int) -> None:
        parts, number = self._parts, self._order.release_id
        source, way = self._route.source, self._route.push or "out"

        async def release() -> Release:
            self.released_s = asyncio.get_running_loop().time()
            return await parts.link.release(source, way, number, attempt)

        parts.book.send(number, parts.link.memory)
        self.released = await patiently(release)
