"""The scene: what everybody may see of the island, and the last fireball as it was heard of."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.service.firing_board import ORDER, SEAT, Bench, home, on_bench
from tests.service.quickhouse import Evening, Phone, QuickPlace, evening, plays, run
from vulkar.maps import load
from vulkar.rules.classic import Game
from vulkar.service.fireball import fireball_of
from vulkar.service.ops_scene import lamps
from vulkar.service.trigger import State

DECLARED = {"by": 1, "pawn": "blue", "source": "idol", "route": "I_S", "target": "red"}
STEP = {"roll": 1, "route": "I_S", "target": "red", "standing": {"red": "HR6"}}
TOUCH = {"pawn": "red", "space": "HR6", "touched": True, "certainty": "sure"}
SETTLING = {"roll": 1, "facts": [["hit", "red"]], "touches": [TOUCH], "hold_ms": 5000}
ROLLED = {"route": "I_S", "hit": ["red"], "immune": [], "left": True}
TRACK = [[0, 1.0, 2.0, 3.0], [33, 4.0, 5.0, 6.0]]


def heard(*events: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"n": n, "kind": kind, "data": data} for n, (kind, data) in enumerate(events, 1)]


def test_a_fireball_is_told_of_from_its_declaration_to_its_end() -> None:
    events = heard(
        ("turn", {}),
        ("fireball_declared", DECLARED),
        ("fireball", {**STEP, "state": "aiming"}),
        ("fireball", {**STEP, "state": "rolling"}),
        ("fireball.track", {"track": TRACK}),
        ("fireball", {**STEP, "state": "settling"}),
        ("settling", SETTLING),
        ("settled", {"roll": 1, "facts": [], "again": False}),
        ("fireball_rolled", {**ROLLED, "hit": []}),
    )
    seen = [fireball_of(events[:n]) for n in range(len(events) + 1)]
    states = [ball and ball["state"] for ball in seen]
    assert states == [None, None, "declared", "aiming", "rolling", "rolling", "settling",
                      "settling", "settling", "over"]  # fmt: skip
    assert [bool(ball and ball["track"]) for ball in seen] == [False] * 5 + [True] * 5
    assert seen[7] is not None and seen[7]["facts"] == [["hit", "red"]]
    last = seen[-1]
    assert last is not None and last["facts"] == [] and last["touches"] == [TOUCH]
    assert last["n"] == 2 and last["roll"] == 1
    assert last["standing"] == {"red": "HR6"} and last["by"] == 1 and last["target"] == "red"


def test_one_that_was_called_off_leaves_the_one_before_for_a_replay() -> None:
    over = (("fireball_declared", DECLARED), ("fireball.track", {"track": TRACK}),
            ("fireball_rolled", ROLLED))  # fmt: skip
    other = {**DECLARED, "route": "I_N"}
    ball = fireball_of(heard(*over, ("fireball_declared", other)))
    assert ball is not None and ball["route"] == "I_N" and ball["track"] is None
    for again in (other, {**DECLARED, "route": "I_W"}):  # it was turned against another one
        events = (*over, ("fireball_declared", other), ("fireball_declared", again))
        ball = fireball_of(heard(*events, ("fireball_cancelled", {})))
        assert ball is not None and ball["track"] == TRACK and ball["facts"] == [["hit", "red"]]


def test_another_roll_of_the_same_fireball_begins_anew() -> None:
    ball = fireball_of(heard(
        ("fireball_declared", DECLARED),
        ("fireball", {**STEP, "state": "rolling"}),
        ("fireball.track", {"track": TRACK}),
        ("settling", SETTLING),
        ("settled", {"roll": 1, "facts": None, "again": True}),
        ("fireball", {**STEP, "roll": 2, "state": "aiming"}),
    ))  # fmt: skip
    assert ball is not None and ball["state"] == "aiming" and ball["track"] is None
    assert ball["facts"] == [] and ball["touches"] == []


def test_lamps_tell_the_most_urgent_of_a_space() -> None:
    island = load("classic")
    game = Game(island, "anniversary", ("red", "blue"))
    view = game.view(None).visible
    route = next(r for r in island.routes.values() if len(r.spaces) > 2)
    first, second, *_ = route.spaces
    view["pieces"][0]["space"], view["pieces"][1]["space"] = first, second
    ball = {"state": "aiming", "target": "blue", "route": route.id}
    told = {lamp["space"]: lamp["tells"] for lamp in lamps(island, view, ball)}
    assert told[second] == "target" and told[first] == "danger"
    assert set(route.spaces) <= set(told)
    view["active"] = 0
    told = {lamp["space"]: lamp["tells"] for lamp in lamps(island, view, {**ball, "state": "over"})}
    assert told[first] == "turn" and "danger" not in told.values()


@pytest.mark.parametrize("owner", [SEAT, None])
def test_everybody_hears_when_a_fireball_is_aimed_rolls_and_is_settled(owner: int | None) -> None:
    """On the simulated board, whoever lets it go: each step once."""

    async def play(bench: Bench) -> None:
        steps: list[str] = []
        bench.owner = owner
        bench.firing.steps.on_step = lambda step, order: steps.append(step)
        bench.firing.arm()
        roll = bench.roll(ORDER)
        if owner is not None:
            await bench.until(State.LIVE)
            assert steps == ["aiming"]
            bench.fire()
        await home(bench, roll)
        assert steps == ["aiming", "rolling", "settling"]

    on_bench(play)


class Watching:
    """A socket of simulated people who saw the marble."""

    on_track: Any = None

    async def gone(self) -> Exception:
        await asyncio.Event().wait()
        raise AssertionError


async def spectator(e: Evening) -> Phone:
    phone = Phone(e.house)
    await phone.ask("join.watch")
    await phone.ask("subscribe", **{"as": "public"})
    await asyncio.sleep(0)
    return phone


def test_who_looks_on_sees_the_game_and_no_hand(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oob", hold_s=1.0)
        looking = await spectator(e)
        before = await looking.ask("scene")
        assert before["map"] == "classic" and before["view"] is None and before["lamps"] == []
        assert before["fireball"] is before["jewel"] is before["marbles"] is None
        await e.phones[0].ask("table.start")
        people = [asyncio.ensure_future(plays(p, n)) for n, p in enumerate(e.phones)]
        seen: list[dict[str, Any]] = []
        while len(seen) < 200 or not any((s["fireball"] or {}).get("facts") for s in seen):
            await asyncio.sleep(1.0)
            seen.append(await looking.ask("scene"))
        for person in people:
            person.cancel()
        await e.house.close()
        views = [s["view"] for s in seen if s["view"] is not None]
        secret = {"hand", "ask", "seat", "pawn", "known"}
        assert len(views) > 150 and not any(secret & set(view) for view in views)
        assert all(s["jewel"] == s["view"]["jewel"] for s in seen if s["view"])
        kinds = [event["kind"] for event in looking.events()]
        assert kinds.index("fireball_declared") < kinds.index("fireball") < kinds.index("settling")

    run(main())


def test_a_track_is_told_of_the_fireball_under_way_and_of_none_else(tmp_path: Path) -> None:
    async def main() -> None:
        place = QuickPlace()
        place.socket = Watching()
        e = await evening(tmp_path, "oob", place, hold_s=5.0)
        looking = await spectator(e)
        await e.phones[0].ask("table.start")
        people = [asyncio.ensure_future(plays(p, n)) for n, p in enumerate(e.phones)]
        while place.socket.on_track is None:
            await asyncio.sleep(0.1)
        place.socket.on_track(TRACK)  # it rolled by itself
        assert (await looking.ask("scene"))["fireball"] is None
        while (((await looking.ask("scene"))["fireball"]) or {"state": ""})["state"] != "settling":
            await asyncio.sleep(0.5)
        place.socket.on_track(TRACK)
        place.socket.on_track(TRACK[:1])  # rolls on, by itself
        ball = (await looking.ask("scene"))["fireball"]
        for person in people:
            person.cancel()
        await e.house.close()
        assert ball["track"] == TRACK
        told = [event for event in looking.events() if event["kind"] == "fireball.track"]
        assert [event["data"] for event in told] == [{"track": TRACK}]
        assert told[0]["text"] == {"code": "fireball.track", "params": {"cm": 1, "s": "0.0"}}

    run(main())


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_gets_the_same_scene_as_everybody(tmp_path: Path, seat: int) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oo")
        await e.phones[0].ask("table.start")
        await asyncio.sleep(3.0)
        assert await e.phones[seat].ask("scene") == await e.marshal.ask("scene")
        assert await Phone(e.house).refused("scene") == "session.none"
        await e.house.close()

    run(main())
