"""An island with a panel: nothing arms while the key is off, fireballs wait for their button.

Wraps another :class:`~vulkar.island.port.Island`. A person who stops or disarms in the middle of a
fireball does not end the game: the same order is given again once they have turned the key, and
the release's number sees to it that no second marble is let go.

With a ``trigger`` the panel's button is one of several ways to let a fireball go: the key still
allows it, the panel shows that it waits, and the button is whoever's that owns the trigger.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Final, Protocol

from vulkar.devices.changes import Changes
from vulkar.devices.panel import Order, Panel, View
from vulkar.errors import VulkarError
from vulkar.island.around import AroundIsland
from vulkar.island.people_text import speak
from vulkar.island.port import Go, Island, People, RollOrder, RollReport
from vulkar.link.events import Event, EventKind

CLOSE_S: Final = 1.0  # longer than any gate needs to close
AGAIN_S: Final = 1.0  # a board whose own stop line is pressed is asked again after this


class PanelLink(Protocol):
    """What a panel tells the controller."""

    @property
    def state(self) -> str: ...

    async def disarm(self) -> None: ...

    async def estop(self) -> None: ...

    async def clear(self) -> None: ...

    async def arm(self) -> None: ...

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]: ...


class PanelIsland(AroundIsland):
    """``show`` is called with every new view. Inputs come in on the loop, see the methods."""

    def __init__(
        self,
        inner: Island,
        link: PanelLink,
        panel: Panel,
        people: People,
        show: Callable[[View], None] = lambda view: None,
        trigger: Go | None = None,
    ) -> None:
        super().__init__(inner)
        self.panel = panel
        self.trigger = trigger
        # hear the key, and with a trigger the button
        self.on_key: Callable[[bool], None] = lambda on: None
        self.on_fire: Callable[[bool], None] = lambda pressed: None
        self._link = link
        self._people = people
        self._show = show
        self._shown: View | None = None
        self._said = ""
        self._changes = Changes()
        self._one = asyncio.Lock()
        self._orders: set[asyncio.Task[None]] = set()
        self._allowed = 0  # interventions before the go-ahead of the fireball under way
        self._unsubscribe = link.subscribe(self._heard)

    # --- the buttons -------------------------------------------------------------------------
    def key(self, on: bool) -> None:
        """The key was turned."""
        latched = self.panel.stopped
        self._take(self.panel.key(on))
        if latched and not self.panel.stopped:
            self._spawn(self._tell(self._recover))
        self.on_key(on)

    def stop(self, pressed: bool) -> None:
        """The emergency stop was pressed, or let go."""
        self._take(self.panel.stop(pressed))

    def fire(self, pressed: bool) -> None:
        """The fire button was pressed, or let go."""
        if self.trigger is not None:
            self.on_fire(pressed)
            return
        self.panel.fire(pressed)
        self._take(None)

    def announce(self, on: bool) -> None:
        """A fireball that was fired from far away is announced, or not any more."""
        self.panel.announce(on)
        self._take(None)

    # --- the island --------------------------------------------------------------------------
    async def open(self) -> None:
        """As the inner island; then the panel shows it."""
        await self._inner.open()
        self.panel.heard(self._link.state)
        self._take(None)

    async def roll(self, order: RollOrder) -> RollReport:
        """As the inner island, once a person has given the go-ahead, and again after a stop."""
        while True:
            await self._go_ahead()
            before = self._allowed = self.panel.interventions
            self.panel.rolling(True)
            self._take(None)
            try:
                return await self._inner.roll(order)
            except VulkarError as error:
                word = error.code.startswith("latch.")  # people said that it is over
                if word or self.panel.interventions == before or self.panel.board == "lost":
                    raise
            finally:
                self.panel.rolling(False)
                self._take(None)

    async def permit(self) -> None:
        """Before anything is armed, by an island that goes on by itself after a lost link.

        Returns once the key allows it; in a fireball that a person has cut short, once they have
        given the go-ahead anew.
        """
        panel = self.panel
        if panel.is_rolling and panel.interventions != self._allowed:
            await self._go_ahead()
            if panel.board != "lost":
                self._allowed = panel.interventions
            panel.rolling(True)
            self._take(None)
        while not panel.may_arm and panel.board != "lost":
            self._say(panel.wants)
            await self._changes.wait(3600.0)

    async def go(self, order: RollOrder) -> None:
        """Awaits the trigger, and shows that it does: for the island within, see ``Go``."""
        if self.trigger is None:
            return
        self.panel.rolling(False)
        self.panel.wait(triggered=True)
        self._take(None)
        try:
            await self.trigger(order)
        finally:
            self.panel.rolling(True)
            self._take(None)

    async def close(self) -> None:
        """Also lets what the panel has ordered come to its end, for a while."""
        self._unsubscribe()
        if self._orders:
            _, late = await asyncio.wait(set(self._orders), timeout=AGAIN_S)
            for task in late:
                task.cancel()
        await self._inner.close()

    # --- inside ------------------------------------------------------------------------------
    async def _go_ahead(self) -> None:
        if self.trigger is None:
            self.panel.wait()
        self._take(None)
        while True:
            if self.panel.board == "lost":
                return  # the inner island says why
            if self.panel.may_arm and self._link.state == "stopped":
                await self._recover()
            elif self.panel.go if self.trigger is None else self.panel.may_arm:
                return
            else:
                self._say(self.panel.wants)
                await self._changes.wait(3600.0)

    async def _recover(self) -> None:
        """After a stop: opens the controller's latch, and closes the gate that may stand open."""
        async with self._one:
            while self.panel.may_arm and self._link.state == "stopped":
                try:
                    await self._link.clear()
                except VulkarError as error:
                    if error.code != "link.refused":
                        raise
                    self._say("panel.board_stop")
                    await self._changes.wait(AGAIN_S)
                    continue
                await self._link.arm()  # which drives each gate shut that is not sure to be
                await asyncio.sleep(CLOSE_S)
                if not self.panel.is_rolling:
                    await self._link.disarm()
                self._take(None)

    def _say(self, code: str) -> None:
        if code and code != self._said:
            self._people.say(speak(code))
        self._said = code

    def _heard(self, event: Event) -> None:
        if event.kind is EventKind.STATE:
            self._take(self.panel.heard(event.text))
        elif event.kind is EventKind.LOST:
            self._take(self.panel.heard("lost"))

    def _take(self, order: Order | None) -> None:
        if order is not None and self.panel.board not in ("lost", "unknown"):
            command = self._link.estop if order is Order.ESTOP else self._link.disarm
            self._spawn(self._tell(command))
        view = self.panel.view
        if view != self._shown:
            self._shown = view
            self._show(view)
        self._changes.note()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)

    async def _tell(self, command: Callable[[], Awaitable[None]]) -> None:
        with suppress(VulkarError):  # a lost link is told by the link itself
            await command()
