"""What one roll works with: the board's devices behind a link, and how long things may take."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from vulkar.devices.board import Board
from vulkar.devices.changes import Changes
from vulkar.devices.gate import Gate
from vulkar.devices.halls import HallField
from vulkar.devices.machine import Machined
from vulkar.devices.pointer import Pointer
from vulkar.errors import VulkarError
from vulkar.island.detect import Thresholds
from vulkar.island.latch import is_latched, open_latches
from vulkar.island.port import Go, People
from vulkar.island.went import ReleaseBook
from vulkar.link.controller import Controller
from vulkar.maps import IslandMap, Route

SHUT_SLACK_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class Timing:
    """Deadlines of a roll in seconds."""

    leave_s: float = 2.0  # a marble still home after this, and after its gate closed, is jammed
    quiet_s: float = 1.0  # no sensor moved for so long: the board rests
    most_s: float = 12.0  # whatever moves, the roll is over
    home_s: float = 120.0  # a marble not home by then is missing
    beat_s: float = 0.25  # how often rest is looked for
    slowest_mm_s: float = 150.0  # mean speed below which no marble rolls
    start_s: float = 1.0  # from the gate's opening to rolling
    least_s: float = 3.0  # a fallen pawn may roll on for a second or two after a short route

    def route_s(self, route: Route) -> float:
        """How long the slowest marble needs to its tray: only then may quiet mean rest."""
        return max(self.least_s, self.start_s + route.length_mm / self.slowest_mm_s)


async def _at_once() -> None:
    """Nobody forbids arming."""


@dataclass(slots=True)
class Parts:
    """One opened board."""

    island: IslandMap
    board: Board
    link: Controller
    people: People
    sequence: Machined
    changes: Changes
    halls: HallField
    gates: dict[str, Gate]
    turret: Pointer | None  # None: people turn the idol
    diverters: dict[str, Pointer]
    timing: Timing
    limits: Thresholds
    book: ReleaseBook
    watch_us: int = -1  # the controller's time at which the running watch began
    left_us: int = -1  # and at which a beam last saw a marble leave
    permit: Callable[[], Awaitable[None]] = _at_once  # returns once arming is allowed
    go: Go | None = None  # awaited once a fireball is aimed; None: it is let go at once
    stop_by_key: bool = False  # a panel's key opens the latch of an emergency stop, no other word
    shut: bool = False  # every gate is surely closed: this connection has armed, nothing was cut

    # --- what expect and the self-check see (the protocol Senses) -----------------------------

    @property
    def occupied(self) -> dict[str, int]:
        """Space id -> how many of its sensors see a pawn."""
        return self.halls.occupied

    @property
    def distrusted(self) -> set[str]:
        """Spaces whose sensor people have overruled."""
        return self.halls.distrusted

    def lifts(self, space: str) -> int:
        """How often the space was seen to empty."""
        return self.halls.lifts(space)

    def places(self, space: str) -> int:
        """How often the space was seen to fill."""
        return self.halls.places(space)

    def distrust(self, space: str) -> None:
        """Believes people, not the space's sensor, until it changes."""
        self.halls.distrust(space)

    def marble_home(self, source: str) -> bool:
        """Whether the cradle holds a marble, by its beam or by people's word."""
        return self.gates[source].holds_marble

    def trust_people_marble(self, source: str) -> None:
        """Believes people, not the beam, until it changes."""
        self.gates[source].beam_doubted = True

    async def changed(self, timeout_s: float) -> bool:
        """True at the next change of a hall or a beam, False after ``timeout_s`` without one.

        Raises ``VulkarError`` once the link is lost.
        """
        await self.check_link()
        changed = await self.changes.wait(timeout_s)
        await self.check_link()
        return changed

    async def shut_gates(self) -> None:
        """Closes what a reset or a stop may have left open: only then may a marble come home.

        Arming closes each gate that is not certain to be closed, and moves nothing else.
        """
        if not self.board.gates:
            return
        settle_ms = max((gate.servo.settle_ms for gate in self.board.gates.values()), default=0)
        while not self.shut:
            await self.arm()
            self.shut = True  # until a stop or a fault cuts it short
            await asyncio.sleep(settle_ms / 1000 + SHUT_SLACK_S)
            await self.link.disarm()
            await self.link.scan(False)

    async def arm(self) -> None:
        """Arms, once whoever may forbid it permits it and what is latched was opened by people.

        Raises link.refused, link.lost, and the latch's own error where people say no.
        """
        while True:
            await self.permit()
            try:
                await self.link.arm()
            except VulkarError as error:
                if not is_latched(error):
                    raise
            else:
                return
            await self.open_latches()

    async def open_latches(self) -> None:
        """By people's word, see ``latch.open_latches``. Nothing is armed by it."""
        permit = self.permit if self.stop_by_key else _at_once
        await open_latches(self.link, self.people, permit, stop_by_key=self.stop_by_key)

    async def check_link(self) -> None:
        """Raises the link's own error, or "island.closed", once the island is closed."""
        if self.sequence.state == "closed":
            await self.link.ping()
            raise VulkarError("island.closed")
