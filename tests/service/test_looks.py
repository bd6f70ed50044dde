"""What a board feels, from the link of the running game: without disturbing it, whoever asks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.rules.arrange import Table
from tests.service.quickhouse import evening, run
from tests.service.simhouse import BOARD, Sitting, on_board
from vulkar.client.tells import BoardLook
from vulkar.link import wire
from vulkar.rules.classic import Game
from vulkar.service.looks import EVERY_S

FIRE = (["play", "fireball"], ["route", "I_SW"])


def begin() -> Game:
    """Red holds a fireball, and blue stands in its way."""
    return Table({"red": "WT3", "blue": "WT5"}, hands={"red": ["fireball"]}).g


def test_a_look_shows_pawns_servos_supply_and_the_console(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting) -> None:
        await s.asked(0)
        s.sim.rig.faults.stuck_counts[BOARD.halls.address("HR4")] = 2048
        for _ in range(12):
            seen = BoardLook.model_validate(await s.marshal.ask("board.look"))
            await asyncio.sleep(EVERY_S + 0.1)
        assert seen.link == "here" and seen.state == "ready" and seen.fault is None
        assert seen.halls is not None and seen.limits is not None and seen.servos is not None
        halls = {hall.space: hall for hall in seen.halls}
        assert {space for space, hall in halls.items() if hall.present} == {"WT3", "WT5"}
        assert abs(halls["WT3"].mt) > seen.limits["present_mt"] > abs(halls["WT4"].mt)
        assert [space for space, hall in halls.items() if hall.dead] == ["HR4"]
        assert seen.standing == {"red": "WT3", "blue": "WT5"}
        assert len(seen.servos) == len(BOARD.servos)
        assert seen.supply is not None and seen.supply["mv"] > seen.supply["low_mv"]
        assert seen.stats is not None and seen.stats["chip_longest_pass_us"] > 0
        assert seen.marbles == dict.fromkeys(BOARD.gates, True)
        s.sim.world.place("blue", "WT7")
        await asyncio.sleep(1.0)
        moved = BoardLook.model_validate(await s.marshal.ask("board.look"))
        assert moved.halls is not None
        changed = {hall.space: hall.changed_ms for hall in moved.halls}
        assert (changed["WT7"] or 9999) < 1500 and changed["WT1"] is None

    on_board(tmp_path, monkeypatch, begin, play)


def test_a_fireball_rolls_as_ever_while_many_look_and_the_link_has_little_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting) -> None:
        over = False

        async def looks() -> None:
            while not over:
                await asyncio.gather(*(s.marshal.ask("board.look") for _ in range(5)))
                await asyncio.sleep(0.05)

        looking = [asyncio.create_task(looks()) for _ in range(4)]
        await s.says(*FIRE)
        await s.arms()
        await s.fires()
        settling = await s.until("settling")
        assert settling["facts"] == [["hit", "blue"]]
        await s.marshal.ask("accept", roll=settling["roll"])
        await s.asked(0)
        before = (await s.marshal.ask("board.look"))["stats"]["frames_out"]
        await asyncio.sleep(2.0)
        sent = (await s.marshal.ask("board.look"))["stats"]["frames_out"] - before
        over = True
        await asyncio.gather(*looking)
        a_look = len(BOARD.halls.sensors) / 8 + len(BOARD.servos)
        assert sent < 3.0 / EVERY_S * a_look + 60  # the rest keeps the link alive
        assert s.rolls() == [(1, False, "returned")]

    on_board(tmp_path, monkeypatch, begin, play)


def test_an_order_that_comes_in_the_middle_of_a_look_does_not_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting) -> None:
        await s.asked(0)
        onlooker = s.place.island.link.onlooker
        assert onlooker is not None
        link = onlooker._controller
        newest = link.frames[-1]
        looking = asyncio.create_task(s.marshal.ask("board.look"))
        await asyncio.sleep(0)
        await link.disarm()
        await looking
        frames = list(link.frames)
        kinds = [f.kind for f in frames[frames.index(newest) + 1 :] if f.out]
        assert wire.DISARM in kinds[:3] and kinds.count(wire.RAW) > 10

    on_board(tmp_path, monkeypatch, begin, play)


def test_a_board_that_is_gone_or_has_no_electronics_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting) -> None:
        await s.asked(0)
        assert (await s.marshal.ask("board.look"))["link"] == "here"
        await s.place.island.close()
        s.place.island.link.lose()
        assert (await s.marshal.ask("board.look")) == {"link": "lost", "fault": None}

    on_board(tmp_path / "sim", monkeypatch, begin, play)


def test_only_a_marshal_looks_and_only_while_a_game_is_played(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path)
        assert await e.marshal.refused("board.look") == "table.state"
        await e.marshal.ask("table.start")
        assert await e.phones[0].refused("board.look") == "session.role"
        await asyncio.sleep(1.0)
        assert await e.marshal.ask("board.look") == {"link": "none", "fault": None}
        await e.house.close()

    run(main())
