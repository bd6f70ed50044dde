"""The boards of a house: one on a serial port, and one without electronics."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager

from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.board_model import Board
from vulkar.island.lasting import LastingIsland
from vulkar.island.lasting_link import LastingLink
from vulkar.island.linkreport import LinkReport
from vulkar.island.manual import ManualIsland
from vulkar.island.opening import lasting_island
from vulkar.island.panel import PanelIsland
from vulkar.island.people_socket import SocketPeople
from vulkar.island.port import Island, People
from vulkar.link.finder import PortFinder
from vulkar.maps import IslandMap
from vulkar.service.firing import Firing
from vulkar.service.panelled import join
from vulkar.service.people import PeopleDesk
from vulkar.service.place import Opened
from vulkar.table.journal import Journal

Tell = Callable[[str, str], None]
# An island behind the board's panel, or as it is; on the running loop.
WithPanel = Callable[[LastingIsland, LastingLink, People], AbstractContextManager[Island]]


@contextmanager
def no_panel(island: LastingIsland, link: LastingLink, people: People) -> Iterator[Island]:
    """The board has none on this computer's pins."""
    yield island


class PortBoard:
    """A board on ``port``, real or simulated; ``socket``: of simulated people.

    ``tell`` hears of its link, see ``LinkReport``. ``panel`` puts the board's panel around it.
    """

    def __init__(
        self,
        port: str,
        used: BoardInUse,
        island_map: IslandMap,
        socket: str | None,
        tell: Tell,
        panel: WithPanel,
    ) -> None:
        self.map = island_map
        self.board_id = used.board.id
        self._port = port
        self._used = used
        self._socket = socket
        self._tell = tell
        self._panel = panel

    @asynccontextmanager
    async def open(self, journal: Journal) -> AsyncIterator[Opened]:
        """See ``Place.open``."""
        report = LinkReport(journal.path, self._tell)

        def board() -> Board:
            return report.reload(self._used)

        async with people_at(self.map, self._socket) as (people, socket):
            inner = lasting_island(
                PortFinder(self._port), board, self.map, people, journal.epoch, report
            )
            with self._panel(inner, inner.link, people) as island:

                def guard(firing: Firing) -> None:
                    if isinstance(island, PanelIsland):
                        join(firing, island, inner)
                    else:
                        inner.guard(firing.permit, firing.go, firing.island)

                try:
                    yield Opened(
                        island,
                        people,
                        inner.link,
                        socket,
                        guard=guard,
                        lights=inner.lights,
                        lit=lit_by(self._used.board),
                        onlooker=lambda: inner.link.onlooker,
                    )
                finally:
                    await island.close()


def lit_by(board: Board) -> tuple[str, ...]:
    """The spaces that a lamp stands beside."""
    return tuple(space for space, _ in board.halls.sensors) if board.lamps is not None else ()


class NoElectronics:
    """A board where people aim, roll and report."""

    def __init__(self, used: BoardInUse, island_map: IslandMap, socket: str | None) -> None:
        self.map = island_map
        self.board_id = used.board.id
        self._socket = socket

    @asynccontextmanager
    async def open(self, journal: Journal) -> AsyncIterator[Opened]:
        """See ``Place.open``."""
        del journal
        async with people_at(self.map, self._socket) as (people, socket):
            island = ManualIsland(self.map, people)

            def guard(firing: Firing) -> None:
                island.guard(firing.go, firing.island)

            try:
                yield Opened(island, people, socket=socket, moves=False, guard=guard)
            finally:
                await island.close()


@asynccontextmanager
async def people_at(
    island_map: IslandMap, socket: str | None
) -> AsyncIterator[tuple[PeopleDesk, SocketPeople | None]]:
    """The people at a board: real ones, and the simulated ones behind a socket."""
    inner = await SocketPeople.connect(socket) if socket is not None else None
    try:
        yield PeopleDesk(island_map, inner), inner
    finally:
        if inner is not None:
            await inner.close()
