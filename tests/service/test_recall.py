"""A fireball that only waits is taken back for the marshal; one whose marble goes is not.

The whole simulated board in virtual time, real firmware; marbles are counted by the world.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import Table
from tests.service.quickhouse import FAR
from tests.service.simhouse import Sitting, on_board
from tests.table.test_crash import World
from vulkar.rules.classic import Game

FIRE = (["play", "fireball"], ["route", "I_SW"])
OTHER = ["route", "A_E"]


def begin() -> Game:
    """Red holds a fireball, and blue stands in its way."""
    return Table({"red": "WT3", "blue": "WT5"}, hands={"red": ["fireball"]}).g


async def declared(s: Sitting) -> dict[str, Any]:
    """Red has declared its fireball: how the marshal amends that."""
    await s.says(*FIRE)
    await s.until("fireball_declared")
    return await pointed_at(s)


async def pointed_at(s: Sitting) -> dict[str, Any]:
    """How the declaration is amended, as it is told now."""
    told = await s.marshal.ask("events", **{"as": "public", "since": 0})
    event = next(event for event in told["events"] if event["kind"] == "fireball_declared")
    value = OTHER if event["data"]["route"] == "I_SW" else FIRE[1]
    return {"stream": told["stream"], "event": event["n"], "value": value}


async def pull(s: Sitting, ident: str) -> dict[str, Any]:
    """How red pulls the trigger that is live, once it is."""
    async with asyncio.timeout(120.0):
        while (seen := (await s.red.ask("view", seat=0))["trigger"])["state"] != "live":
            await asyncio.sleep(0.1)
    return {"seat": 0, "question": seen["question"], "id": ident, "nonce": seen["nonce"]}


async def rolled(s: Sitting) -> list[tuple[int, bool]]:
    """Once a fireball counts: each order, and whether it is void."""
    settling = await s.until("settling")
    await s.marshal.ask("accept", roll=settling["roll"])
    await s.until("fireball_rolled")
    assert s.house.sitting is not None
    return [(row.release_id, bool((row.report or {}).get("void"))) for row in s.journal().rolls()]


def on(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[[Sitting, World], Awaitable[None]],
    marbles: int = 1,
) -> None:
    """``play(sitting, world)``; afterwards so many marbles have left, whatever happened."""
    worlds: list[World] = []

    async def counted(s: Sitting) -> None:
        worlds.append(World(s.sim))
        await play(s, worlds[0])
        worlds[0].look()

    on_board(path, monkeypatch, begin, counted)
    assert sum(worlds[0].left.values()) == marbles


def test_a_trigger_of_before_lets_nothing_go_after_an_amendment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting, world: World) -> None:
        amending = await declared(s)
        await s.arms()
        old = await pull(s, "old")
        assert (await s.marshal.ask("amend", **amending))["changed"]
        assert await s.red.refused("fire", **old) == "trigger.stale"
        new = await pull(s, "new")
        assert new["question"] != old["question"]
        # neither its name nor its nonce is good for the fireball of now
        assert await s.red.refused("fire", **old) == "trigger.stale"
        mixed = {**new, "id": "mixed", "nonce": old["nonce"]}
        assert await s.red.refused("fire", **mixed) == "trigger.stale"
        await asyncio.sleep(10.0)
        assert [row.order["route"] for row in s.journal().rolls()] == ["I_SW", "A_E"]

    on(tmp_path, monkeypatch, play, marbles=0)


BEFORE_S = (0.0, 0.005, 0.2)  # the trigger comes so long after the amendment
AFTER_S = (0.0, 0.002, 0.02, 0.1, 0.4, 1.0, 2.0, 4.0, 8.0)  # and the other way about


def test_one_marble_goes_whenever_trigger_and_amendment_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes first: an amendment takes back what waits, a trigger that counted stays."""

    async def play(s: Sitting, world: World) -> None:
        amending = await declared(s)
        await s.arms()
        for later_s in BEFORE_S:
            trigger = await pull(s, f"after {later_s}")
            amended = asyncio.ensure_future(s.marshal.ask("amend", **amending))
            await asyncio.sleep(later_s)
            assert await s.red.refused("fire", **trigger) == "trigger.stale"
            await amended
            amending = await pointed_at(s)
            assert await s.red.refused("fire", **trigger) == "trigger.stale"

        s.red.client = FAR
        assert await s.red.ask("fire", **await pull(s, "far")) == {"state": "announced"}
        await asyncio.sleep(2.9)
        await s.marshal.ask("amend", **amending)
        amending = await pointed_at(s)
        s.red.client = s.marshal.client

        trigger = await pull(s, "last")
        await asyncio.sleep(5.0)  # the idol has to be turned anew, once it is pulled
        assert sum(world.left.values()) == 0
        trigger["nonce"] = (await pull(s, "last"))["nonce"]

        async def late(by_s: float) -> str:
            await asyncio.sleep(by_s)
            return await s.marshal.refused("amend", **amending)

        fired, *refused = await asyncio.gather(s.red.ask("fire", **trigger), *map(late, AFTER_S))
        assert fired == {"state": "rolling"}
        assert set(refused) == {"amend.rolling"}
        assert await rolled(s) == [(n, True) for n in (1, 2, 3, 4)] + [(5, False)]

    on(tmp_path, monkeypatch, play)


def test_a_fireball_that_waits_for_the_board_to_be_armed_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting, world: World) -> None:
        amending = await declared(s)
        await s.until("arming_wanted")
        await s.marshal.ask("amend", **amending)
        await s.arms()
        assert (await pull(s, "a"))["question"] == "f2"

    on(tmp_path, monkeypatch, play, marbles=0)


def test_a_fireball_waits_again_once_the_board_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting, world: World) -> None:
        await declared(s)
        await s.arms()
        await pull(s, "seen")
        s.sim.world.place("blue", "WT7")
        before = s.answers()
        await s.marshal.ask("bump")
        await s.until("put_back")
        again = await pull(s, "seen anew")
        assert s.hands.on("WT5") == ["blue"]
        assert again["question"] == "f2"
        s.sim.world.place("blue", "WT7")
        told = s.tasks()
        placed = await s.marshal.ask("place", pawn="blue", space="WT7")
        assert placed == {"belongs": "WT5"}
        last = await pull(s, "seen once more")
        assert s.hands.on("WT5") == ["blue"]
        assert ("blue", "WT5") in {(task.pawn, task.space) for task in told}
        assert s.answers() == before
        assert last["question"] == "f3"
        assert sum(world.left.values()) == 0

    on(tmp_path, monkeypatch, play, marbles=0)


def test_who_disturbs_the_board_in_a_pause_is_waited_for_before_a_marble_is_ordered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting, world: World) -> None:
        await s.says(FIRE[0])
        await s.asked(0)
        await s.marshal.ask("pause")
        running = s.house.sitting.running if s.house.sitting is not None else None
        assert running is not None and running.table is not None
        question = running.desks[0].open
        assert question is not None
        running.desks[0].open.answer.set_result(None)  # type: ignore[union-attr]
        await asyncio.sleep(5.0)
        assert running.table.game.ask is not None and not running.table.rolling
        s.sim.world.place("blue", "WT7")
        await s.marshal.ask("bump")
        await s.marshal.ask("resume")
        await s.arms()
        assert (await pull(s, "a"))["question"] == "f1"
        assert s.hands.on("WT5") == ["blue"] and running.pausing.now is None

    on(tmp_path, monkeypatch, play, marbles=0)
