"""The board's lamps follow a game: on the whole simulated board, by the real firmware."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import Table
from tests.service.quickhouse import QuickPlace, evening, run
from tests.service.simhouse import BOARD, MAP, Sitting, on_board
from tests.table.quick import QuickIsland, Quiet
from vulkar.cues import load_cues
from vulkar.cues.flashes import GAP_MS
from vulkar.devices.lamps import Colour
from vulkar.island.lights import WRONG, Lights
from vulkar.rules.classic import Game
from vulkar.service.cueing import LampShows, LampsOfGame
from vulkar.service.place import Opened
from vulkar.service.said import said

FIRE = (["play", "fireball"], ["route", "I_SW"])
RED, TARGET, DANGER, OFF = (84, 13, 17), (102, 0, 0), (102, 44, 0), (0, 0, 0)


SPACES = ("HR1", "HR2", "HR3")
ALL = tuple(MAP.spaces)
PIECES = [{"pawn": "red", "space": "HR1"}, {"pawn": "blue", "space": "TA1"}]
SCENE = {
    "view": {"pieces": PIECES, "active": 0, "result": None},
    "lamps": [{"space": "HR1", "tells": "turn"}],
}


def begin() -> Game:
    """Red holds a fireball, and blue stands in its way."""
    return Table({"red": "WT3", "blue": "WT5"}, hands={"red": ["fireball"]}).g


def lamps(s: Sitting) -> dict[str, Colour]:
    """What shines on the board."""
    chain = s.sim.rig.outputs.lamps
    assert chain is not None
    found = {space: chain.colours[k] for k, (space, _) in enumerate(BOARD.halls.sensors)}
    return {space: colour for space, colour in found.items() if colour != OFF}


async def seen(s: Sitting, wanted: dict[str, Colour], most_s: float = 30.0) -> None:
    """Returns once these lamps shine like this."""
    async with asyncio.timeout(most_s):
        while not wanted.items() <= lamps(s).items():
            await asyncio.sleep(0.02)


def test_the_lamps_tell_whose_turn_it_is_and_show_a_fireball_and_a_pawn_astray_above_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting) -> None:
        await s.asked(0)
        await seen(s, {"WT3": RED})
        await s.arms()
        playing = asyncio.create_task(s.says(*FIRE))
        await s.until("fireball_declared")
        way = [space for space in MAP.routes["I_SW"].spaces if space in dict(BOARD.halls.sensors)]
        lit = {space: DANGER for space in way if space not in ("WT3", "WT5")}
        await seen(s, {**lit, "WT5": TARGET})
        async with asyncio.timeout(5.0):  # it blinks: the same lamps are dark, and shine again
            while any(lamps(s).get(space) == DANGER for space in lit):
                await asyncio.sleep(0.02)
        await seen(s, {**lit, "WT5": TARGET})
        await playing
        await s.fires()
        hit = asyncio.create_task(s.until("fireball_rolled"))
        await seen(s, dict.fromkeys(way, TARGET), 120.0)  # it is on its way
        await hit
        assert [void for _, void, _ in s.rolls()] == [False]

    on_board(tmp_path, monkeypatch, begin, play)


class SlowLink:
    """A link on which each command takes a while, as on one that is busy with a roll."""

    def __init__(self, *takes_s: float) -> None:
        self._takes_s = list(takes_s)  # of each command; the last one's is that of all others
        self.times_s: list[float] = []
        self.sent = 0
        self.lamps: dict[str, Colour] = {}
        self.under_way = self.most = 0

    async def light(self, first: int, count: int, colour: Colour) -> None:
        self.sent += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(self._takes_s.pop(0) if len(self._takes_s) > 1 else self._takes_s[0])
        self.times_s.append(asyncio.get_running_loop().time())
        self.lamps |= dict.fromkeys(SPACES[first : first + count], colour)
        self.under_way -= 1


def test_a_pawn_astray_shines_above_any_show() -> None:
    async def main() -> None:
        lights, link = Lights(), SlowLink(0.0)
        lights.take(link, SPACES)
        lights.want("astray", {"HR2": WRONG})
        shows = LampShows(load_cues(), MAP, lights, lambda: SCENE)
        shows.hear({"kind": "won", "data": {"seat": 0, "pawn": "red"}})
        task = asyncio.create_task(shows.run())
        await asyncio.sleep(0.5)
        assert link.lamps == {"HR1": RED, "HR2": WRONG, "HR3": RED}
        lights.want("astray", {})
        await asyncio.sleep(0.2)
        assert link.lamps["HR2"] == RED
        task.cancel()

    run(main())


def test_a_picture_that_came_late_is_seen_as_long_as_any_other() -> None:
    """Else a link that stalls would make two changes of light one flash."""

    async def main() -> None:
        lights, link = Lights(), SlowLink(0.3, 0.0)
        lights.take(link, ("HR2",))
        shows = LampShows(load_cues(), MAP, lights, lambda: SCENE)
        task = asyncio.create_task(shows.run())
        for pawn in ("red", "blue"):
            shows.hear({"kind": "moving", "data": {"pawn": pawn, "path": ["HR2"]}})
            await asyncio.sleep(0.2)
        await asyncio.sleep(2.0)
        task.cancel()
        gaps_s = [b - a for a, b in pairwise(link.times_s)]
        assert len(gaps_s) >= 2 and min(gaps_s) >= (GAP_MS - 1) / 1000

    run(main())


def test_a_flood_of_events_keeps_up_nobody_and_only_the_newest_is_shown() -> None:
    """One command is under way at a time, so an order of the game waits for one at most."""

    async def main() -> None:
        lights, link = Lights(), SlowLink(0.4)
        lights.take(link, SPACES)
        shows = LampShows(load_cues(), MAP, lights, lambda: SCENE)
        task = asyncio.create_task(shows.run())
        loop = asyncio.get_running_loop()
        begun_s = loop.time()
        for k in range(500):
            path = [SPACES[k % 2], SPACES[2]]
            shows.hear({"kind": "moving", "data": {"pawn": "blue", "path": path}})
            if k % 50 == 0:
                await asyncio.sleep(0.1)
        assert loop.time() - begun_s < 1.1  # what tells an event never waits
        await asyncio.sleep(5.0)
        assert link.most == 1 and link.sent <= 14
        assert link.lamps == {"HR1": RED, "HR2": OFF, "HR3": OFF}
        task.cancel()

    run(main())


@pytest.mark.parametrize(
    ("lit", "code"),
    [((), "service.lamps.none"), (("HR1",), "service.lamps"), (ALL, None)],
)
def test_a_board_with_fewer_lamps_or_none_is_a_note_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lit: tuple[str, ...], code: str | None
) -> None:
    class Place(QuickPlace):
        @asynccontextmanager
        async def open(self, journal: Any) -> AsyncIterator[Opened]:
            async with super().open(journal) as opened:
                yield replace(opened, lights=Lights(), lit=lit)

    async def main() -> None:
        e = await evening(tmp_path, "bb", Place())
        bugs: list[BaseException] = []
        monkeypatch.setattr(e.house.tracebacks, "report", bugs.append)
        tell, notes = e.house.streams.tell, []

        def hear(kind: str, data: dict[str, Any], *more: Any, **named: Any) -> None:
            if kind == "lamps":
                notes.append((said(kind, data) or {})["code"])
            tell(kind, data, *more, **named)

        monkeypatch.setattr(e.house.streams, "tell", hear)
        await e.marshal.ask("table.start")
        async with asyncio.timeout(60.0):
            while (await e.marshal.ask("table.state"))["table"]["state"] != "over":
                await asyncio.sleep(1.0)
        next_game = Opened(QuickIsland(MAP, 9), Quiet(), lights=Lights(), lit=lit)
        async with LampsOfGame(e.house, next_game):
            await asyncio.sleep(1.0)
        assert notes == ([code] if code else [])
        assert bugs == []
        await e.house.close()

    run(main())
