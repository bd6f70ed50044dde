"""Pointer, gate and hall field on a link of plain coroutines (the real link: tests/island)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from vulkar.devices.changes import Changes
from vulkar.devices.gate import Gate
from vulkar.devices.halls import HallField
from vulkar.devices.machine import ANY
from vulkar.devices.pointer import Pointer
from vulkar.devices.tables import DEVICES
from vulkar.errors import VulkarError


class Link:
    def __init__(self) -> None:
        self.sent: list[tuple[str, int]] = []
        self.error: BaseException | None = None

    async def servo(self, name: str, pulse_us: int, wait: bool = True) -> None:
        assert wait
        self.sent.append((name, pulse_us))
        await asyncio.sleep(0)
        if self.error:
            raise self.error


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


@pytest.mark.parametrize("table", DEVICES, ids=lambda table: table.name)
def test_a_table_names_only_its_own_states_and_every_state_can_be_reached(table: Any) -> None:
    named = {state for step in table.steps for state in (*step.sources, step.dest)} - {ANY}
    assert named <= set(table.states)
    reached = {table.states[0]} | {step.dest for step in table.steps}
    assert reached == set(table.states)
    pairs = [(s, step.event) for step in table.steps for s in step.sources]
    assert len(pairs) == len(set(pairs)), "one event from one state leads to two"


def test_a_pointer_knows_where_it_is_only_after_it_arrived() -> None:
    async def go() -> None:
        link = Link()
        turret = Pointer(link, "turret")
        assert (turret.state, turret.pulse_us) == ("unknown", 0)
        await turret.move(1500)
        assert (turret.state, turret.pulse_us) == ("set", 1500)
        await turret.move(1500)  # it may have been turned by hand
        assert link.sent == [("turret", 1500)] * 2

    run(go())


@pytest.mark.parametrize("error", [VulkarError("island.closed"), asyncio.CancelledError()])
def test_a_pointer_that_failed_can_be_moved_again(error: BaseException) -> None:
    async def go() -> None:
        link = Link()
        turret = Pointer(link, "turret")
        link.error = error
        with pytest.raises(type(error)):
            await turret.move(1500)
        assert (turret.state, turret.pulse_us) == ("unknown", 0)
        link.error = None
        await turret.move(1600)
        assert turret.state == "set"

    run(go())


def test_two_moves_of_one_pointer_at_once_are_refused() -> None:
    async def go() -> None:
        turret = Pointer(Link(), "turret")
        first = asyncio.create_task(turret.move(1500))
        await asyncio.sleep(0)
        with pytest.raises(VulkarError) as caught:
            await turret.move(1600)
        assert caught.value.code == "device.order"
        await first
        assert turret.pulse_us == 1500

    run(go())


async def nothing() -> None:
    return


def test_a_marble_that_leaves_is_seen_by_the_beam() -> None:
    async def go() -> None:
        gate = Gate("A", Changes())
        gate.saw(True)
        assert gate.holds_marble
        asyncio.get_running_loop().call_later(0.005, gate.saw, False)
        assert await gate.let_go(nothing, 5.0)
        assert gate.state == "left"
        gate.saw(True)
        assert gate.state == "home"

    run(go())


def test_a_marble_that_left_before_the_answer_came_has_left() -> None:
    async def go() -> None:
        gate = Gate("A", Changes())
        gate.saw(True)

        async def release() -> None:
            gate.saw(False)

        assert await gate.let_go(release, 0.0)

    run(go())


def test_a_marble_that_stays_is_a_jam_and_can_be_released_again() -> None:
    async def go() -> None:
        gate = Gate("A", Changes())
        gate.saw(True)
        assert not await gate.let_go(nothing, 0.01)
        assert gate.state == "jammed"
        asyncio.get_running_loop().call_later(0.001, gate.saw, False)
        assert await gate.let_go(nothing, 5.0)

    run(go())


@pytest.mark.parametrize("error", [VulkarError("island.closed"), asyncio.CancelledError()])
def test_a_release_that_failed_leaves_the_gate_usable(error: BaseException) -> None:
    async def go() -> None:
        gate = Gate("A", Changes())
        gate.saw(True)

        async def release() -> None:
            raise error

        with pytest.raises(type(error)):
            await gate.let_go(release, 1.0)
        assert gate.state == "unknown"
        gate.saw(True)
        assert gate.state == "home"

    run(go())


def test_people_are_believed_about_a_marble_until_the_beam_changes() -> None:
    async def go() -> None:
        gate = Gate("A", Changes())
        gate.saw(False)
        assert not gate.holds_marble
        gate.beam_doubted = True
        gate.saw(False)
        assert gate.holds_marble
        gate.saw(True)
        gate.saw(False)
        assert not gate.holds_marble

    run(go())


def test_the_field_counts_what_comes_and_goes() -> None:
    async def go() -> None:
        changes = Changes()
        halls = HallField(["HR6", "HR7", "C1", "C1"], changes)
        halls.take({0: True})
        assert halls.state == "slow"
        assert halls.occupied == {"HR6": True, "HR7": False, "C1": False}
        halls.saw(0, False)
        halls.saw(0, False)
        halls.saw(1, True)
        assert (halls.lifts("HR6"), halls.places("HR7"), halls.lifts("HR7")) == (1, 1, 0)
        halls.saw(2, True)
        halls.saw(3, True)
        halls.saw(2, False)
        assert halls.occupied["C1"], "the other of its two slots is still full"
        # a snapshot after a gap counts as the changes that it shows
        halls.take({0: True, 1: True})
        assert halls.lifts("C1") == 2
        assert changes.count == 8

    run(go())


def test_a_distrusted_sensor_is_believed_again_when_it_changes() -> None:
    async def go() -> None:
        halls = HallField(["HR6", "HR7"], Changes())
        halls.distrust("HR6")
        halls.saw(1, True)
        halls.saw(0, False)
        assert halls.distrusted == {"HR6"}
        halls.saw(0, True)
        assert halls.distrusted == set()

    run(go())


def test_waiting_for_a_change_ends_at_the_change_or_in_time() -> None:
    async def go() -> None:
        changes = Changes()
        assert not await changes.wait(0.001)
        asyncio.get_running_loop().call_later(0.001, changes.note)
        one, two = await asyncio.gather(changes.wait(5), changes.wait(5))
        assert one and two
        waiting = asyncio.create_task(changes.wait(5))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        changes.note()  # a waiter that was cancelled is no trouble

    run(go())
