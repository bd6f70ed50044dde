"""One open page and the table: what the page shows is always what the table says now.

While a browser is connected the page follows one audience: the seat that it shows, else the public.
Each event makes it look again; who listens is told at most ten times a second.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any, Final

from nicegui import Client, ui

from vulkar.errors import VulkarError
from vulkar.pages.shell.words import Words
from vulkar.pages.taps import Clock, now_ms
from vulkar.remote.asking import client_of
from vulkar.remote.guard import Caller
from vulkar.remote.refusal import Refused
from vulkar.remote.tablelink import Audience, TableLink
from vulkar.service.plain import check_plain

KEPT: Final = 200  # events
REST_S: Final = 0.1  # between two looks
BEAT_S: Final = 2.0
PUBLIC: Final = "public"
BEYOND: Final = 2**53 - 1  # no event has this number: the answer says which the last one is


class Live:
    """``state``, ``view``, ``scene`` and ``events`` are current whenever one is called back."""

    def __init__(
        self,
        client: Client,
        link: TableLink,
        caller: Caller,
        clock: Clock,
        words: Words,
        state: dict[str, Any],
    ) -> None:
        self.words = words
        self.state = state
        self.view: dict[str, Any] | None = None
        self.scene: dict[str, Any] | None = None
        self._client, self._link, self._caller, self._clock = client, link, caller, clock
        self._events: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._audience: str | int = PUBLIC
        self._stream: str | None = None
        self._n = 0
        self._missed = 0  # the last event of before the page listened
        self._scenic = False
        self._on_change: list[Callable[[], None]] = []
        self._on_event: list[Callable[[dict[str, Any]], None]] = []
        self._look_again = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def events(self) -> Sequence[dict[str, Any]]:
        """The last events of the audience, oldest first."""
        return self._events

    @property
    def at_home(self) -> bool:
        """Whether whoever looks at the page is in the local network."""
        return self._caller.peer.local

    def changed(self) -> None:
        """Something of the page's own has changed: its parts look again."""
        self._call(*self._on_change)

    async def ask(self, op: str, /, **args: Any) -> dict[str, Any]:
        """One operation as this page's session. Raises ``Refused`` and ``VulkarError``."""
        check_plain(op, args)
        caller = self._caller
        return await self._link.ask(op, args, caller.credential, client_of(caller))

    async def show(self, seat: int) -> None:
        """From now on the page is this seat's. Raises as :meth:`ask` does."""
        self.view = await self.ask("view", seat=seat)
        self._audience = seat
        await self.catch_up()

    async def show_scene(self) -> None:
        """From now on ``scene`` is kept. Raises as :meth:`ask` does."""
        self.scene = await self.ask("scene")
        self._scenic = True

    async def catch_up(self) -> None:
        """Hears what the audience has heard so far. Raises as :meth:`ask` does."""
        known = await self.ask("events", **{"as": self._audience, "since": BEYOND})
        self._stream, self._n = known["stream"], max(0, known["n"] - KEPT)
        self._events.clear()
        while self._n < known["n"]:
            heard = await self.ask("events", **{"as": self._audience, "since": self._n})
            if heard["reset"] or not heard["events"]:
                return
            self._events.extend(heard["events"])
            self._n = heard["n"]

    def on_change(self, then: Callable[[], None]) -> None:
        """Calls ``then`` after ``state``, ``view`` or ``scene`` may have changed."""
        self._on_change.append(then)

    def on_event(self, then: Callable[[dict[str, Any]], None]) -> None:
        """Calls ``then`` with each event of the audience that happens while the page listens; not
        with what it is told later, after a sleep or a lost connection."""
        self._on_event.append(then)

    def part(
        self, key: Callable[[], object], build: Callable[[], None], tag: str = "div"
    ) -> ui.element:
        """An element that ``build`` fills, again whenever the value of ``key`` has changed."""
        element = ui.element(tag)
        shown = key()

        def fill() -> None:
            with element:
                build()

        def change() -> None:
            nonlocal shown
            now = key()
            if now != shown:
                shown = now
                element.clear()
                fill()

        fill()
        self.on_change(change)
        return element

    def send(self, name: str, data: object) -> None:
        """To the browser: whoever listens there by ``vulkar.on(name, ...)`` is called with it."""
        message = {"name": name, "data": data}
        self._client.outbox.enqueue_message("vulkar", message, self._client.id)

    def leave(self, to: str = "/") -> None:
        """Sends the browser to another page."""
        self._client.open(to)

    def beat(self) -> str:
        """The moment of now, for taps."""
        return self._clock.moment(now_ms())

    def connected(self, caller: Caller) -> None:
        """A socket of the page's browser is there; ``caller`` is who opened it."""
        self.disconnected()
        self._caller = caller
        self._look_again.set()
        loop = asyncio.get_running_loop()
        work: tuple[Coroutine[Any, Any, None], ...] = (self._beats(), self._looks(), self._follow())
        self._tasks = [loop.create_task(each) for each in work]

    def disconnected(self) -> None:
        """It has no socket, or is closed. Safe to call twice."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    async def _beats(self) -> None:
        while True:
            self.send("beat", self.beat())
            await asyncio.sleep(BEAT_S)

    async def _looks(self) -> None:
        while True:
            await self._look_again.wait()
            self._look_again.clear()
            try:
                await self._look()
            except Refused:  # the session or its seat is gone
                self.leave()
                return
            except VulkarError:
                self.send("away", True)  # the follower says when it is back
            else:
                self._call(*self._on_change)
            await asyncio.sleep(REST_S)

    async def _look(self) -> None:
        self.state = await self.ask("table.state")
        if self._audience != PUBLIC:
            self.view = await self.ask("view", seat=self._audience)
        if self._scenic:
            self.scene = await self.ask("scene")

    async def _follow(self) -> None:
        audience = Audience(self._audience, self._n, self._stream)
        caller = self._caller
        heard = self._link.follow(audience, caller.credential, client_of(caller))
        async with aclosing(heard):
            try:
                async for item in heard:
                    if "closed" in item:
                        self.leave()
                        return
                    self._hear(item)
            except (Refused, VulkarError):
                self.leave()

    def _hear(self, item: dict[str, Any]) -> None:
        if "subscribed" in item:
            self._stream, self._missed = item["subscribed"]["stream"], item["subscribed"]["n"]
        self.send("away", "away" in item)
        if "away" in item:
            return
        self._look_again.set()
        event = item.get("event")
        if event is None:
            return
        self._n = event["n"]
        if event["kind"] == "reset":
            self._stream, self._missed = event["data"]["stream"], event["n"]
            return
        self._events.append(event)
        if event["n"] <= self._missed:
            return
        self._call(*(partial(then, event) for then in self._on_event))

    def _call(self, *these: Callable[[], None]) -> None:
        for then in these:
            self._client.safe_invoke(then)
