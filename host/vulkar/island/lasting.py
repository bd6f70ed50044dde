"""An island that outlives its link: finds the board again and goes on with what was under way.

Nothing is replayed. A roll that was under way is given again under its number, and what the
controller, the beam, or people say of it decides whether its marble is still to be let go.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

from vulkar.errors import VulkarError
from vulkar.island.lasting_link import LastingLink
from vulkar.island.latch import is_latched
from vulkar.island.lights import Lights
from vulkar.island.port import Go, RollOrder, RollReport, Task
from vulkar.island.serial import SerialIsland
from vulkar.island.went import ReleaseBook
from vulkar.link import wire
from vulkar.link.events import Event, EventKind
from vulkar.link.finder import Finder
from vulkar.link.sags import Sags
from vulkar.link.transport import Transport

T = TypeVar("T")
FIRST_S: Final = 0.05  # until a port is looked for again; later ones wait twice as long
MOST_S: Final = 0.5
TRIES: Final = 5  # a port that is there and does not answer as it should is given up after these
AGAIN: Final = 4  # and an operation that the controller cuts short without a latch
HOPELESS: Final = 20  # operations in a row that run out of time on a link that seems to live
_ABSENT: Final = ("port.none", "port.missing", "port.denied", "port.busy", "port.failed")
_LINK: Final = ("link.lost", "link.restarted", "link.timeout", "link.unknown", "link.not_vulkar")


class LastingIsland:
    """One board behind whatever port it is on.

    ``make`` builds an island on an open port; the book goes from one to the next. ``on_link``
    hears "gone" with the reason and "back" with how long it took.
    """

    def __init__(
        self,
        finder: Finder,
        make: Callable[[Transport, ReleaseBook], SerialIsland],
        on_link: Callable[[str, str], None] | None = None,
    ) -> None:
        self.book = ReleaseBook()
        self.link = LastingLink()
        self.lights = Lights()
        self.permit: Callable[[], Awaitable[None]] | None = None  # see Parts.permit
        self.go: Go | None = None  # see Parts.go
        self.stop_by_key = False  # see Parts.stop_by_key
        self._on_state: Callable[[str, str], None] | None = None
        self._sags = Sags()
        self._finder = finder
        self._make = make
        self._on_link = on_link or (lambda state, text: None)
        self._island: SerialIsland | None = None
        self._renewal: asyncio.Task[None] | None = None
        self._failed: VulkarError | None = None
        self._standing: dict[str, str] | None = None
        self._doing = 0
        self._closed = False

    def guard(
        self,
        permit: Callable[[], Awaitable[None]],
        go: Go,
        on_state: Callable[[str, str], None] | None = None,
    ) -> None:
        """Before it is opened: who is asked before anything is armed, and before a marble goes.

        ``on_state`` hears each step of a roll, see ``SerialIsland``.
        """
        self.permit, self.go, self._on_state = permit, go, on_state

    # --- the port to the table ----------------------------------------------------------------
    async def open(self) -> None:
        """Opens it; what is wrong at the start is raised at once."""
        island = self._build()
        await self._open(island)
        self._take(island)

    async def roll(self, order: RollOrder) -> RollReport:
        """Rolls; a link that is lost on the way only makes it last longer."""
        report = await self._through(lambda island: island.roll(order))
        if any(touch.doubtful for touch in report.touches):
            self._standing = None  # until people have set them right
        return report

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        """Returns when the board is as ``standing`` says."""
        await self._through(lambda island: island.expect(tasks, standing))
        self._standing = dict(standing)

    async def observe(self) -> dict[str, bool]:
        """Space id -> occupied, for every space slot that has a sensor, debounced."""
        return await self._through(lambda island: island.observe())

    async def marble_home(self, source: str) -> bool:
        """Whether the marble of a source lies in its cradle, by its beam."""
        return await self._through(lambda island: island.marble_home(source))

    async def went(self, order: RollOrder) -> bool:
        """Whether the marble of this order has been let go already."""
        return await self._through(lambda island: island.went(order))

    @property
    def memory(self) -> int | None:
        """The name of the controller's memory; None while it is gone."""
        return self._island.memory if self._island is not None else None

    async def close(self) -> None:
        """Disarms, detaches and lets go of the port. Safe to call twice, and after any error."""
        self._closed = True
        if self._renewal is not None:
            self._renewal.cancel()
            with suppress(asyncio.CancelledError):
                await self._renewal
        island, self._island = self._island, None
        if island is not None:
            await island.close()

    # --- going on -----------------------------------------------------------------------------
    async def _through(self, call: Callable[[SerialIsland], Awaitable[T]]) -> T:
        tries = 0
        interventions = self.link.interventions
        self._doing += 1
        try:
            while True:
                island = await self._live()
                try:
                    return await _past_latches(island, call)
                except VulkarError as exc:
                    if self.link.interventions == interventions or not _disarmed(exc):
                        tries += 1  # people may disarm as often as they like
                    interventions = self.link.interventions
                    if not self._may_go_on(island, exc, tries):
                        raise
        finally:
            self._doing -= 1

    def _may_go_on(self, island: SerialIsland, exc: VulkarError, tries: int) -> bool:
        if self._closed or exc.code.startswith("people."):
            return False
        if island.state == "closed" or exc.code in _LINK:
            hopeless = exc.code == "link.timeout" and tries >= HOPELESS
            self._lose(island, exc.what)
            return not hopeless
        return tries < AGAIN and _disarmed(exc)

    async def _live(self) -> SerialIsland:
        """The island, once it is open and as believed."""
        while True:
            renewal = self._renewal
            if renewal is not None and not renewal.done():
                await asyncio.shield(renewal)
            elif self._island is not None:
                return self._island
            else:
                raise self._failed or VulkarError("island.closed")

    def _take(self, island: SerialIsland) -> None:
        def heard(event: Event) -> None:
            if event.kind is EventKind.LOST:
                self._lose(island, event.text)

        self._island = island
        self.link.take(island.parts.link, island.parts.board)
        island.parts.link.subscribe(heard)
        if island.state == "closed":  # lost between its opening and now
            self._lose(island, "it was lost while it was opened")

    def _lose(self, island: SerialIsland, why: str) -> None:
        if self._closed or island is not self._island:
            return
        self._island = None
        self.link.lose()
        self._renewal = asyncio.get_running_loop().create_task(self._renew(island, why))

    async def _renew(self, old: SerialIsland, why: str) -> None:
        """Until the board is back; then, unless something is under way, it is reconciled."""
        now = asyncio.get_running_loop().time
        began_s = now()
        self._on_link("gone", why)
        await old.close()
        try:
            island = await self._find()
        except VulkarError as exc:
            self._failed = exc
            return
        self._on_link("back", f"{now() - began_s:.1f} s")
        self._renewal, renewal = None, self._renewal  # a loss from here on begins another one
        self._take(island)
        if self._renewal is None:
            self._renewal = renewal
            if not self._doing and self._standing is not None:
                with suppress(VulkarError):  # lost again: the next renewal has begun
                    await island.expect((), self._standing)

    def _build(self) -> SerialIsland:
        transport = self._finder.open()
        try:
            island = self._make(transport, self.book)
        except BaseException:
            transport.close()
            raise
        if self.permit is not None:
            island.parts.permit = self.permit
        island.parts.go = self.go
        island.lights = self.lights
        if self._on_state is not None:
            island.parts.sequence.on_state = self._on_state
        island.parts.stop_by_key = self.stop_by_key
        return island

    async def _open(self, island: SerialIsland) -> None:
        """Opens it; a controller that has lost its memory is told how often its supply dipped."""
        await island.open()
        hello = island.parts.link.hello
        if hello is not None:
            for age_ms in self._sags.came(hello, asyncio.get_running_loop().time()):
                await island.parts.link.sagged(age_ms)

    async def _find(self) -> SerialIsland:
        wait_s, tries = FIRST_S, 0
        while True:
            try:
                island = self._build()
                try:
                    await self._open(island)
                    return island
                except BaseException:
                    await island.close()
                    raise
            except VulkarError as exc:
                if exc.code not in (*_ABSENT, *_LINK):
                    raise
                if exc.code not in (*_ABSENT, "link.lost", "link.restarted"):
                    tries += 1
                    if tries >= TRIES:
                        raise
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, MOST_S)


async def _past_latches(island: SerialIsland, call: Callable[[SerialIsland], Awaitable[T]]) -> T:
    """``call``, begun again each time that people have opened what was latched on the way."""
    while True:
        try:
            return await call(island)
        except VulkarError as exc:
            if island.state == "closed" or not is_latched(exc):
                raise
        await island.parts.open_latches()
        await island.parts.shut_gates()  # before anybody judges what became of the marble


def _disarmed(exc: VulkarError) -> bool:
    """The controller heard nothing for a second and disarmed itself; nothing is latched."""
    if exc.code == "link.stopped":
        return exc.params["state"] in ("safe", "ready")
    return exc.code == "link.refused" and exc.params["result"] == wire.NOT_ARMED
