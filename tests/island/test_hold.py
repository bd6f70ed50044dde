"""A fireball that is aimed and waits for somebody's go-ahead: what may happen while it waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.island.chain import BOARD, EPOCH, ISLAND, make
from tests.island.lasting_board import STANDING, Board, on_board
from vulkar.island.port import Marble, RollOrder, RollReport
from vulkar.link.events import EventKind
from vulkar.sim.lockstep import HostCrash, Sim, session

ORDER = RollOrder(1, "I_S", "red", STANDING)


class Goes:
    """A go-ahead by hand; ``asked`` counts how often it was awaited."""

    def __init__(self) -> None:
        self.asked = 0
        self.live = False
        self._given: asyncio.Future[None] | None = None

    async def __call__(self, order: RollOrder) -> None:
        self.asked += 1
        self._given = asyncio.get_running_loop().create_future()
        self.live = True
        try:
            await self._given
        finally:
            self.live = False

    def give(self) -> None:
        assert self._given is not None
        self._given.set_result(None)

    async def until_live(self) -> None:
        while not self.live:
            await asyncio.sleep(0.02)


def waiting(
    play: Callable[[Board, Sim, Goes, asyncio.Task[RollReport]], Awaitable[None]],
) -> None:
    """``play`` with a fireball that waits; it must end with one marble on its way, back home."""

    async def main(board: Board, sim: Sim) -> None:
        goes = Goes()
        board.island.go = goes
        board.island._island.parts.go = goes  # type: ignore[union-attr]
        roll = asyncio.ensure_future(board.island.roll(ORDER))
        await goes.until_live()
        await play(board, sim, goes, roll)
        assert (await roll).marble is Marble.RETURNED
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0

    on_board(main)


def pulsing(sim: Sim) -> bool:
    outputs = (sim.rig.outputs.pulse_us(servo.output) for servo in BOARD.servos.values())
    return any(pulse_us is not None for pulse_us in outputs)


async def go_again(board: Board, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
    """The go-ahead was withdrawn, nothing has left, and a second one lets it go."""
    assert board.world.left["idol"] == 0 and not roll.done()
    await goes.until_live()
    assert goes.asked == 2
    goes.give()


def test_however_long_it_waits_nothing_is_armed_and_no_servo_has_a_pulse() -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        for _ in range(100):
            await asyncio.sleep(3.0)
            assert board.island.link.state == "ready" and not pulsing(sim)
        assert board.world.left["idol"] == 0 and goes.asked == 1
        goes.give()

    waiting(play)


@pytest.mark.parametrize(("wait_s", "moves"), [(1.0, 0), (10.0, 1)])
def test_after_a_long_wait_the_idol_is_aimed_anew_and_after_a_short_one_it_is_not(
    wait_s: float, moves: int
) -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        kinds: list[EventKind] = []
        board.island.link.subscribe(lambda event: kinds.append(event.kind))
        await asyncio.sleep(wait_s)
        goes.give()
        await roll
        assert kinds.count(EventKind.SERVO_DONE) == moves

    waiting(play)


def test_a_go_ahead_that_waits_for_nobody_costs_no_second_arming() -> None:
    async def play(board: Board, sim: Sim) -> None:
        async def at_once(order: RollOrder) -> None: ...

        board.island._island.parts.go = at_once  # type: ignore[union-attr]
        states: list[str] = []
        board.island.link.subscribe(lambda event: states.append(event.text))
        assert (await board.island.roll(ORDER)).marble is Marble.RETURNED
        assert states.count("armed") == 1

    on_board(play)


def test_a_pawn_that_is_moved_while_it_waits_takes_the_go_ahead_away() -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        board.world.lift("red")
        await asyncio.sleep(1.0)
        assert not goes.live
        await go_again(board, goes, roll)
        assert [q.kind for q, _ in board.hands.asked] == ["standing"]

    waiting(play)


def test_a_pawn_that_is_set_down_again_at_once_is_no_matter_for_people() -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        board.world.lift("red")
        await asyncio.sleep(1.0)
        board.world.place("red", "BR6")
        await go_again(board, goes, roll)
        assert board.hands.asked == []

    waiting(play)


def test_a_marble_that_is_taken_out_while_it_waits_is_asked_for() -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        marble = board.world.marble_in("idol")
        assert marble is not None
        left = dict(board.world.left)
        board.world.take_marble(marble)
        await asyncio.sleep(1.0)
        assert not goes.live
        await goes.until_live()
        assert goes.asked == 2 and board.world.marble_home("idol")
        board.world.left.update(left)
        goes.give()

    waiting(play)


def test_an_emergency_stop_while_it_waits_needs_a_word_and_a_new_go_ahead() -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        await board.island.link.estop()
        await asyncio.sleep(0.1)
        assert not goes.live
        await go_again(board, goes, roll)
        assert [q.kind for q, _ in board.hands.asked] == ["clear"]

    waiting(play)


@pytest.mark.parametrize("lose", [lambda sim: sim.unplug(2.0), lambda sim: sim.power_cycle()])
def test_a_board_that_is_lost_while_it_waits_needs_a_new_go_ahead(
    lose: Callable[[Sim], None],
) -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        lose(sim)
        await asyncio.sleep(1.5)
        await go_again(board, goes, roll)
        assert board.states == ["gone", "back"]

    waiting(play)


def test_a_go_ahead_that_has_to_wait_for_arming_is_void() -> None:
    async def play(board: Board, sim: Sim, goes: Goes, roll: asyncio.Task[RollReport]) -> None:
        may = asyncio.Event()

        async def permit() -> None:
            await may.wait()

        board.island._island.parts.permit = permit  # type: ignore[union-attr]
        goes.give()
        await asyncio.sleep(5.0)
        may.set()
        await asyncio.sleep(0.5)
        await go_again(board, goes, roll)

    waiting(play)


def test_people_may_disarm_an_aiming_idol_as_often_as_they_like() -> None:
    async def play(board: Board, sim: Sim) -> None:
        roll = asyncio.ensure_future(board.island.roll(ORDER))
        for _ in range(10):
            while board.island.link.state != "armed":
                await asyncio.sleep(0.01)
            await board.island.link.disarm()
        assert (await roll).marble is Marble.RETURNED
        assert board.world.left["idol"] == 1

    on_board(play)


def test_a_host_that_dies_while_it_waits_lets_one_marble_go_with_the_next_one() -> None:
    order = RollOrder(1, "I_S", None, {})

    async def first(sim: Sim) -> None:
        chain = make(sim, 1)
        await chain.island.open()
        goes = Goes()
        chain.island.parts.go = goes
        roll = asyncio.ensure_future(chain.island.roll(order))
        await goes.until_live()
        await asyncio.sleep(10.0)
        assert not roll.done()
        raise HostCrash

    async def second(sim: Sim) -> None:
        chain = make(sim, 1)
        await chain.island.open()
        assert not await chain.island.went(order)
        goes = Goes()
        chain.island.parts.go = goes
        roll = asyncio.ensure_future(chain.island.roll(order))
        await goes.until_live()
        status = await chain.island.parts.link.release_status(1)
        assert status.phase == "never" and sim.world.marble_home("idol")
        goes.give()
        assert (await roll).marble is Marble.RETURNED
        assert chain.questions == []
        await chain.island.close()

    with session(ISLAND, BOARD, EPOCH) as simulation:
        with pytest.raises(HostCrash):
            simulation.run(first)
        simulation.run(second)
