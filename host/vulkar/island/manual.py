"""An island without motors and without sensors: people aim, roll and report.

They are the :class:`~vulkar.island.port.People` of every island; here they are asked everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vulkar.devices.machine import Machined
from vulkar.errors import VulkarError
from vulkar.facts import Fact, Hit, NeverLeft
from vulkar.island.account import (
    RollQuestion,
    RollWord,
    account,
    aim_tasks,
    question_of,
    roll_task,
)
from vulkar.island.check import check_belief
from vulkar.island.people_text import speak
from vulkar.island.port import (
    BY_HAND,
    Certainty,
    Go,
    Marble,
    People,
    Question,
    RollOrder,
    RollReport,
    Task,
    TaskKind,
    Touch,
    tick,
)
from vulkar.island.sequence import ROLL
from vulkar.maps import IslandMap, Route


class ManualIsland:
    """A board of cardboard, or one whose electronics are off.

    ``go`` is awaited when everything is set, before people are told to let the marble go.
    ``on_state("island", state)`` is called at every step, as on other islands.
    """

    def __init__(
        self,
        island: IslandMap,
        people: People,
        go: Go | None = None,
        on_state: Callable[[str, str], None] | None = None,
    ) -> None:
        self.go = go
        self._map = island
        self._people = people
        self._sequence = Machined(ROLL, on_state)
        self._cradles: dict[str, bool] = {}  # by people's word
        self._begun: set[int] = set()  # rolls that had not gone when this island took them up
        self._told: set[int] = set()  # those that people were told and nobody has settled
        self._left: set[int] = set()  # and those that went, by their word

    @property
    def state(self) -> str:
        """The state of the island's table, see docs/reference/island.md."""
        return self._sequence.state

    def guard(self, go: Go, on_state: Callable[[str, str], None]) -> None:
        """Before it is opened: who is asked before a marble goes, and who hears each step."""
        self.go, self._sequence.on_state = go, on_state

    async def open(self) -> None:
        """Nothing connects; where marbles lie is asked anew."""
        self._cradles.clear()
        if self.state == "closed":
            self._sequence.fire("opened")

    async def roll(self, order: RollOrder) -> RollReport:
        """Has people aim and roll, once for each release_id, and asks them what happened."""
        self._ready()
        route = self._route(order)
        check_belief(self._map, order.standing)
        self._sequence.demand("roll")
        try:
            self._sequence.fire("roll")
            left = order.release_id in self._left or (
                order.release_id in self._told and await self._asked_left(order, route)
            )
            if left:
                self._sequence.fire("released_before")
            else:
                await self._let_go(order, route)
            asked = question_of(self._map, order, route, left=left)
            word = await account(self._people, self._map, asked)
            if not left:
                self._sequence.fire("left" if word.left else "jammed")
                if word.left:
                    self._sequence.fire("rested")
            report = self._report(asked, word)
            self._sequence.fire("settled")
            self._sequence.fire("told")
        except BaseException:
            tick(self._people, *aim_tasks(self._map, order, route))
            if self.state not in ("closed", "ready"):
                self._sequence.fire("gave_up")
            raise
        return report

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        """Tells people the tasks and returns when they say that all are done."""
        self._ready()
        check_belief(self._map, standing)
        self._sequence.fire("expect")
        try:
            for task in tasks:
                self._people.tell(task)
            await self._confirm(tasks)
            for task in tasks:
                if task.kind in (TaskKind.MARBLE_HOME, TaskKind.MARBLE_OUT):
                    self._cradles[task.source] = task.kind is TaskKind.MARBLE_HOME
        except BaseException:
            if self.state == "expecting":
                self._sequence.fire("gave_up")
            raise
        self._sequence.fire("as_believed")

    async def observe(self) -> dict[str, bool]:
        """Nothing is sensed."""
        self._ready()
        return {}

    async def marble_home(self, source: str) -> bool:
        """Whether a marble lies in a cradle, by people's word."""
        self._ready()
        return await self._home(source)

    async def went(self, order: RollOrder) -> bool:
        """Whether this order was rolled: asked, unless this island has heard it already.

        For orders of another host, or of one that was interrupted.
        """
        self._ready()
        number = order.release_id
        if number in self._begun and number not in self._told | self._left:
            return False
        return number in self._left or await self._asked_left(order, self._route(order))

    @property
    def memory(self) -> int | None:
        """No controller's: a game may go on with one, which knows nothing of these rolls."""
        return BY_HAND

    async def close(self) -> None:
        """Nothing to let go of."""
        if self.state != "closed":
            self._sequence.fire("lost")

    # --- inside -------------------------------------------------------------------------------

    async def _home(self, source: str) -> bool:
        """All cradles are asked about at once, each by itself only where one of them is empty."""
        if not self._cradles and await self._people.ask(Question("marbles_home")):
            self._cradles = dict.fromkeys(self._map.sources, True)
        if source not in self._cradles:
            for each in self._map.sources:
                home = Question("marble_home", source=each)
                self._cradles[each] = await self._people.ask(home)
        return self._cradles[source]

    async def _asked_left(self, order: RollOrder, route: Route) -> bool:
        number = order.release_id
        left = await self._people.ask(Question("marble_left", source=route.source, number=number))
        self._told.discard(number)
        if left:
            self._left.add(number)
        return left

    async def _let_go(self, order: RollOrder, route: Route) -> None:
        """Has everything set, waits for the go, tells people to roll."""
        self._begun.add(order.release_id)
        while not await self._brought_home(route.source):
            self._people.say(speak("wrong.marble", source=route.source))
        self._sequence.fire("checked")
        for task in aim_tasks(self._map, order, route):
            self._people.tell(task)
        self._sequence.fire("aimed")
        if self.go is not None:
            aimed = Question("aimed", source=route.source, number=order.release_id)
            while not await self._people.ask(aimed):
                self._people.say(speak("task.undone"))
            await self.go(order)
        self._sequence.fire("go")
        self._told.add(order.release_id)
        self._people.tell(roll_task(order, route))

    async def _brought_home(self, source: str) -> bool:
        """As believed; where it is not believed home, people are asked to bring it."""
        if await self._home(source):
            return True
        bring = Task(TaskKind.MARBLE_HOME, source=source)
        self._people.tell(bring)
        self._cradles[source] = await self._people.ask(Question("marble_home", source=source))
        if self._cradles[source]:
            tick(self._people, bring)
        return self._cradles[source]

    def _report(self, asked: RollQuestion, word: RollWord) -> RollReport:
        order, number = asked.order, asked.order.release_id
        self._told.discard(number)
        marble = Marble.JAMMED
        if word.left:
            self._left.add(number)
            self._cradles[asked.route.source] = False
            if word.home and asked.bring.kind is TaskKind.MARBLE_HOME:
                self._cradles[asked.bring.source] = True
            marble = Marble.RETURNED if word.home else Marble.MISSING
            if not word.home:
                self._people.say(speak("marble.missing", source=asked.route.source))
        aim, roll = aim_tasks(self._map, order, asked.route), roll_task(order, asked.route)
        tick(self._people, *aim, roll, asked.bring)
        touches = tuple(self._touch(asked, word, pawn) for pawn in order.standing)
        facts: tuple[Fact, ...] = tuple(Hit(touch.pawn) for touch in touches if touch.touched)
        return RollReport(
            release_id=number,
            facts=facts if word.left else (NeverLeft(),),
            touches=touches if word.left else (),
            marble=marble,
            retried=word.retried,
            left_us=-1,  # nobody has timed it
            rest_us=-1,
        )

    def _touch(self, asked: RollQuestion, word: RollWord, pawn: str) -> Touch:
        near = pawn in asked.pawns or pawn in word.touched
        certainty = Certainty.SEEN if near else Certainty.SURE
        space = asked.order.standing[pawn]
        return Touch(pawn, space, pawn in word.touched, certainty, -1, math.nan, math.nan)

    async def _confirm(self, tasks: tuple[Task, ...]) -> None:
        """People's word that the tasks are done: in one, or task by task where it is no."""
        left = list(tasks)
        while left:
            everything = Question("all_done", number=len(left))
            if len(left) > 1 and await self._people.ask(everything):
                tick(self._people, *left)
                return
            left = [task for task in left if not await self._done(task)]
            tick(self._people, *(task for task in tasks if task not in left))
            for task in left:
                self._people.say(speak("task.undone"))
                self._people.tell(task)

    async def _done(self, task: Task) -> bool:
        if task.kind is TaskKind.MARBLE_OUT:
            return not await self._people.ask(Question("marble_home", source=task.source))
        return await self._people.ask(Question("done", task.pawn, task.space, task.source))

    def _route(self, order: RollOrder) -> Route:
        if order.route not in self._map.routes:
            known = ", ".join(self._map.routes)
            raise VulkarError("island.route", route=order.route, known=known)
        return self._map.routes[order.route]

    def _ready(self) -> None:
        if self.state == "closed":
            raise VulkarError("island.closed")
        if self.state != "ready":
            raise VulkarError("island.busy", doing=self.state)
