"""The board's lamps in a game: what they tell at rest, and the shows of its events."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from vulkar.cues import EVERYBODY, Cues, Heard, Scene, played
from vulkar.cues.lamps import LampPlayer
from vulkar.cues.playing import at_rest
from vulkar.island.lights import Lights
from vulkar.maps import IslandMap
from vulkar.service.ops_scene import scene_of
from vulkar.service.place import Opened

if TYPE_CHECKING:
    from vulkar.service.house import House

MOST_WAITING: Final = 32  # events; older ones are not shown any more
LAYER: Final = "show"
FAREWELL_S: Final = 1.0  # until lamps are left as they are


class LampsOfGame:
    """A context: while it is open the lamps of the board follow what everybody is told."""

    def __init__(self, house: House, opened: Opened) -> None:
        self._house, self._opened = house, opened
        self._work: asyncio.Task[None] | None = None

    async def __aenter__(self) -> None:
        house, lights, lit = self._house, self._opened.lights, self._opened.lit
        if lights is None:
            return
        if not lit or _missing(house.place.map, lit):
            house.part(_Note).tell(len(lit))
        if lit:
            shows = LampShows(house.cues, house.place.map, lights, lambda: scene_of(house))
            house.streams.on_public = shows.hear
            self._work = asyncio.get_running_loop().create_task(_reported(house, shows))

    async def __aexit__(self, *_: object) -> None:
        lights = self._opened.lights
        if self._work is None or lights is None:
            return
        self._house.streams.on_public = lambda row: None
        self._work.cancel()
        with suppress(asyncio.CancelledError):
            await self._work
        lights.want(LAYER, {})
        with suppress(TimeoutError):
            await asyncio.wait_for(lights.settled(), FAREWELL_S)


class LampShows:
    """Hears events and tells lamps, without ever keeping up who tells it: lamps are told one
    picture at a time, and the newest of all that came meanwhile is the next."""

    def __init__(
        self,
        cues: Cues,
        island: IslandMap,
        lights: Lights,
        scene: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._cues, self._island, self._lights, self._scene = cues, island, lights, scene
        self._player = LampPlayer()
        self._waiting: deque[Heard] = deque(maxlen=MOST_WAITING)
        self._changed = asyncio.Event()
        self._changed.set()  # what is so at the beginning

    def hear(self, row: Mapping[str, Any]) -> None:
        """An event of the public stream. Returns at once."""
        self._waiting.append(Heard(row["kind"], row["data"]))
        self._changed.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            if self._changed.is_set():
                self._changed.clear()
                self._take()
            picture = self._player.look(_now_ms())
            if picture is not None:
                self._lights.want(LAYER, picture)
                await self._lights.settled()
                self._player.seen(_now_ms())
            await self._next()

    def _take(self) -> None:
        scene = Scene.of(self._island, self._scene())
        self._player.rest(at_rest(self._cues, scene))
        while self._waiting:
            heard = self._waiting.popleft()
            for show in played(self._cues, heard, scene, EVERYBODY).shows:
                self._player.play(show, _now_ms())

    async def _next(self) -> None:
        now_ms = _now_ms()
        next_ms = self._player.next_ms(now_ms)
        wait_s = None if next_ms is None else (next_ms - now_ms) / 1000
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), wait_s)


async def _reported(house: House, shows: LampShows) -> None:
    """A bug in what lamps show leaves them as they are; the game goes on."""
    try:
        await shows.run()
    except Exception as exc:
        house.tracebacks.report(exc)


class _Note:
    """Tells once that lamps are missing, for as long as the table process lives."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._told = False

    def tell(self, have: int) -> None:
        if not self._told:
            self._told = True
            self._house.streams.tell("lamps", {"have": have})


def _missing(island: IslandMap, lit: tuple[str, ...]) -> set[str]:
    """The spaces on a marble's way without a lamp."""
    return {space for route in island.routes.values() for space in route.spaces} - {*lit}


def _now_ms() -> int:
    return round(asyncio.get_running_loop().time() * 1000)
