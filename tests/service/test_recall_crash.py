"""The host dies again and again while a fireball that waits is taken back: one marble goes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.service.quickhouse import Phone
from tests.service.simhouse import BOARD, MAP
from tests.service.test_fire_crash import begin, house_of, pull, trigger, waits
from tests.table.test_crash import World
from vulkar.service import amending as amending_module
from vulkar.service import running as running_module
from vulkar.service.house import House
from vulkar.sim.lockstep import HostCrash, Sim, session
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal
from vulkar.table.keeper import InlineKeeper

T = TypeVar("T")


class Dying(InlineKeeper):
    """Stands still for ever before or after the write that ``writes`` counts down to."""

    def __init__(self) -> None:
        self.writes: int | None = None
        self.before = False
        self.dead = asyncio.Event()

    async def run(self, write: Callable[[], T]) -> T:
        if self.writes is not None:
            self.writes -= 1
        if self.writes == 0 and self.before:
            await self._die()
        result = write()
        if self.writes == 0:
            await self._die()
        return result

    async def _die(self) -> None:
        self.dead.set()
        await asyncio.Event().wait()


def amending(house: House, routes: tuple[str, str]) -> dict[str, Any]:
    """How the declared fireball is given the other route."""
    running = house.sitting.running if house.sitting is not None else None
    assert running is not None
    n, event = next((n, e) for n, (_, e) in running.told.items() if e.kind == "fireball_declared")
    other = routes[event.data["route"] == routes[0]]
    return {"stream": house.streams.stream, "event": n, "value": ["route", other]}


# Reading the answers, the two looks for an order, its void, the amended answers; the audit log.
WRITES = range(1, 7)


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_the_host_dies_at_each_write_of_a_recall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    for module in (running_module, amending_module):
        monkeypatch.setattr(module, "build_game", lambda island_map, setup: (begin(), []))
    people: list[Hands] = []
    old: list[dict[str, Any]] = []
    credentials: list[str | None] = []
    journals: list[Path] = []

    async def first(sim: Sim) -> None:
        people.append(Hands(sim.world, MAP, random.Random(1)))
        red, shown = await waits(tmp_path, sim, people[0])
        credentials.append(red.credential)
        old.append(pull(shown))
        assert red.house.sitting is not None
        journals.append(red.house.sitting.journal)
        raise HostCrash

    async def again(sim: Sim, keeper: InlineKeeper) -> tuple[House, Phone, Phone]:
        hands = Hands(sim.world, MAP, random.Random(2))
        hands.remember(people[-1])
        people.append(hands)
        house, marshal = await house_of(tmp_path, sim, hands, keeper)
        red = Phone(house, credential=credentials[0])
        await trigger(red, "not_armed")
        await marshal.ask("arm")
        old.append(pull(await trigger(red, "live")))
        return house, marshal, red

    def dies_at(write: int) -> Any:
        async def main(sim: Sim) -> None:
            keeper = Dying()
            house, marshal, _ = await again(sim, keeper)
            asked = amending(house, ("I_SW", "A_E"))
            keeper.writes, keeper.before = write, before
            amend = asyncio.ensure_future(marshal.ask("amend", **asked))
            dead = asyncio.ensure_future(keeper.dead.wait())
            await asyncio.wait((amend, dead), return_when=asyncio.FIRST_COMPLETED)
            assert keeper.dead.is_set() and not amend.done()
            raise HostCrash

        return main

    async def last(sim: Sim) -> None:
        house, _, red = await again(sim, InlineKeeper())
        for each in old[:-1]:
            assert await red.refused("fire", **each) == "trigger.stale"
        await asyncio.sleep(5.0)
        world.look()
        assert sum(world.left.values()) == 0
        await red.ask("fire", **pull(await trigger(red, "live")))
        await trigger(red, "not_your_turn")
        await house.close()

    with session(MAP, BOARD, 3) as simulation:
        world = World(simulation.sim)
        with pytest.raises(HostCrash):
            simulation.run(first)
        for write in WRITES:
            with pytest.raises(HostCrash):
                simulation.run(dies_at(write))
        simulation.run(last)
        world.look()
    assert sum(world.left.values()) == 1
    journal = Journal.read(journals[0])
    *void, counted = journal.rolls()
    assert all(row.report is not None and row.report["void"] for row in void)
    assert counted.report is not None and "void" not in counted.report
    # the order is void from its write on, the game amended from the next one on
    assert len(void) == (2 if before else 3)
    assert len(journal.amendments()) == (1 if before else 2)
