"""One run of the fault campaign: the whole host stack below the table, the real firmware, faults.

The host of a run gives its orders as a table does: written down before the board is asked, asked
again under the same number by whoever comes after a crash. What is counted are the marbles of
the world.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final

from vulkar.devices.board import Board
from vulkar.errors import VulkarError
from vulkar.island.lasting import LastingIsland
from vulkar.island.parts import Timing
from vulkar.island.port import Marble, RollOrder, Task, TaskKind
from vulkar.island.serial import SerialIsland
from vulkar.island.went import ReleaseBook
from vulkar.link.controller import Controller
from vulkar.link.transport import Transport
from vulkar.maps import IslandMap
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cable import LyingTransport, Tally
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.plan import Blow, Plan
from vulkar.sim.handsworld import Pace
from vulkar.sim.lockstep import HostCrash, Lockstep, Sim
from vulkar.sim.people import Hands

EPOCH: Final = 4711
PAWN: Final = "red"
LONGEST_S: Final = 900.0  # virtual: a run that has not ended by then hangs
CALM_S: Final = 3.0  # after the last order: what is late may still come
PERSON_S: Final = 5.0  # until somebody starts a host again that gave up
STOPS: Final = 5  # times that people start a host again that gave up with an error
QUICK: Final = Timing(quiet_s=0.3, slowest_mm_s=2000.0, start_s=0.4, least_s=0.6)
BRISK: Final = Pace((0.05, 0.1), 0.1, (0.1, 0.2), (0.1, 0.2), (0.2, 0.5), (0.1, 0.2))


@dataclass(slots=True)
class Outcome:
    """One run, counted. ``trouble`` says what must not be, in words."""

    seed: int
    kind: str
    reboots: bool
    frames: int = 0
    damaged: int = 0
    asked: int = 0
    once: int = 0
    twice: int = 0
    lost: int = 0
    jammed: int = 0  # the marble stayed, and the table was told so
    unknown: int = 0  # people were asked whether the marble had left
    struck: dict[str, int] = field(default_factory=dict)  # blows, by what they are
    spilled: int = 0  # marbles that a hand laid before a gate that a reset had left open
    cleared: int = 0  # latches that people opened: two losses of power are a fault
    stops: int = 0  # the host gave up with an error, and was started again
    virtual_s: float = 0.0
    trouble: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Order:
    """What a journal would hold."""

    order: RollOrder
    source: str
    left_before: int
    marble: Marble | None = None


class Run:
    """``play()`` it once."""

    def __init__(self, plan: Plan, island: IslandMap, board: Board) -> None:
        self.plan = plan
        self.outcome = Outcome(plan.seed, plan.kind, plan.reboots)
        self.world = Cradles(island)
        self.log: list[str] = []
        self._island = island
        self._board = board
        self._tally = Tally()
        self._blows: deque[Blow] = deque(plan.blows)
        self._skipped = 0
        self._struck: Counter[str] = Counter()
        self._orders: list[_Order] = []
        self._unknown = 0
        self._hosts = 0
        self._hands: Hands | None = None

    def play(self) -> Outcome:
        """Runs it to its end and counts. Never raises for what a fault brings about."""
        out, world = self.outcome, self.world
        space = next(s for s in self._island.routes[self.plan.routes[0]].spaces)
        self._space = space if (space, 0) in self._island.sensored() else "BR6"
        world.place(PAWN, self._space)
        world.sticks[self._source(self.plan.routes[0])] = self.plan.jams
        seed = self.plan.seed
        with Lockstep(wiring_of(self._board, self._island), world, seed) as session:
            while True:
                try:
                    stopped = session.run(self._host)
                except HostCrash:
                    continue
                except TimeoutError:
                    out.trouble.append("the game hangs")
                    break
                if stopped is None:
                    break
                out.stops += 1
                if out.stops > STOPS:
                    out.trouble.append(f"the host gives up again and again: {stopped.what}")
                    break
            out.virtual_s = session.sim.clock.now_us / 1e6
        self._count()
        return out

    # --- the host -----------------------------------------------------------------------------
    async def _host(self, sim: Sim) -> VulkarError | None:
        """One host, to its end: None, or the error that it ended with."""
        loop = asyncio.get_running_loop()
        self._hosts += 1
        crashed = asyncio.Event()
        rng = random.Random(f"faults/{self.plan.seed}/{self._hosts}")
        hands = Hands(self.world, self._island, rng, BRISK)
        if self._hands is not None:
            hands.remember(self._hands)
        self._hands = hands

        def strike(blow: Blow) -> None:
            self._struck[blow.what] += 1
            self.log.append(f"{loop.time():.4f} {blow.what}")
            if blow.what == "unplug":
                sim.unplug(blow.away_s)
            elif blow.what == "reboot":
                sim.power_cycle()
            else:
                crashed.set()

        def comes(frame: int, step: str) -> None:
            blow = self._blows[0] if self._blows else None
            if blow is None or (blow.frame, blow.step) != (frame, step):
                return
            if self._skipped < blow.skip:
                self._skipped += 1
                return
            self._skipped = 0
            self._blows.popleft()
            loop.call_later(blow.after_s, strike, blow)

        def on_state(name: str, state: str) -> None:
            if name == "island":
                self.log.append(f"{loop.time():.4f} {state}")
                comes(-1, state)

        finder = sim.finder()

        class Lying:
            def open(_) -> Transport:
                inner = finder.open()
                return LyingTransport(
                    inner, rng, self.plan.rates, self._tally, lambda kind: comes(kind, "")
                )

        def make(transport: Transport, book: ReleaseBook) -> SerialIsland:
            controller = Controller(transport, self._board, epoch=EPOCH)
            return SerialIsland(
                controller,
                self._island,
                self._board,
                hands,
                timing=QUICK,
                book=book,
                on_state=on_state,
            )

        def on_link(state: str, text: str) -> None:
            self.log.append(f"{loop.time():.4f} {state} {text}")

        island = LastingIsland(Lying(), make, on_link)
        if self.outcome.stops:
            await asyncio.sleep(PERSON_S)
        game = asyncio.ensure_future(self._play(island))
        crash = asyncio.ensure_future(crashed.wait())
        left_s = LONGEST_S - loop.time()
        try:
            await asyncio.wait(
                (game, crash), timeout=max(1.0, left_s), return_when=asyncio.FIRST_COMPLETED
            )
            if crashed.is_set():
                raise HostCrash
            if not game.done():
                raise TimeoutError
        finally:
            self._unknown += len(island.book.unknown)
            self.outcome.cleared += sum(question.kind == "clear" for question, _ in hands.asked)
        stopped = game.exception()
        await asyncio.sleep(CALM_S)
        await island.close()
        await hands.close()
        if stopped is not None and not isinstance(stopped, VulkarError):
            raise stopped
        if stopped is not None:
            self.log.append(f"stopped: {stopped.code}: {stopped.what}")
        return stopped

    async def _play(self, island: LastingIsland) -> None:
        """The orders, as a table gives them."""
        await island.open()
        pending = self._orders[-1] if self._orders else None
        if pending is not None and pending.marble is None:
            if not await island.went(pending.order):
                await self._set_board(island)
            await self._carry_out(island, pending)
        await self._set_board(island)
        while len(self._orders) < len(self.plan.routes):
            number = len(self._orders) + 1
            route = self.plan.routes[number - 1]
            source = self._source(route)
            order = RollOrder(number, route, PAWN, {PAWN: self._space}, island.memory)
            self._orders.append(_Order(order, source, self.world.left[source]))
            await self._carry_out(island, self._orders[-1])
            await self._set_board(island)

    async def _carry_out(self, island: LastingIsland, given: _Order) -> None:
        given.marble = (await island.roll(given.order)).marble

    async def _set_board(self, island: LastingIsland) -> None:
        sources = self._island.sources
        away = [source for source in sources if not await island.marble_home(source)]
        tasks = tuple(Task(TaskKind.MARBLE_HOME, source=source) for source in away)
        if tasks:
            await island.expect(tasks, {PAWN: self._space})

    def _source(self, route: str) -> str:
        return self._island.routes[route].source

    # --- the count ----------------------------------------------------------------------------
    def _count(self) -> None:
        out, world = self.outcome, self.world
        out.frames, out.damaged = self._tally.frames, self._tally.damaged
        out.struck = dict(self._struck)
        out.unknown = self._unknown
        out.spilled = sum(world.spilled.values())
        out.asked = len(self._orders)
        for at, given in enumerate(self._orders):
            later = (o.left_before for o in self._orders[at + 1 :] if o.source == given.source)
            left = next(later, world.left[given.source]) - given.left_before
            told = given.marble
            if left > 1:
                out.twice += 1
                out.trouble.append(f"order {given.order.release_id} let {left} marbles go")
            elif told is None or (told is Marble.JAMMED) != (left == 0):
                out.lost += 1
                word = told.value if told else "nothing"
                out.trouble.append(
                    f"order {given.order.release_id} let {left} marbles go, the table heard {word}"
                )
            elif left == 0:
                out.jammed += 1
            else:
                out.once += 1
        if sum(world.empty.values()):
            out.twice += sum(world.empty.values())
            out.trouble.append(f"gates opened on empty cradles: {world.empty}")
        if out.unknown and not out.reboots:
            out.trouble.append(f"unknown without a reboot: {out.unknown}")
