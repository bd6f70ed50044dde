"""The controller as the devices see it: awaitable commands, events to subscribers.

A thin shell around :class:`vulkar.link.session.HostSession`; time comes from the running loop.
"""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

from vulkar.errors import VulkarError
from vulkar.link import connect, names, wire
from vulkar.link.events import Event, EventKind, Hello, LinkStats, Release, Snapshot, Watch
from vulkar.link.parts import BoardPart
from vulkar.link.session import (
    DEADLINE_S,
    Answered,
    Beat,
    Console,
    Expired,
    Frame,
    Gap,
    Greeted,
    Happened,
    HostSession,
    Signal,
)
from vulkar.link.transport import Transport

PartT = TypeVar("PartT")
RELEASE_DEADLINE_S: Final = 3.0
SETTLE_DEADLINE_S: Final = 3.0  # for the first debounced reading of the whole field
SLACK_S: Final = 2.0  # beyond the time that a move takes
CONSOLE_KEPT: Final = 60
CAUSES: Final = {
    wire.NOT_ARMED: "The board is not armed; it disarms itself when the host is silent for 1 s.",
    wire.LATCHED: "An emergency stop or a fault of the firmware is latched.",
    wire.LIMIT: "The pulse lies beyond the limits of the servo's seal.",
    wire.BUSY: "The gate is still open or closing.",
}


class Controller:
    """One connection to one controller, from ``connect`` to ``close`` or the loss of the link.

    ``epoch`` names the game: releases are remembered across connections of one epoch, so a game
    that is resumed passes the same number again. Without it every connection is a new epoch.
    """

    def __init__(
        self,
        transport: Transport,
        board: BoardPart,
        *,
        epoch: int | None = None,
        any_firmware: bool = False,
    ) -> None:
        self.board = board
        self.hello: Hello | None = None
        self.state = "unknown"
        self.halls: dict[int, bool] = {}
        self.marbles: dict[str, bool] = {}
        self.console: deque[str] = deque(maxlen=CONSOLE_KEPT)
        self._transport = transport
        self._session = HostSession()
        self._epoch = epoch
        self._any_firmware = any_firmware
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._answers: dict[int, asyncio.Future[Answered | Expired]] = {}
        self._subscribers: list[Callable[[Event], None]] = []
        self._changed: list[asyncio.Future[None]] = []
        self._moves: dict[int, int] = {}  # servo index -> number of the last finished move
        self._watches = 0
        self._dead: VulkarError | None = None
        self._closed = False
        self._catching_up: asyncio.Task[Snapshot] | None = None

    # --- connection --------------------------------------------------------------------------
    @property
    def port(self) -> str:
        """The transport's name, for messages."""
        return self._transport.name

    @property
    def stats(self) -> LinkStats:
        """Counters since the connection was opened."""
        return self._session.stats

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The last 200 frames, both ways, oldest first."""
        return tuple(self._session.frames)

    async def connect(self) -> Hello:
        """Greets, checks, configures, seals; afterwards disarmed, whatever was before.

        Raises ``VulkarError``: link.not_vulkar, link.protocol, link.firmware, link.capability,
        link.config, link.timeout, link.lost.
        """
        self._loop = asyncio.get_running_loop()
        self._transport.start(self._on_bytes, self._on_lost)
        try:
            self.hello = await connect.greet(self)
            connect.check(self.hello, self.port, any_firmware=self._any_firmware)
            self._session.resume(self.hello.newest)
            self._session.start_beating(self._now())
            await self.command(wire.DISARM)
            epoch = self._epoch if self._epoch is not None else self.hello.epoch + 1
            await connect.configure(self, self.board, self.hello, epoch & 0xFFFFFFFF)
            await self.snapshot()
        except BaseException:
            self._shut()
            raise
        return self.hello

    async def close(self) -> None:
        """Disarms if that is still possible, then lets go of the port. Safe to call twice."""
        if self._closed:
            return
        if self._dead is None and self._session.beating:
            with suppress(VulkarError):
                await self.command(wire.DISARM, deadline_s=0.5)
        self._shut()

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Calls back for every event, in order, on the loop; returns the way to stop that."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    # --- commands ----------------------------------------------------------------------------
    async def arm(self) -> None:
        """Servos may move from now on. Raises link.refused while something is latched."""
        await self.command(wire.ARM)
        self.state = names.STATES[wire.ARMED]

    async def disarm(self) -> None:
        """Servos rest; an open gate is still closed."""
        await self.command(wire.DISARM)

    async def estop(self) -> None:
        """Emergency stop, latched until ``clear``; passes everything that waits."""
        await self.command(wire.ESTOP, urgent=True)

    async def clear(self) -> None:
        """Opens the latches of emergency stop and fault. Does not arm."""
        await self.command(wire.CLEAR)

    async def ping(self, payload: bytes = b"vulkar") -> int:
        """Round trip of a small frame in microseconds of the loop's time."""
        start = self._now()
        await self.ask(wire.PING, payload)
        return round((self._now() - start) * 1_000_000)

    async def servo(self, name: str, pulse_us: int, wait: bool = True) -> None:
        """Moves a servo; with ``wait`` returns when it has settled and was detached.

        Raises link.refused (limits, not armed), link.stopped (disarmed on the way), link.timeout.
        """
        servo = self._part("servo", name, self.board.servos)
        move = await self.command(wire.SERVO, struct.pack(wire.F_SERVO, servo.index, pulse_us))
        if not wait:
            return
        way_s = (servo.max_us - servo.min_us) / servo.speed_us_s + servo.settle_ms / 1000
        done = self._moves

        def finished() -> bool:
            return (done.get(servo.index, 0) - move) & 0xFFFF < 0x8000 and servo.index in done

        await self._until(finished, way_s + SLACK_S, f"servo {name}", moving=True)

    async def release(self, gate: str, way: str, release_id: int, attempt: int = 0) -> Release:
        """Lets a marble go, once for each (release_id, attempt) of an epoch.

        Returns when the gate began to open. Raises link.refused if it certainly did not open,
        link.unknown if nobody can know.
        """
        part = self._part("gate", gate, self.board.gates)
        payload = struct.pack(wire.F_RELEASE, part.index, part.way(way), attempt, release_id)
        ticket = self._order(wire.RELEASE, payload, RELEASE_DEADLINE_S)
        try:
            answer = await self._answer(ticket)
        except VulkarError as exc:
            raise self._unknown(gate, release_id, exc.what) from exc
        if isinstance(answer, Expired):
            if answer.tries == 0:
                raise self._timeout("release", RELEASE_DEADLINE_S)
            raise self._unknown(gate, release_id, "No acknowledgement came in time.")
        result, detail = self._ack(answer)
        if result == wire.OK:
            t_us = self._session.unwrap(detail)
            return Release(release_id, attempt, t_us, tries=answer.tries)
        if result == wire.NOT_SEALED and answer.tries > 1:
            raise self._unknown(gate, release_id, "The controller has restarted meanwhile.")
        raise self._refused("release", result, detail)

    async def release_status(self, release_id: int, attempt: int = 0) -> str:
        """How far a release got: never, open, closed, or cut (by a stop before it was closed)."""
        payload = struct.pack(wire.F_RELEASE_ASK, attempt, release_id)
        reply = await self.ask(wire.RELEASE_STATUS, payload)
        fields = wire.unpack(wire.F_RELEASE_STATUS, reply) or (wire.NEVER, 0, 0)
        return names.word(names.PHASES, fields[0])

    async def scan(self, fast: bool) -> None:
        """100 Hz (``fast``) or 10 Hz; armed and not told otherwise it is fast."""
        await self.command(wire.SCAN, bytes([int(fast)]))

    async def watch_start(self) -> None:
        """Begins a watch; returns when the baseline of every sensor has been taken."""
        before = self._watches
        await self.command(wire.SCAN, b"\x01")
        await self.command(wire.WATCH, b"\x01")
        await self._until(lambda: self._watches > before, SLACK_S, "watch")

    async def watch_stop(self) -> None:
        """Ends the watch; its results stay until the next one begins."""
        await self.command(wire.WATCH, b"\x00")

    async def watch_report(self, sensors: Iterable[int]) -> dict[int, Watch]:
        """What the watch saw, for the asked sensors."""
        asked = list(sensors)
        replies = await asyncio.gather(
            *(self.ask(wire.WATCH_REPORT, bytes([sensor])) for sensor in asked)
        )
        return {s: connect.watch_of(reply) for s, reply in zip(asked, replies, strict=True)}

    async def snapshot(self) -> Snapshot:
        """The debounced state of every sensor. Waits until the field has been read at all."""
        until = self._now() + SETTLE_DEADLINE_S
        while True:
            answer = await self._answer(self._order(wire.SNAPSHOT, b"", DEADLINE_S))
            if isinstance(answer, Expired):
                raise self._timeout("snapshot", DEADLINE_S)
            if answer.kind == wire.SNAPSHOT:
                break
            if self._now() > until:
                raise self._timeout("snapshot", SETTLE_DEADLINE_S)
            await asyncio.sleep(0.02)
        state, marbles, next_event, bits = connect.snapshot_of(answer.payload)
        self._session.synchronise(next_event, self._now())
        self.state = names.word(names.STATES, state)
        halls = range(len(self.board.halls.sensors))
        self.halls = {i: bool(bits[i >> 3] >> (i & 7) & 1) for i in halls}
        self.marbles = {g.source: bool(marbles >> g.index & 1) for g in self.board.gates.values()}
        self._pump()
        return Snapshot(dict(self.halls), dict(self.marbles), self.state)

    async def raw(self) -> list[int]:
        """The newest reading of every sensor, in counts."""
        count = len(self.board.halls.sensors)
        replies = await asyncio.gather(
            *(self.ask(wire.RAW, bytes([first])) for first in range(0, count, 8))
        )
        readings: list[int] = []
        for reply in replies:
            readings += struct.unpack(f"<{len(reply) // 2}H", reply[1:])
        return readings

    # --- what connect.py and this file send --------------------------------------------------
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
            raise self._timeout(name, deadline_s)
        result, detail = self._ack(answer)
        if result != wire.OK:
            raise self._refused(name, result, detail)
        return detail

    async def ask(self, kind: int, payload: bytes, *, deadline_s: float = DEADLINE_S) -> bytes:
        """Asks a question and returns the payload of its answer."""
        answer = await self._answer(self._order(kind, payload, deadline_s))
        if isinstance(answer, Expired):
            raise self._timeout(names.COMMANDS[kind], deadline_s)
        if answer.kind == wire.ACK:
            raise self._refused(names.COMMANDS[kind], *self._ack(answer))
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
                raise self._timeout(what, seconds)
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
            self._check_boot(signal.boot, signal.state)
        elif isinstance(signal, Greeted):
            self._check_boot(connect.boot_of(signal.payload) & 0xFFFF, wire.UNSEALED)
        elif isinstance(signal, Console):
            self.console.append(signal.text)
            self._tell(Event(EventKind.CONSOLE, text=signal.text))
        elif isinstance(signal, Gap):
            self._tell(Event(EventKind.GAP, value=signal.missing))
            self._catching_up = asyncio.ensure_future(self._catch_up())
        else:
            reason = "nothing was heard for 1 s"
            self._die(VulkarError("link.lost", port=self.port, reason=reason))

    def _check_boot(self, boot: int, state: int) -> None:
        if self.hello is None or not self._session.beating:
            return
        sealed = self.state != "unknown"
        if boot != self.hello.boot & 0xFFFF or (sealed and state == wire.UNSEALED):
            text = f"boot {self.hello.boot & 0xFFFF:04x} -> {boot:04x}"
            self._die(VulkarError("link.restarted", port=self.port, cause=text))

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
        elif event.kind is EventKind.STATE:
            self.state = event.text
        self._tell(event)
        if event.kind is EventKind.STATE and event.value:
            text = names.word(names.FAULTS, event.value)
            self._tell(Event(EventKind.FAULT, event.t_us, value=event.value, text=text))

    def _tell(self, event: Event) -> None:
        for callback in tuple(self._subscribers):
            callback(event)
        waiters, self._changed = self._changed, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _catch_up(self) -> Snapshot:
        """After a gap: the difference between belief and snapshot, as ordinary events."""
        halls, marbles = dict(self.halls), dict(self.marbles)
        snapshot = await self.snapshot()
        for sensor, present in snapshot.halls.items():
            if halls.get(sensor) != present:
                self._tell(Event(EventKind.HALL, index=sensor, value=int(present)))
        for source, home in snapshot.marbles.items():
            if marbles.get(source) != home:
                index = self.board.gates[source].index
                self._tell(Event(EventKind.MARBLE, index=index, value=int(home), name=source))
        self._tell(Event(EventKind.STATE, text=snapshot.state))
        return snapshot

    def _die(self, why: VulkarError) -> None:
        """The link is over: everybody who waits learns why."""
        if self._dead is not None or self._closed:
            return
        self._dead = why
        for future in self._answers.values():
            if not future.done():
                future.set_exception(why)
        self._tell(Event(EventKind.LOST, text=str(why)))
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

    # --- errors ------------------------------------------------------------------------------
    def _part(self, kind: str, name: str, parts: Mapping[str, PartT]) -> PartT:
        if name not in parts:
            raise VulkarError("board.part", kind=kind, name=name, known=", ".join(parts))
        return parts[name]

    def _ack(self, answer: Answered) -> tuple[int, int]:
        fields = wire.unpack(wire.F_ACK, answer.payload)
        return (fields[0], fields[1]) if fields is not None else (wire.BAD_PAYLOAD, 0)

    def _refused(self, command: str, result: int, detail: int) -> VulkarError:
        reason = names.word(names.RESULTS, result)
        cause = CAUSES.get(result, f"The controller said: {reason} ({detail}).")
        return VulkarError("link.refused", command=command, reason=reason, cause=cause)

    def _timeout(self, command: str, seconds: float) -> VulkarError:
        return VulkarError("link.timeout", port=self.port, command=command, seconds=seconds)

    def _unknown(self, gate: str, release_id: int, reason: str) -> VulkarError:
        return VulkarError("link.unknown", gate=gate, release_id=release_id, reason=reason)
