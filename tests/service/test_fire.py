"""The operations of arming and of the trigger: who may, and what is shown to whom."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.service.quickhouse import (
    FAR,
    Evening,
    Phone,
    QuickPlace,
    anything,
    evening,
    house_at,
    marshal_of,
    plays,
    run,
)
from tests.table.quick import QuickIsland
from vulkar.island.port import RollOrder, RollReport
from vulkar.service.arming import LAPSE_MS
from vulkar.service.firing import Firing
from vulkar.service.place import Opened

LAPSE_S = LAPSE_MS / 1000


class AskingIsland(QuickIsland):
    """A quick island that asks before it arms and before it lets a marble go, as a board does."""

    def guard(self, firing: Firing) -> None:
        self.permit, self.go = firing.permit, firing.go
        self.rolled: list[int] = []

    async def roll(self, order: RollOrder) -> RollReport:
        await self.permit()
        await asyncio.sleep(1.0)
        await self.go(order)
        self.rolled.append(order.release_id)
        await asyncio.sleep(1.0)
        return await super().roll(order)


class AskingPlace(QuickPlace):
    """``made`` is done with the first island that is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.made: asyncio.Future[AskingIsland] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def open(self, journal: Any) -> AsyncIterator[Opened]:
        island = AskingIsland(self.map, 1)
        self.made.set_result(island)
        yield Opened(island, self.people, guard=island.guard)


class Shoot:
    """An evening that is played until a fireball of a person waits; nothing is armed yet."""

    def __init__(self, made: Evening, island: AskingIsland) -> None:
        self.house, self.marshal, self.phones = made.house, made.marshal, made.phones
        self.island = island
        self.seat = -1

    @property
    def phone(self) -> Phone:
        return self.phones[self.seat]

    async def trigger(self, seat: int | None = None) -> dict[str, Any]:
        seat = self.seat if seat is None else seat
        found = (await self.phones[seat].ask("view", seat=seat))["trigger"]
        assert isinstance(found, dict)
        return found

    async def until(self, state: str) -> dict[str, Any]:
        """Once a person's trigger is in ``state``: their seat, and what they are shown."""
        for _ in range(100_000):
            for seat in range(len(self.phones)):
                self.seat = seat
                shown = await self.trigger()
                if shown["state"] == state:
                    return shown
            await asyncio.sleep(0.5)
        raise AssertionError(f"never {state}")

    def pull(self, shown: dict[str, Any], ident: str = "a") -> dict[str, Any]:
        return {
            "seat": self.seat,
            "question": shown["question"],
            "id": ident,
            "nonce": shown["nonce"],
        }

    @property
    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.phones[0].events()]


def shooting(path: Path, play: Callable[[Shoot], Awaitable[None]]) -> None:
    async def main() -> None:
        place = AskingPlace()
        made = await evening(path, place=place)
        await made.marshal.ask("table.start")
        hands = [
            asyncio.ensure_future(plays(phone, seat, anything))
            for seat, phone in enumerate(made.phones)
        ]
        try:
            await play(Shoot(made, await place.made))
        finally:
            for hand in hands:
                hand.cancel()
            await made.house.close()

    run(main())


def test_a_fireball_waits_for_arming_then_for_its_seat_and_the_game_goes_on(tmp_path: Path) -> None:
    async def play(shoot: Shoot) -> None:
        shown = await shoot.until("not_armed")
        assert shown["reason"] == {"code": "arming.start", "params": {}}
        assert "arming_wanted" in shoot.kinds and shoot.island.rolled == []
        state = (await shoot.phone.ask("table.state"))["fire"]
        assert (state["armed"], state["unarmed"]["code"]) == (False, "arming.start")
        armed = await shoot.marshal.ask("arm")
        assert armed["armed"] and 0 < armed["armed_ms"] <= LAPSE_MS
        shown = await shoot.until("live")
        assert shown["aim"]["route"] and shown["reason"] is None
        state = (await shoot.phone.ask("table.state"))["fire"]
        assert (state["trigger"]["seat"], "nonce" in state["trigger"]) == (shoot.seat, False)
        result = await shoot.phone.ask("fire", **shoot.pull(shown))
        assert result == {"state": "rolling"}
        assert await shoot.phone.ask("fire", **shoot.pull(shown)) == result
        await asyncio.sleep(30.0)
        assert len(shoot.island.rolled) == 1 and "fireball_rolled" in shoot.kinds
        assert await shoot.phone.refused("fire", **shoot.pull(shown)) == "trigger.stale"

    shooting(tmp_path, play)


def test_from_far_away_it_is_announced_and_everybody_at_home_may_veto(tmp_path: Path) -> None:
    async def play(shoot: Shoot) -> None:
        await shoot.marshal.ask("arm")
        shown = await shoot.until("live")
        watcher = Phone(shoot.house)
        await watcher.ask("join.watch")
        shoot.phone.client = FAR
        assert await shoot.phone.refused("veto") == "session.away"
        assert await shoot.phone.ask("fire", **shoot.pull(shown)) == {"state": "announced"}
        announced = (await watcher.ask("table.state"))["fire"]["trigger"]
        assert 0 < announced["announced_ms"] <= 3000 and "trigger_announced" in shoot.kinds
        await asyncio.sleep(2.0)
        await watcher.ask("veto")
        await asyncio.sleep(2.0)
        assert shoot.island.rolled == [] and (await shoot.trigger())["state"] == "vetoed"
        shown = await shoot.until("live")
        await shoot.phone.ask("fire", **shoot.pull(shown, "b"))
        await asyncio.sleep(3.5)
        assert len(shoot.island.rolled) == 1

    shooting(tmp_path, play)


def test_who_may_arm_and_disarm(tmp_path: Path) -> None:
    async def play(shoot: Shoot) -> None:
        far = await marshal_of(shoot.house)
        far.client = FAR
        assert await far.refused("arm") == "session.local"
        assert await shoot.phones[0].refused("arm") == "session.role"
        assert await Phone(shoot.house).refused("disarm") == "session.none"
        await shoot.marshal.ask("arm")
        shown = await shoot.until("live")
        assert not (await far.ask("disarm"))["armed"]
        assert await shoot.phone.refused("fire", **shoot.pull(shown)) == "arming.disarmed"
        await shoot.marshal.ask("arm")
        assert not (await shoot.phones[0].ask("disarm"))["armed"]
        shoot.phones[0].client = FAR
        assert await shoot.phones[0].refused("disarm") == "session.away"

    shooting(tmp_path, play)


def test_another_seat_cannot_fire_for_it(tmp_path: Path) -> None:
    async def play(shoot: Shoot) -> None:
        await shoot.marshal.ask("arm")
        shown = await shoot.until("live")
        other = 1 - shoot.seat
        hidden = await shoot.trigger(other)
        assert (hidden["state"], hidden["nonce"]) == ("not_your_turn", None)
        pull = shoot.pull(shown)
        assert await shoot.phones[other].refused("fire", **pull) == "seat.other"
        pull["seat"] = other
        assert await shoot.phones[other].refused("fire", **pull) == "trigger.turn"
        assert shoot.island.rolled == []

    shooting(tmp_path, play)


def test_only_what_is_done_at_home_keeps_it_armed(tmp_path: Path) -> None:
    async def play(shoot: Shoot) -> None:
        await shoot.marshal.ask("arm")
        await shoot.until("live")
        for client in (FAR, shoot.marshal.client):
            shoot.phone.client = client
            await shoot.marshal.ask("arm")
            await asyncio.sleep(LAPSE_S - 1.0)
            shown = await shoot.trigger()  # which is no action, wherever it is looked at
            if client is FAR:
                await shoot.phone.ask("fire", **shoot.pull(shown))
                await shoot.marshal.ask("veto")
            else:
                await shoot.phone.ask("fire", **shoot.pull(shown, "b"))
            await asyncio.sleep(1.5)
            armed = (await shoot.phone.ask("table.state"))["fire"]["armed"]
            assert armed == (client is not FAR)

    shooting(tmp_path, play)


def test_after_a_restart_the_same_fireball_waits_unarmed_and_old_triggers_are_stale(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        made = await evening(tmp_path, place=(place := AskingPlace()))
        await made.marshal.ask("table.start")
        await made.marshal.ask("arm")
        hands = [asyncio.ensure_future(plays(p, s, anything)) for s, p in enumerate(made.phones)]
        shoot = Shoot(made, await place.made)
        before = await shoot.until("live")
        for hand in hands:
            hand.cancel()
        await made.house.close()

        again = AskingPlace()
        house = await house_at(tmp_path, again)
        for phone in (*made.phones, made.marshal):
            phone.house = house
        shoot = Shoot(Evening(house, made.marshal, made.phones, made.keys), await again.made)
        shown = await shoot.until("not_armed")
        assert shown["question"] == before["question"]
        await shoot.marshal.ask("arm")
        shown = await shoot.until("live")
        assert await shoot.phone.refused("fire", **shoot.pull(before)) == "trigger.stale"
        assert shoot.island.rolled == []
        await shoot.phone.ask("fire", **shoot.pull(shown, "b"))
        await asyncio.sleep(2.0)
        assert shoot.island.rolled == [int(str(shown["question"])[1:])]
        await house.close()

    run(main())


@pytest.mark.parametrize("wrong", [{"nonce": ""}, {"id": "x" * 65}, {"question": None}])
def test_a_trigger_with_a_bad_part_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def play(shoot: Shoot) -> None:
        pull = {"seat": 0, "question": "f1", "id": "a", "nonce": "b"}
        assert await shoot.phones[0].refused("fire", **{**pull, **wrong}) == "op.args"

    shooting(tmp_path, play)
