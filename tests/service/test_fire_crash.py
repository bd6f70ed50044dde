"""The host dies while a fireball waits for its trigger: the same fireball waits again, unarmed,
old triggers are stale, and one marble is let go. The whole chain in lockstep, real firmware."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import Table
from tests.service.quickhouse import FAR, Phone, marshal_of
from tests.service.simhouse import BOARD, MAP, SimPlace
from tests.table.test_crash import World
from vulkar.rules.classic import Game
from vulkar.service import running as running_module
from vulkar.service.house import House
from vulkar.sim.lockstep import HostCrash, Sim, session
from vulkar.sim.people import Hands
from vulkar.table.keeper import InlineKeeper

FIRE = (["play", "fireball"], ["route", "I_SW"])


def begin() -> Game:
    """Red holds a fireball, and blue stands in its way."""
    return Table({"red": "WT3", "blue": "WT5"}, hands={"red": ["fireball"]}).g


async def house_of(
    path: Path, sim: Sim, hands: Hands, keeper: InlineKeeper | None = None
) -> tuple[House, Phone]:
    """A house on the simulated board, and its marshal."""
    place = SimPlace(sim, hands, asks=True)
    house = House(path, place, keeper or InlineKeeper(), InlineKeeper(), lambda: 0.0)
    await house.open()
    return house, await marshal_of(house)


async def trigger(red: Phone, state: str) -> dict[str, Any]:
    """What red is shown of its trigger, once that is in ``state``."""
    for _ in range(2000):
        shown = (await red.ask("view", seat=0))["trigger"]
        if shown is not None and shown["state"] == state:
            return dict(shown)
        await asyncio.sleep(0.1)
    raise AssertionError(f"never {state}: {shown}")


def pull(shown: dict[str, Any]) -> dict[str, Any]:
    return {"seat": 0, "question": shown["question"], "id": "a", "nonce": shown["nonce"]}


async def waits(path: Path, sim: Sim, hands: Hands) -> tuple[Phone, dict[str, Any]]:
    """A game in which red's fireball waits for red; red, and what it is shown."""
    house, marshal = await house_of(path, sim, hands)
    seats = [{"kind": "open"}, {"kind": "random"}]
    made = await marshal.ask("table.create", window_s=0.5, hold_s=0.0, seats=seats)
    red = Phone(house)
    await red.ask("join.claim", key=made["keys"][0]["key"], name="Red")
    await red.ask("subscribe", **{"as": 0})
    await marshal.ask("table.start")
    await marshal.ask("arm")
    for value in FIRE:
        while (seen := await red.ask("view", seat=0))["question"] is None:
            await asyncio.sleep(0.1)
        name = seen["question"]["question"]
        await red.ask("answer", seat=0, question=name, id=f"red-{name}", value=value)
    return red, await trigger(red, "live")


def crash_and_go_on(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    crash: Callable[[Phone, dict[str, Any]], Coroutine[Any, Any, None]],
) -> None:
    monkeypatch.setattr(running_module, "build_game", lambda island_map, setup: (begin(), []))
    people: list[Hands] = []
    recorded: list[dict[str, Any]] = []
    credentials: list[str | None] = []

    async def first(sim: Sim) -> None:
        people.append(Hands(sim.world, MAP, random.Random(1)))
        red, shown = await waits(path, sim, people[0])
        credentials.append(red.credential)
        recorded.append(shown)
        await crash(red, shown)
        raise HostCrash

    async def second(sim: Sim) -> None:
        hands = Hands(sim.world, MAP, random.Random(2))
        hands.remember(people[0])
        house, marshal = await house_of(path, sim, hands)
        red = Phone(house, credential=credentials[0])
        shown = await trigger(red, "not_armed")
        assert shown["question"] == recorded[0]["question"]
        await marshal.ask("arm")
        shown = await trigger(red, "live")
        assert await red.refused("fire", **pull(recorded[0])) == "trigger.stale"
        await asyncio.sleep(5.0)
        world.look()
        assert world.left["idol"] == 0
        await red.ask("fire", **{**pull(await trigger(red, "live")), "id": "b"})
        await trigger(red, "not_your_turn")
        assert await red.refused("fire", **pull(shown)) == "trigger.stale"
        await house.close()

    with session(MAP, BOARD, 3) as simulation:
        world = World(simulation.sim)
        with pytest.raises(HostCrash):
            simulation.run(first)
        simulation.run(second)
        world.look()
    assert world.left["idol"] == 1


def test_the_host_dies_while_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(red: Phone, shown: dict[str, Any]) -> None:
        await asyncio.sleep(20.0)

    crash_and_go_on(tmp_path, monkeypatch, crash)


def test_the_host_dies_while_it_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(red: Phone, shown: dict[str, Any]) -> None:
        red.client = FAR
        assert await red.ask("fire", **pull(shown)) == {"state": "announced"}
        await asyncio.sleep(2.9)

    crash_and_go_on(tmp_path, monkeypatch, crash)
