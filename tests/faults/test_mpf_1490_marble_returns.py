"""missionpinball/mpf#1490 and #834: a ball that came in during an eject looked like a failed one;
a second was let go, or the turn never ended."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from tests.faults.report import fault
from tests.island.chain import BOARD, ISLAND
from tests.island.test_lasting import STANDING, Board
from vulkar.island.port import Marble, RollOrder
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cradles import OPEN, Cradles
from vulkar.sim.lockstep import Lockstep, Sim

TURN_S = 90.0  # virtual; a turn that has not ended by then hangs
MOST = 2  # releases of one order: the first, and one more after a jam
UNSEEN_MS = 25  # two readings of the beam, and the pass between
RETURNS_MS = (0, 2, 5, 9, 14, 25, 60, 150, 400, 690, 720, 1000, 2500)


class Busy(Cradles):
    """Marbles come back into their cradle ``returns_ms`` after they have left it."""

    def __init__(self) -> None:
        super().__init__(ISLAND)
        self.returns_ms: int | None = None
        self.strays = False  # the next marble that a hand brings home rolls away again
        self.openings = dict.fromkeys(ISLAND.sources, 0)
        self._back_us: dict[str, int] = {}
        self._was_open = dict.fromkeys(ISLAND.sources, False)

    @property
    def asleep(self) -> bool:
        return super().asleep and not self._back_us

    def advance(self, until_us: int) -> None:
        before = dict(self.left)
        super().advance(until_us)
        for source, count in self.left.items():
            if count > before[source] and self.returns_ms is not None:
                self._back_us[source] = until_us + 1000 * self.returns_ms
        for source, at_us in list(self._back_us.items()):
            if at_us <= until_us:
                del self._back_us[source]
                self._home[source] = True  # whatever its gate does

    def load_marble(self, source: str, marble: str | None = None) -> None:
        if self.strays:
            self.strays = False
        else:
            super().load_marble(source, marble)

    def set_gate(self, source: str, opening: float) -> None:
        wide = abs(opening) > OPEN
        self.openings[source] += wide and not self._was_open[source]
        self._was_open[source] = wide
        super().set_gate(source, opening)


def on_busy(play: Callable[[Board, Busy], Awaitable[None]]) -> None:
    world = Busy()

    async def main(sim: Sim) -> None:
        board = Board(world, sim.finder())
        await board.island.open()
        try:
            await play(board, world)
        finally:
            await board.island.close()
            await board.hands.close()

    with Lockstep(wiring_of(BOARD, ISLAND), world, 7) as session:
        session.run(main)


async def turn(board: Board, world: Busy, number: int, route: str = "I_S") -> Marble:
    """One roll: it ends, with at most two openings of its own gate and none of any other."""
    source = ISLAND.routes[route].source
    before = dict(world.openings)
    left = world.left[source]
    async with asyncio.timeout(TURN_S):
        report = await board.island.roll(RollOrder(number, route, "red", STANDING))
    opened = {name: world.openings[name] - before[name] for name in before}
    assert 1 <= opened.pop(source) <= MOST, number
    assert not any(opened.values())
    if world.returns_ms is None or world.returns_ms > UNSEEN_MS:
        assert (report.marble is Marble.JAMMED) == (world.left[source] == left)
    return report.marble


@fault(
    "missionpinball/mpf#1490",
    holds="The marble is back in its cradle 0 ms to 2.5 s after it left, with its gate still open "
    "or closing: no second release, but where it was back before two readings of the beam, which "
    "is a jam and has one retry. The turn ends.",
    sees="nothing",
)
def test_a_marble_that_comes_back_while_a_release_is_pending() -> None:
    async def play(board: Board, world: Busy) -> None:
        for number, world.returns_ms in enumerate(RETURNS_MS, 1):
            before = world.openings["idol"]
            await turn(board, world, number)
            if world.returns_ms > UNSEEN_MS:
                assert world.openings["idol"] == before + 1, world.returns_ms

    on_busy(play)


@fault(
    "missionpinball/mpf#1490",
    holds="A release that jams once is tried once more; one that jams twice is told as a marble "
    "that never left.",
    sees="nothing, or that the marble never left",
)
def test_a_jam_is_tried_once_more_and_then_told() -> None:
    async def play(board: Board, world: Busy) -> None:
        marbles = []
        for number, world.sticks["idol"] in enumerate((0, 1, 2, 0), 1):
            marbles.append(await turn(board, world, number))
        assert marbles == [Marble.RETURNED, Marble.RETURNED, Marble.JAMMED, Marble.RETURNED]
        assert world.openings["idol"] == 1 + 2 + 2 + 1

    on_busy(play)


@fault(
    "missionpinball/mpf#1490",
    holds="Marbles that stay away, that come back at any moment, that jam, and those of "
    "other cradles that are taken and laid back meanwhile, two at once, twelve turns long: every "
    "turn ends, and no gate opens that was not asked for.",
    sees="the question where the marble is, if it stays away",
)
@pytest.mark.parametrize("seed", [1490, 834])
def test_every_turn_ends_whatever_marbles_do(seed: int) -> None:
    async def play(board: Board, world: Busy) -> None:
        rng = random.Random(seed)
        others = [source for source in ISLAND.sources if source not in ("idol", "A")]

        async def meddle() -> None:
            while True:
                await asyncio.sleep(rng.uniform(0.05, 2.0))
                pair = rng.sample(others, 2)
                for source in pair:
                    world.take_marble(source)
                await asyncio.sleep(rng.choice((0.005, 0.02, 0.3)))
                for source in pair:
                    world.load_marble(source)

        meddling = asyncio.ensure_future(meddle())
        for number in range(1, 13):
            route = rng.choice(("I_S", "A_E"))
            world.returns_ms = rng.choice((None, None, *RETURNS_MS))
            world.strays = rng.random() < 0.3
            world.sticks[ISLAND.routes[route].source] = rng.choice((0, 0, 0, 1, 2))
            await turn(board, world, number, route)
        meddling.cancel()

    on_busy(play)
