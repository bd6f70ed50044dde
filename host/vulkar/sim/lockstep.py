"""Lockstep: table, island, link, firmware and world on one virtual clock, from one seed.

    result = run(main, load("classic"), load_board("classic"), seed=7)

``main(sim)`` is an ordinary coroutine. Its loop takes time from the simulation: a sleep of an hour
costs what the simulated hour costs. Threads, executors and file descriptors are refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import selectors
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from vulkar.errors import VulkarError
from vulkar.resources import firmware_dir
from vulkar.sim.chip import COSTS, Interpreter
from vulkar.sim.engine import Engine, Stats
from vulkar.sim.lockchip import GUARD_S, LockChip
from vulkar.sim.rig import Rig, RigWorld
from vulkar.sim.usb import SimFinder, SimTransport
from vulkar.sim.wiring import Wiring

if TYPE_CHECKING:
    from vulkar.devices.board import Board
    from vulkar.maps import IslandMap
    from vulkar.sim.world import World

T = TypeVar("T")
SPIN_LIMIT: Final = 1_000_000


class HostCrash(BaseException):
    """Raised by a test inside ``main``: the host dies here. Its loop is dropped, nothing is
    cleaned up, and :meth:`Lockstep.run` may be called again on the same chip and world."""


class _VirtualSelector(selectors.SelectSelector):
    """Where a real loop would wait for the system, virtual time goes on."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._spins = 0
        self.sealed = False

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        if self.sealed:
            raise VulkarError("lockstep.io")
        return super().register(fileobj, events, data)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            self._spins += 1
            if self._spins > SPIN_LIMIT:
                raise VulkarError("lockstep.spin", passes=self._spins, now_us=self._engine.now_us)
            return []
        self._spins = 0
        target = None
        if timeout is not None:
            target = self._engine.now_us + max(1, round(timeout * 1e6))
        self._engine.advance(target)
        return []


class LockstepLoop(asyncio.SelectorEventLoop):
    """An event loop on the simulation's clock."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        selector = _VirtualSelector(engine)
        super().__init__(selector)
        selector.sealed = True
        self._clock_resolution = 1e-6
        engine.call_soon = self.call_soon

    def time(self) -> float:
        """Seconds of the virtual clock."""
        return self._engine.now_us / 1e6

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Refused: raises ``VulkarError("lockstep.thread")``."""
        raise VulkarError("lockstep.thread", call="run_in_executor")

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        """Refused: raises ``VulkarError("lockstep.thread")``."""
        raise VulkarError("lockstep.thread", call="call_soon_threadsafe")


class Clock:
    """The virtual clock as the host may read it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def now_us(self) -> int:
        """Microseconds since power-on."""
        return self._engine.now_us


class Sim:
    """The simulated island, as ``main`` gets it."""

    def __init__(self, engine: Engine, world: World) -> None:
        self.engine = engine
        self.world = world
        self.clock = Clock(engine)
        self.plugged_us = 0  # from then on the port is there

    @property
    def transport(self) -> SimTransport:
        """The port that is open now; a reset of the chip loses it, see :meth:`open_port`."""
        return self.engine.transport

    @property
    def rig(self) -> Rig:
        """Pins, servos, sensors, and :attr:`Rig.faults` for tests."""
        return self.engine.rig

    @property
    def chip(self) -> LockChip:
        """The chip; ``chip.interpreter`` says what runs the firmware."""
        return self.engine.chip

    @property
    def stats(self) -> Stats:
        """Virtual and real seconds so far."""
        return self.engine.stats

    def open_port(self) -> SimTransport:
        """Opens the port again after it was lost or closed."""
        return self.engine.open_port()

    def finder(self) -> SimFinder:
        """What opens the port, as often as it is lost."""
        return SimFinder(self)

    def unplug(self, back_s: float = 0.0) -> None:
        """Pulls the USB plug; the chip goes on. ``back_s`` later it can be opened again."""
        self.engine.unplug()
        self.plugged_us = self.engine.now_us + round(back_s * 1e6)

    def power_cycle(self) -> None:
        """Switches the chip off and on."""
        self.engine.power_cycle()


class Lockstep:
    """A simulation that outlives its host programs. A context manager; ``run`` runs one of them."""

    def __init__(
        self,
        wiring: Wiring,
        world: RigWorld,
        seed: int,
        *,
        firmware: Path | None = None,
        costs: Path = COSTS,
        interpreter: Interpreter | None = None,
        guard_s: float = GUARD_S,
    ) -> None:
        rng = np.random.default_rng([seed, 0x5167])
        chip = LockChip(
            firmware or firmware_dir(), costs=costs, interpreter=interpreter, guard_s=guard_s
        )
        self.engine = Engine(Rig(wiring, world, rng), chip, costs)
        self.sim = Sim(self.engine, world)  # type: ignore[arg-type]
        self._dropped: list[tuple[LockstepLoop, set[asyncio.Task[Any]]]] = []

    def __enter__(self) -> Lockstep:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.close()
        while self._dropped:
            _bury(*self._dropped.pop())

    def run(self, main: Callable[[Sim], Awaitable[T]]) -> T:
        """Runs one host program to its end, cancels what it left, and returns its result."""
        loop = LockstepLoop(self.engine)
        crashed = False

        async def entry() -> T:
            return await main(self.sim)

        try:
            return loop.run_until_complete(entry())
        except HostCrash:
            # Kept, so that no ``finally`` of the dead host runs when it would be collected.
            crashed = True
            self._dropped.append((loop, asyncio.all_tasks(loop)))
            raise
        except BaseException:
            self.engine.frozen = True  # what is cancelled may wait, the simulation will not go on
            raise
        finally:
            if not crashed:
                self._finish(loop)

    def _finish(self, loop: LockstepLoop) -> None:
        try:
            tasks = sorted(asyncio.all_tasks(loop), key=lambda task: task.get_name())
            for task in tasks:
                task.cancel()
            if tasks:
                loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            loop.close()


def _bury(loop: LockstepLoop, tasks: set[asyncio.Task[Any]]) -> None:
    """Ends a dead host's coroutines without a word, now that nothing of it can act any more."""
    for task in tasks:
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        with contextlib.suppress(BaseException):  # what a ``finally`` needs of a loop is gone
            task.get_coro().close()
    loop.close()


def session(map: IslandMap, board: Board, seed: int) -> Lockstep:
    """A simulation of the whole island, set up as for play: a marble in every cradle."""
    from vulkar.sim.boardwire import wiring_of
    from vulkar.sim.world import World

    world = World(map, seed)
    for source in map.sources:
        world.load_marble(source)
    return Lockstep(wiring_of(board, map), world, seed)


def run(main: Callable[[Sim], Awaitable[T]], map: IslandMap, board: Board, seed: int) -> T:
    """Builds world, chip and rig from one seed, runs ``main`` in virtual time, ends the chip."""
    with session(map, board, seed) as simulation:
        return simulation.run(main)
