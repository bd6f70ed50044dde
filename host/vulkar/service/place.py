"""Where games are played: a board with its people, opened anew for each game and each retry."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from vulkar.island.lights import Lights
from vulkar.island.onlooker import Onlooker
from vulkar.island.panel import PanelLink
from vulkar.island.people_socket import SocketPeople
from vulkar.island.port import Island, People
from vulkar.maps import IslandMap
from vulkar.service.firing import Firing
from vulkar.table.journal import Journal


@dataclass(frozen=True)
class Opened:
    """An island for one game. ``link``: its controller; None where the board has none.

    ``moves``: anything on it moves by itself. ``guard`` has the island ask before it arms anything
    and before it lets a marble go; None where it never asks.

    ``socket``: people who are a program, and whose going away ends the game until a retry.
    ``lights``: its lamps, which stand beside the spaces ``lit``; None where nothing could have any.
    ``onlooker`` looks at the board; None while its link is gone, or where it has none.
    """

    island: Island
    people: People
    link: PanelLink | None = None
    socket: SocketPeople | None = None
    moves: bool = True
    guard: Callable[[Firing], None] | None = None
    lights: Lights | None = None
    lit: tuple[str, ...] = ()
    onlooker: Callable[[], Onlooker | None] = lambda: None


class Place(Protocol):
    """The one board of a house."""

    @property
    def map(self) -> IslandMap: ...

    @property
    def board_id(self) -> str: ...

    def open(self, journal: Journal) -> AbstractAsyncContextManager[Opened]:
        """An island for the game of a journal; on leaving it is closed, whatever happened.

        Raises ``VulkarError`` if the board is not there.
        """
