"""The boards of a house: one on a serial port, and one without electronics."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.board_model import Board
from vulkar.island.linkreport import LinkReport
from vulkar.island.manual import ManualIsland
from vulkar.island.opening import lasting_island
from vulkar.island.people_socket import SocketPeople
from vulkar.island.port import People
from vulkar.link.finder import PortFinder
from vulkar.maps import IslandMap
from vulkar.service.place import Opened
from vulkar.table.journal import Journal

PeopleOf = Callable[[], AbstractAsyncContextManager[tuple[People, SocketPeople | None]]]
Tell = Callable[[str, str], None]


class PortBoard:
    """A board on ``port``, real or simulated. ``tell`` hears of its link, see ``LinkReport``."""

    def __init__(
        self, port: str, used: BoardInUse, island_map: IslandMap, people: PeopleOf, tell: Tell
    ) -> None:
        self.map = island_map
        self.board_id = used.board.id
        self._port = port
        self._used = used
        self._people = people
        self._tell = tell

    @asynccontextmanager
    async def open(self, journal: Journal) -> AsyncIterator[Opened]:
        """See ``Place.open``."""
        report = LinkReport(journal.path, self._tell)

        def board() -> Board:
            return report.reload(self._used)

        async with self._people() as (people, socket):
            island = lasting_island(
                PortFinder(self._port), board, self.map, people, journal.epoch, report
            )
            try:
                yield Opened(island, people, island.link, socket)
            finally:
                await island.close()


class NoElectronics:
    """A board where people aim, roll and report."""

    def __init__(self, used: BoardInUse, island_map: IslandMap, people: PeopleOf) -> None:
        self.map = island_map
        self.board_id = used.board.id
        self._people = people

    @asynccontextmanager
    async def open(self, journal: Journal) -> AsyncIterator[Opened]:
        """See ``Place.open``."""
        del journal
        async with self._people() as (people, socket):
            island = ManualIsland(self.map, people)
            try:
                yield Opened(island, people, socket=socket)
            finally:
                await island.close()


@asynccontextmanager
async def people_behind(path: str) -> AsyncIterator[tuple[People, SocketPeople | None]]:
    """The simulated people behind a socket."""
    people = await SocketPeople.connect(path)
    try:
        yield people, people
    finally:
        await people.close()
