"""A house on the whole simulated board, real firmware included, in virtual time; a game in it
begins in the middle."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.service.quickhouse import Phone, marshal_of
from vulkar.devices.board import load_board
from vulkar.island.lasting import LastingIsland
from vulkar.island.linkreport import LinkReport
from vulkar.island.opening import lasting_island
from vulkar.island.port import Task
from vulkar.maps import load
from vulkar.rules.classic import Game
from vulkar.service import amending as amending_module
from vulkar.service import running as running_module
from vulkar.service.boards import lit_by
from vulkar.service.firing import Firing
from vulkar.service.house import House
from vulkar.service.place import Opened
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands
from vulkar.table.journal import AnswerRow, Journal
from vulkar.table.keeper import InlineKeeper

MAP = load("classic")
BOARD = load_board("classic")


class SimPlace:
    """The simulated board, with people around it who do what they are told.

    ``asks``: it asks before it arms anything, and before it lets a marble go.
    """

    board_id = BOARD.id
    map = MAP
    island: LastingIsland

    def __init__(self, sim: Sim, hands: Hands, asks: bool = False) -> None:
        self._sim = sim
        self._asks = asks
        self._hands = hands

    @asynccontextmanager
    async def open(self, journal: Journal) -> AsyncIterator[Opened]:
        """See ``Place.open``."""
        report = LinkReport(journal.path, lambda what, text: None)
        self.island = lasting_island(
            self._sim.finder(), lambda: BOARD, MAP, self._hands, journal.epoch, report
        )
        try:

            def guard(firing: Firing) -> None:
                if self._asks:
                    self.island.guard(firing.permit, firing.go, firing.island)

            link = self.island.link
            yield Opened(
                self.island,
                self._hands,
                link,
                guard=guard,
                lights=self.island.lights,
                lit=lit_by(BOARD),
                onlooker=lambda: link.onlooker,
            )
        finally:
            await self.island.close()


@dataclass
class Sitting:
    """A game under way on the simulated board: red is a person's, blue a bot's."""

    sim: Sim
    hands: Hands
    house: House
    place: SimPlace
    marshal: Phone
    red: Phone
    read: int = 0
    last: dict[str, Any] = field(default_factory=dict)  # the event that was last waited for

    async def until(self, kind: str, most_s: float = 200.0) -> dict[str, Any]:
        """The data of the next public event of a kind."""
        until_s = asyncio.get_running_loop().time() + most_s
        while asyncio.get_running_loop().time() < until_s:
            heard = self.marshal.events()
            while self.read < len(heard):
                self.read += 1
                if heard[self.read - 1]["kind"] == kind:
                    self.last = heard[self.read - 1]
                    found = self.last["data"]
                    assert isinstance(found, dict)
                    return found
            await asyncio.sleep(0.05)
        raise AssertionError(f"no {kind}")

    async def says(self, *wanted: list[str]) -> None:
        """Red answers its next questions like this."""
        for value in wanted:
            while (seen := await self.red.ask("view", seat=0))["question"] is None:
                await asyncio.sleep(0.1)
            name = seen["question"]["question"]
            await self.red.ask("answer", seat=0, question=name, id=f"red-{name}", value=value)

    async def arms(self) -> None:
        """The marshal arms the board, as soon as nothing is latched any more."""
        async with asyncio.timeout(60.0):
            while self.place.island.link.state == "stopped":
                await asyncio.sleep(0.1)
        await self.marshal.ask("arm")

    async def fires(self) -> None:
        """Red pulls its trigger once its fireball is aimed."""
        async with asyncio.timeout(120.0):
            while (seen := (await self.red.ask("view", seat=0))["trigger"])["state"] != "live":
                await asyncio.sleep(0.1)
        pull = {"question": seen["question"], "id": seen["nonce"], "nonce": seen["nonce"]}
        await self.red.ask("fire", seat=0, **pull)

    async def asked(self, seat: int) -> None:
        """Returns once the seat has an open question."""
        running = self.house.sitting.running if self.house.sitting is not None else None
        assert running is not None
        while running.desks[seat].open is None:
            await asyncio.sleep(0.1)

    def tasks(self) -> list[Task]:
        """What people are told to do from now on."""
        told: list[Task] = []
        tell = self.hands.tell

        def hear(task: Task) -> None:
            told.append(task)
            tell(task)

        self.hands.tell = hear  # type: ignore[method-assign]
        return told

    def belongs(self, pawn: str) -> str:
        """Where the rules have a pawn."""
        running = self.house.sitting.running if self.house.sitting is not None else None
        assert running is not None and running.table is not None
        return running.table.game.standing()[pawn]

    def journal(self) -> Journal:
        """The game's journal, to look at."""
        assert self.house.sitting is not None
        return Journal.read(self.house.sitting.journal)

    def answers(self) -> list[AnswerRow]:
        """All answers of the journal."""
        return self.journal().answers()

    def rolls(self) -> list[tuple[int, bool, str]]:
        """Each roll of the journal: its release, whether it was void, what became of its marble."""
        rows = self.journal().rolls()
        return [
            (row.release_id, bool(row.report.get("void")), str(row.report["marble"]))
            for row in rows
            if row.report is not None
        ]


def on_board(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    begin: Callable[[], Game],
    play: Callable[[Sitting], Awaitable[None]],
    seed: int = 3,
) -> None:
    """``begin`` makes the game as it stands; ``play`` goes on with it."""
    for module in (running_module, amending_module):
        monkeypatch.setattr(module, "build_game", lambda island_map, setup: (begin(), []))

    async def main(sim: Sim) -> None:
        hands = Hands(sim.world, MAP, random.Random(seed))
        place = SimPlace(sim, hands, asks=True)
        house = House(path, place, InlineKeeper(), InlineKeeper(), lambda: 0.0)
        await house.open()
        marshal = await marshal_of(house)
        made = await marshal.ask("table.create", window_s=0.5, hold_s=5.0, seats=[
            {"kind": "open"}, {"kind": "random"}
        ])  # fmt: skip
        red = Phone(house)
        await red.ask("join.claim", key=made["keys"][0]["key"], name="Red")
        await red.ask("subscribe", **{"as": 0})
        await marshal.ask("subscribe", **{"as": "public"})
        await marshal.ask("table.start")
        try:
            await play(Sitting(sim, hands, house, place, marshal, red))
        finally:
            await house.close()

    run(main, MAP, BOARD, seed)
