"""Simulated people around a simulated island: hands that do what the table asks, in human time.

They see the world, not the sensors: a question is answered from what really happened. Time comes
from the running event loop, chance from a seeded generator, so that they live in lockstep and,
behind a socket, in real time alike.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
from collections import deque
from collections.abc import Callable
from typing import Final

from vulkar.island.port import Question, Task, TaskKind
from vulkar.maps import IslandMap
from vulkar.sim.handsworld import HandsWorld, Pace
from vulkar.sim.world.truth import TIPPED_DEG
from vulkar.texts import Text, render

LOOK_S: Final = 0.05  # between looks at a cradle that they have opened
WATCH_S: Final = 0.25  # and at a board on which something moves
STRANGERS: Final = ("people.wrong.stranger", "people.wrong.stranger_more")


class Hands:
    """``People`` for a simulated world.

    ``heard`` is called with each sentence that the table says; ``asked`` keeps every question and
    its answer.
    """

    def __init__(
        self,
        world: HandsWorld,
        island: IslandMap,
        rng: random.Random,
        pace: Pace | None = None,
        heard: Callable[[str], None] | None = None,
    ) -> None:
        self.world = world
        self.island = island
        self.rng = rng
        self.pace = pace or Pace()
        self.heard = heard
        self.asked: list[tuple[Question, bool]] = []
        self._reach_mm = island.geometry.pad_mm * 0.6
        self._carried = 0  # the last roll whose marble they brought home
        self._rolled = 0  # the last one whose gate they opened with their own hands
        self._left = False  # and whether they saw its marble leave: it may have bounced back
        self._opened: set[str] = set()  # sources whose gate they hold open
        self._lying: dict[str, str] = {}
        self._told: list[Task] = []  # in order, for the question whether all are done
        self._tasks: deque[tuple[Task, int]] = deque()
        self._worker: asyncio.Task[None] | None = None

    def remember(self, other: Hands) -> None:
        """The same people go on in another event loop, after their table's host died."""
        self._carried = other._carried
        self._rolled, self._left = other._rolled, other._left
        self._opened = set(other._opened)
        self._lying = dict(other._lying)

    def meet(self) -> None:
        """A table has come, perhaps of another game: whose pawns it plays with, it will tell."""
        self._told.clear()

    def tell(self, task: Task) -> None:
        """Queues the task; a task that is queued already is not queued twice."""
        self._told.append(task)
        self._queue(task)

    def say(self, saying: Text) -> None:
        """Passes the sentence's English on to ``heard``, and takes a pawn of no game away."""
        if self.heard:
            self.heard(render(saying))
        if saying["code"] in STRANGERS:
            space = saying["params"]["seen"]["params"]["id"]
            ours = {task.pawn for task in self._told}
            for pawn in self.on(space):
                if pawn not in ours:
                    self._queue(Task(TaskKind.REMOVE, pawn=pawn, space=space))

    async def ask(self, question: Question) -> bool:
        """Finishes what the hands are doing, looks, and answers truly."""
        if self._worker and not self._worker.done():
            await asyncio.shield(self._worker)
        if question.kind == "rest":
            await self._watch()
        await asyncio.sleep(self.rng.uniform(*self.pace.answer_s))
        answer = self.look(question)
        self.asked.append((question, answer))
        return answer

    async def close(self) -> None:
        """Drops what is not done yet."""
        self._tasks.clear()
        if self._worker:
            self._worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._worker

    def look(self, question: Question) -> bool:
        """The true answer to a question, at once."""
        if question.kind == "clear":
            return sum(q.kind == "clear" for q, _ in self.asked) < self.pace.clears
        if question.kind == "touched":
            seen = self.world.truth().get(question.pawn)
            return seen is not None and seen.kind != "missed"
        if question.kind == "fell":
            seen = self.world.truth().get(question.pawn)
            return seen is not None and seen.tilt_deg > TIPPED_DEG
        if question.kind == "marble_left":
            carried = bool(question.number) and self._carried == question.number
            gone = self._left and bool(question.number) and self._rolled == question.number
            return carried or gone or not self.world.marble_home(question.source)
        if question.kind in ("rolled", "stuck"):
            return self._rolled == question.number and self._left is (question.kind == "rolled")
        if question.kind == "aimed":
            return True
        if question.kind == "rest":
            return self.world.asleep
        if question.kind == "all_done":
            return all(self._is_done(task) for task in self._told[-question.number :])
        if question.kind == "marbles_home":
            return all(self.world.marble_home(source) for source in self.island.sources)
        if question.kind == "empty":
            return not self.on(question.space)
        if question.kind == "count":
            return len(self.on(question.space)) == question.number
        if question.kind == "marble_beside":
            return all(loose.held for loose in self.world.loose_marbles().values())
        if question.source:
            return self.world.marble_home(question.source)
        if not question.space:
            return self.world.pose(question.pawn) is None
        if self._lying.get(question.pawn) == question.space:
            return True
        return self._stands(question.pawn, question.space)

    def on(self, space: str, but: str = "") -> list[str]:
        """The pawns within a pad's reach of a slot of a space, other than ``but``."""
        return [
            pawn
            for pawn in self.world.truth()
            if pawn != but and self._off_mm(pawn, space) < self._reach_mm
        ]

    # --- hands --------------------------------------------------------------------------------

    def _queue(self, task: Task) -> None:
        if all(task != queued for queued, _ in self._tasks):
            self._tasks.append((task, 0))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        await asyncio.sleep(self.rng.uniform(*self.pace.notice_s))
        while self._tasks:
            task, looks = self._tasks.popleft()
            if task.kind is TaskKind.PLACE and not self._free(task):
                if looks < self.pace.patience:
                    self._tasks.append((task, looks + 1))
                if len(self._tasks) <= 1:
                    await asyncio.sleep(self.pace.wait_s)
                continue
            await self._do(task)

    async def _do(self, task: Task) -> None:
        world, pace = self.world, self.pace
        if task.kind in (TaskKind.AIM, TaskKind.PLATE):
            await self._aim(task)
        elif task.kind is TaskKind.ROLL:
            await self._let_go(task)
        elif not task.pawn:
            await self._move_marble(task)
        if not task.pawn:
            return
        await asyncio.sleep(pace.lift_s)
        world.lift(task.pawn)
        self._lying.pop(task.pawn, None)
        if task.kind is not TaskKind.REMOVE:
            await asyncio.sleep(self.rng.uniform(*pace.carry_s))
            if task.kind is TaskKind.LAY:
                world.lay(task.pawn, task.space)
                self._lying[task.pawn] = task.space
            else:
                yaw = self.rng.uniform(0.0, math.tau)
                world.place(task.pawn, task.space, self._scatter(), self._scatter(), yaw)
            await asyncio.sleep(self.rng.uniform(*pace.place_s))

    async def _aim(self, task: Task) -> None:
        await asyncio.sleep(self.pace.lift_s)
        if task.kind is TaskKind.PLATE:
            ways = self.island.diverters[task.plate].ways
            self.world.set_diverter(task.plate, float(ways.index(task.way)))
        else:
            aimed_deg = self.island.idol.facings[task.way].compass_deg
            self.world.turret_deg = aimed_deg + self.rng.gauss(0.0, self.pace.aim_deg)
        await self._watch()

    async def _let_go(self, task: Task) -> None:
        """Opens the gate of a source, and watches until nothing moves; once for each roll."""
        if self._rolled == task.number and self._left:
            return
        await asyncio.sleep(self.pace.lift_s)
        first_way = len(self.world.ways(task.source)) > 1 and (
            self.world.ways(task.source)[0] == task.way
        )
        self.world.set_gate(task.source, -1.0 if first_way else 1.0)
        self._opened.add(task.source)
        self._rolled, self._left = task.number, False
        for _ in range(round(self.pace.open_s / LOOK_S)):
            await asyncio.sleep(LOOK_S)
            self._left = self._left or not self.world.marble_home(task.source)
        self._shut(task.source)
        await self._watch()

    def _shut(self, source: str) -> None:
        if source in self._opened:
            self.world.set_gate(source, 0.0)
            self._opened.discard(source)

    async def _watch(self) -> None:
        """Until nothing moves."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + self.pace.watch_s
        while loop.time() < until_s:
            await asyncio.sleep(WATCH_S)
            if self.world.asleep:
                return

    async def _move_marble(self, task: Task) -> None:
        """Puts a marble into a cradle, out of it or beside it, unless that is done already."""
        world, pace = self.world, self.pace
        self._shut(task.source)
        if not world.asleep:  # nobody reaches for a marble that rolls
            await self._watch()
        marble = world.marble_in(task.source)
        if task.kind is not TaskKind.MARBLE_OUT:
            marble = self._marble_for(task)
            done = task.kind is TaskKind.MARBLE_HOME and world.marble_home(task.source)
            marble = None if done else marble
        if marble is None:
            return
        await asyncio.sleep(pace.lift_s)
        world.take_marble(marble, beside=task.source)
        if task.kind is not TaskKind.MARBLE_OUT:
            await asyncio.sleep(self.rng.uniform(*pace.marble_s))
            self._carried = task.number
        if task.kind is TaskKind.MARBLE_HOME:
            world.load_marble(task.source, marble)

    def _marble_for(self, task: Task) -> str | None:
        """The marble that a task is about: the one that rolled, or one that lies beside."""
        loose = self.world.loose_marbles()
        origin, beside = task.origin or task.source, task.origin == task.source
        return min(
            loose,
            key=lambda m: (loose[m].source != origin, loose[m].held != beside),
            default=None,
        )

    def _free(self, task: Task) -> bool:
        return len(self.on(task.space, but=task.pawn)) < len(self.island.spaces[task.space].slots)

    def _scatter(self) -> float:
        most = self.pace.scatter_max_mm
        return max(-most, min(most, self.rng.gauss(0.0, self.pace.scatter_mm)))

    # --- eyes ---------------------------------------------------------------------------------

    def _off_mm(self, pawn: str, space: str) -> float:
        """How far a pawn is from the nearest slot of a space; infinite off the board."""
        pose = self.world.pose(pawn)
        if pose is None:
            return math.inf
        return min(math.dist(pose[:2], spot) for spot in self.island.spaces[space].spots)

    def _is_done(self, task: Task) -> bool:
        if task.kind is TaskKind.MARBLE_OUT:
            return not self.world.marble_home(task.source)
        return self.look(Question("done", task.pawn, task.space, task.source))

    def _stands(self, pawn: str, space: str) -> bool:
        pose = self.world.pose(pawn)
        upright = pose is not None and pose[3] < 30.0
        return upright and self._off_mm(pawn, space) < self._reach_mm
