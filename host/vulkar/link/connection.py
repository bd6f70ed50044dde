"""One connection on the event loop: orders and their answers, events, the end of the link.

A thin shell around :class:`vulkar.link.session.HostSession`; time comes from the running loop.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Final

from vulkar.errors import VulkarError
from vulkar.link import connect, failures, names, wire
from vulkar.link.events import Event, EventKind, Hello
from vulkar.link.health import Second
from vulkar.link.parts import BoardPart
from vulkar.link.session import DEADLINE_S, HostSession
from vulkar.link.signals import (
    Answered,
    Beat,
    Console,
    Expired,
    Frame,
    Gap,
    Greeted,
    Happened,
    Signal,
    Strained,
)
from vulkar.link.stats import LinkStats
from vulkar.link.transport import Transport

CONSOLE_KEPT: Final = 60


class Connection(ABC):
    """What :class:`vulkar.link.controller.Controller` stands on."""

    def __init__(self, transport: Transport, board: BoardPart) -> None:
        self.board = board
        self.hello: Hello | None = None
        self.state = "unknown"
        self.halls: dict[int, bool] = {}
        self.marbles: dict[str, bool] = {}
        self.console: deque[str] = deque(maxlen=CONSOLE_KEPT)
        self._transport = transport
        self._session = HostSession()
        self._timer: asyncio.TimerHandle | None = None
        self._answers: dict[int, asyncio.Future[Answered | Expired]] = {}
        self._subscribers: list[Callable[[Event], None]] = []
        self._changed: list[asyncio.Future[None]] = []
        self._moves: dict[int, int] = {}  # servo index -> number of the last finished move
        self._watches = 0
        self._state_since: int | None = None  # number of the event that `state` is as new as
        self._dead: VulkarError | None = None
        self._closed = False
        self._catching_up: asyncio.Task[None] | None = None

    @property
    def port(self) -> str:
        """The transport's name, for messages."""
        return self._transport.name

    @property
    def lost(self) -> VulkarError | None:
        """Why the link is gone; ``None`` while it lives."""
        return self._dead

    @property
    def stats(self) -> LinkStats:
        """Counters since the connection was opened."""
        return self._session.stats

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The last 200 frames, both ways, oldest first; ``frames.lines`` puts them in words."""
        return tuple(self._session.frames)

    @property
    def seconds(self) -> tuple[Second, ...]:
        """The last minute, second by second."""
        return tuple(self._session.health.seconds)

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Calls back for every event, in order, on the loop; returns the way to stop that."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    # --- orders ------------------------------------------------------------------------------
    async def command(
        self,
        kind: int,
        payload: bytes = b"",
        *,
        deadline_s: float = DEADLINE_S,
        urgent: bool = False,
    ) -> int:
        """Sends a command and returns the detail of its acknowledgement.

        Raises link.refused with the controller's reason, link.timeout, link.lost.
        """
        name = names.COMMANDS[kind]
        answer = await self._answer(self._order(kind, payload, deadline_s, urgent))
        if isinstance(answer, Expired):
            raise failures.timeout(self.port, name, deadline_s)
        result, detail = failures.result_of(answer)
        if result != wire.OK:
            raise failures.refused(name, result, detail)
        return detail

    async def ask(self, kind: int, payload: bytes, *, deadline_s: float = DEADLINE_S) -> bytes:
        """Asks a question and returns the payload of its answer."""
        answer = await self._answer(self._order(kind, payload, deadline_s))
        if isinstance(answer, Expired):
            raise failures.timeout(self.port, names.COMMANDS[kind], deadline_s)
        if answer.kind == wire.ACK:
            raise failures.refused(names.COMMANDS[kind], *failures.result_of(answer))
        return answer.payload

    def _order(self, kind: int, payload: bytes, deadline_s: float, urgent: bool = False) -> int:
        if self._dead is not None:
            raise self._dead
        now = self._now()
        ticket = self._session.send(kind, payload, now, deadline_s=deadline_s, urgent=urgent)
        self._answers[ticket] = asyncio.get_running_loop().create_future()
        self._pump()
        return ticket

    async def _answer(self, ticket: int) -> Answered | Expired:
        try:
            return await self._answers[ticket]
        finally:
            self._answers.pop(ticket, None)
            self._session.forget(ticket)

    async def _until(
        self, done: Callable[[], bool], seconds: float, what: str, *, moving: bool = False
    ) -> None:
        """Waits for events until ``done``; ``moving`` gives up when the board is not armed."""
        until = self._now() + seconds
        while not done():
            if self._dead is not None:
                raise self._dead
            if moving and self.state != names.STATES[wire.ARMED]:
                raise VulkarError("link.stopped", command=what, state=self.state)
            rest = until - self._now()
            if rest <= 0:
                raise failures.timeout(self.port, what, seconds)
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._changed.append(waiter)
            await asyncio.wait((waiter,), timeout=rest)

    # --- bytes and time ----------------------------------------------------------------------
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _on_bytes(self, data: bytes) -> None:
        if not self._closed:
            self._session.receive(data, self._now())
            self._pump()

    def _on_lost(self, why: Exception | None) -> None:
        reason = str(why) if why is not None else "the port was closed"
        self._die(VulkarError("link.lost", port=self.port, reason=reason))

    def _tick(self) -> None:
        self._timer = None
        self._session.advance(self._now())
        self._pump()

    def _pump(self) -> None:
        """Writes what is due, hands on what happened, plans the next wake-up."""
        while not self._closed:
            data = self._session.take_output()
            if data:
                self._transport.write(data)
            signals = self._session.take_signals()
            if not signals:
                break
            for signal in signals:
                self._take(signal)
        self._plan()

    def _plan(self) -> None:
        due = None if self._closed else self._session.due()
        if self._timer is not None:
            if due is not None and self._timer.when() == due:
                return
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer = asyncio.get_running_loop().call_at(due, self._tick)

    # --- signals -----------------------------------------------------------------------------
    def _take(self, signal: Signal) -> None:
        if isinstance(signal, Answered | Expired):
            future = self._answers.get(signal.ticket)
            if future is not None and not future.done():
                future.set_result(signal)
        elif isinstance(signal, Happened):
            self._happened(signal)
        elif isinstance(signal, Beat):
            self._check_boot(signal.boot)
        elif isinstance(signal, Greeted):
            greeted = connect.boot_of(signal.payload)
            if greeted is not None:
                self._check_boot(greeted[0] & 0xFFFF, greeted[1])
        elif isinstance(signal, Console):
            self.console.append(signal.text)
            self._tell(Event(EventKind.CONSOLE, text=signal.text))
        elif isinstance(signal, Gap):
            self._tell(Event(EventKind.GAP, value=signal.missing))
            self._catching_up = asyncio.ensure_future(self._catch_up())
        elif isinstance(signal, Strained):
            self._tell(Event(EventKind.STRAINED, text=signal.text))
        else:
            reason = "nothing was heard for 1 s"
            self._die(VulkarError("link.lost", port=self.port, reason=reason))

    def _check_boot(self, boot: int, cause: str = "cause not known") -> None:
        """The boot number alone tells a restart: a state may come late, from before the seal."""
        if self.hello is None or not self._session.beating:
            return
        if boot != self.hello.boot & 0xFFFF:
            self._die(failures.restarted(self.port, cause))

    def _happened(self, signal: Happened) -> None:
        event = connect.event_of(signal, self.board)
        if event is None:
            return
        if event.kind is EventKind.HALL:
            self.halls[event.index] = bool(event.value)
        elif event.kind is EventKind.MARBLE:
            self.marbles[event.name] = bool(event.value)
        elif event.kind is EventKind.SERVO_DONE:
            self._moves[event.index] = event.value
        elif event.kind is EventKind.WATCH:
            self._watches += 1
        elif event.kind is EventKind.STATE and self._is_news(signal.number):
            self.state = event.text
        self._tell(event)
        if event.kind is EventKind.STATE and event.value:
            text = names.word(names.FAULTS, event.value)
            self._tell(Event(EventKind.FAULT, event.t_us, value=event.value, text=text))

    def _is_news(self, number: int) -> bool:
        """A state that arrives behind the answer to a later ARM is told, but not believed."""
        since = self._state_since
        if since is not None and (number - since) & 0xFFFF >= 0x8000:
            return False
        self._state_since = number
        return True

    def _tell(self, event: Event) -> None:
        for callback in tuple(self._subscribers):
            try:
                callback(event)
            except (Exception, asyncio.CancelledError) as exc:  # the link goes on without it
                context = {"message": f"a subscriber failed at {event.kind}", "exception": exc}
                asyncio.get_running_loop().call_exception_handler(context)
        waiters, self._changed = self._changed, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    @abstractmethod
    async def _catch_up(self) -> None:
        """After a gap: the truth of a snapshot, told as ordinary events."""

    def _die(self, why: VulkarError) -> None:
        """The link is over: everybody who waits learns why."""
        if self._dead is not None or self._closed:
            return
        self._dead = why
        for future in self._answers.values():
            if not future.done():
                future.set_exception(why)
        self._tell(Event(EventKind.LOST, text=why.what))
        self._shut()

    def _shut(self) -> None:
        self._closed = True
        if self._dead is None:
            self._dead = VulkarError("link.lost", port=self.port, reason="it was closed")
        self._session.beating = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._transport.close()
