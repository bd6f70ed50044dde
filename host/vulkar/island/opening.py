"""A board on a port as an island for one game."""

from __future__ import annotations

from collections.abc import Callable

from vulkar.devices.board_model import Board
from vulkar.island.lasting import LastingIsland
from vulkar.island.linkreport import LinkReport
from vulkar.island.port import People
from vulkar.island.sensed import sensed
from vulkar.island.serial import SerialIsland
from vulkar.island.went import ReleaseBook
from vulkar.link.controller import Controller
from vulkar.link.finder import Finder
from vulkar.link.transport import Transport
from vulkar.maps import IslandMap


def lasting_island(
    finder: Finder,
    board: Callable[[], Board],
    island_map: IslandMap,
    people: People,
    epoch: int,
    report: LinkReport,
) -> LastingIsland:
    """An island that finds its port again; ``board`` is asked at each connection.

    ``epoch`` names the game to the controller, which remembers releases by it.
    """

    def connected(transport: Transport, book: ReleaseBook) -> SerialIsland:
        found = board()
        controller = Controller(transport, found, epoch=epoch)
        report.watch(controller)
        seen = sensed(island_map, found.halls.sensors)
        return SerialIsland(controller, seen, found, people, book=book)

    return LastingIsland(finder, connected, report.link)
