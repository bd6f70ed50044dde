"""The controller as the devices see it: awaitable commands, events to subscribers."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

from vulkar.errors import VulkarError
from vulkar.link import connect, failures, names, wire
from vulkar.link.connection import Connection
from vulkar.link.events import (
    Event,
    EventKind,
    Hello,
    Release,
    ReleaseStatus,
    Snapshot,
    Watch,
)
from vulkar.link.parts import BoardPart
from vulkar.link.session import DEADLINE_S
from vulkar.link.signals import Expired
from vulkar.link.transport import Transport

PartT = TypeVar("PartT")
RELEASE_DEADLINE_S: Final = 3.0
SETTLE_DEADLINE_S: Final = 3.0  # for the first debounced reading of the whole field
SLACK_S: Final = 2.0  # beyond the time that a move takes
PULSE_MOST_US: Final = 0xFFFF  # of the frame


class Controller(Connection):
    """One connection to one controller, from ``connect`` to ``close`` or the loss of the link.

    ``epoch`` names the game: releases are remembered across connections of one epoch, so a game
    that is resumed passes the same number again. Without it every connection is a new epoch.
    """

    on_bench = False  # vulkar.sim.bench plays the field of a controller; a game never does

    def __init__(
        self,
        transport: Transport,
        board: BoardPart,
        *,
        epoch: int | None = None,
        any_firmware: bool = False,
    ) -> None:
        super().__init__(transport, board)
        self._epoch = epoch
        self._any_firmware = any_firmware
        self.memory: int | None = None  # names what it remembers: a boot, and an epoch in it

    async def connect(self) -> Hello:
        """Greets, checks, configures, seals; afterwards disarmed, whatever was before.

        Raises ``VulkarError``: link.not_vulkar, link.protocol, link.firmware, link.capability,
        link.config, link.timeout, link.lost.
        """
        self._transport.start(self._on_bytes, self._on_lost)
        try:
            self.hello = await connect.greet(self)
            connect.check(
                self.hello,
                self.port,
                self.board,
                any_firmware=self._any_firmware,
                on_bench=self.on_bench,
            )
            self._session.resume(self.hello.newest)
            self._session.start_beating(self._now())
            await self.command(wire.DISARM)
            await self._before_seal(self.hello)
            epoch = self._epoch if self._epoch is not None else self.hello.epoch + 1
            await connect.configure(self, self.board, self.hello, epoch & 0xFFFFFFFF)
            self.memory = connect.memory_of(self.hello, epoch & 0xFFFFFFFF)
            await self.snapshot()
            # a seal takes the chip longer than a command waits: its repeats tell nothing of a cable
            self._session.health.begin(self.stats)
        except BaseException:
            self._shut()
            raise
        return self.hello

    async def _before_seal(self, hello: Hello) -> None:
        """For what must happen while a controller is still unsealed."""

    async def close(self) -> None:
        """Disarms if that is still possible, then lets go of the port. Safe to call twice."""
        if self._closed:
            return
        if self._dead is None and self._session.beating:
            with suppress(VulkarError):
                await self.command(wire.DISARM, deadline_s=0.5)
        self._shut()

    # --- commands ----------------------------------------------------------------------------
    async def arm(self) -> None:
        """Servos may move from now on. Raises link.refused while something is latched."""
        self._state_since = await self.command(wire.ARM)
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

    async def latched(self) -> int | None:
        """What is latched: a fault's number, 0 for an emergency stop, None for nothing.

        Only the refusal of an ARM names a fault; it is sent where it is sure to be refused.
        """
        state = (await self.snapshot()).state
        if state == names.STATES[wire.ESTOPPED]:
            return 0
        if state != names.STATES[wire.FAULTED]:
            return None
        try:
            await self.command(wire.ARM)
        except VulkarError as exc:
            if exc.code == "link.refused" and exc.params["result"] == wire.LATCHED:
                return int(str(exc.params["detail"]))
            raise
        await self.disarm()
        return None

    async def light(self, first: int, count: int, colour: tuple[int, int, int]) -> None:
        """Sets ``count`` lamps from ``first`` on to (red, green, blue), each 0 to 255."""
        await self.command(wire.LAMPS, struct.pack(wire.F_LAMPS, first, count, *colour))

    async def sagged(self, age_ms: int) -> None:
        """Tells of a supply dip that reset the controller: the second within the board's window
        latches a power fault."""
        await self.command(wire.SAGGED, struct.pack(wire.F_SAGGED, age_ms))

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
        if not 0 <= pulse_us <= PULSE_MOST_US:  # the firmware checks the seal's limits
            raise failures.refused("servo", wire.LIMIT, 0)
        move = await self.command(wire.SERVO, struct.pack(wire.F_SERVO, servo.index, pulse_us))
        if not wait:
            return
        way_s = (servo.max_us - servo.min_us) / servo.speed_us_s + servo.settle_ms / 1000
        done = self._moves

        def finished() -> bool:
            return (done.get(servo.index, 0) - move) & 0xFFFF < 0x8000 and servo.index in done

        await self._until(finished, way_s + SLACK_S, f"servo {name}", moving=True)

    async def servo_state(self, name: str) -> tuple[int, bool]:
        """The pulse in us that a servo had last (0: none since the start), and if it has one now.

        A gate's servo is driven apart from this: it has no pulse here but while it moves.
        """
        servo = self._part("servo", name, self.board.servos)
        reply = await self.ask(wire.SERVO_STATE, bytes([servo.index]))
        fields = wire.unpack(wire.F_SERVO_STATE, reply) or (0, 0, 0)
        return fields[1], bool(fields[2])

    async def release(self, gate: str, way: str, release_id: int, attempt: int = 0) -> Release:
        """Lets a marble go, once for each (release_id, attempt) of an epoch.

        Returns when the gate began to open. Raises link.refused if it certainly did not open,
        link.timeout if it did not and the link is bad, link.unknown if only another connection,
        the marble's beam, or a person can tell.
        """
        part = self._part("gate", gate, self.board.gates)
        boot = self.hello.boot & 0xFFFF if self.hello else 0
        key = (part.index, part.way(way), attempt, release_id, boot)
        ticket = self._order(wire.RELEASE, struct.pack(wire.F_RELEASE, *key), RELEASE_DEADLINE_S)
        try:
            answer = await self._answer(ticket)
            if isinstance(answer, Expired):
                return await self._asked_after(gate, release_id, attempt, answer.tries)
        except VulkarError as exc:
            if exc.code in ("link.timeout", "link.unknown"):
                raise
            raise failures.unknown(gate, release_id, exc.what) from exc
        result, detail = failures.result_of(answer)
        if result == wire.OK:
            t_us = self._session.unwrap(detail)
            return Release(release_id, attempt, t_us, tries=answer.tries)
        if result == wire.OTHER_BOOT or (result == wire.NOT_SEALED and answer.tries > 1):
            raise failures.unknown(gate, release_id, "The controller has restarted meanwhile.")
        raise failures.refused("release", result, detail)

    async def _asked_after(self, gate: str, release_id: int, attempt: int, tries: int) -> Release:
        """No acknowledgement came in time. The question follows the command on the same cable, so
        its answer is final for all that was sent before."""
        try:
            status = await self.release_status(release_id, attempt)
        except VulkarError as exc:
            reason = f"No acknowledgement came in time, and no answer afterwards ({exc.what})"
            raise failures.unknown(gate, release_id, reason) from exc
        if status.phase == names.PHASES[wire.NEVER]:
            raise failures.timeout(self.port, "release", RELEASE_DEADLINE_S)
        return Release(release_id, attempt, self._session.unwrap(status.t_us), tries=tries)

    async def release_status(self, release_id: int, attempt: int = 0) -> ReleaseStatus:
        """How far a release got, and what the beam of its source saw of it."""
        payload = struct.pack(wire.F_RELEASE_ASK, attempt, release_id)
        reply = await self.ask(wire.RELEASE_STATUS, payload)
        phase, _, t_us, beam = wire.unpack(wire.F_RELEASE_STATUS, reply) or (wire.NEVER, 0, 0, 0)
        word = names.word(names.PHASES, phase)
        return ReleaseStatus(word, t_us, bool(beam & wire.BEAM_HOME), bool(beam & wire.BEAM_LEFT))

    async def scan(self, fast: bool) -> None:
        """100 Hz (``fast``) or 10 Hz; armed and not told otherwise it is fast.

        Without sensors there is nothing to scan, nor to watch.
        """
        if not self.board.halls.sensors:
            return
        await self.command(wire.SCAN, bytes([int(fast)]))

    async def watch_start(self) -> None:
        """Begins a watch; returns when the baseline of every sensor has been taken."""
        if not self.board.halls.sensors:
            return
        before = self._watches
        await self.command(wire.SCAN, b"\x01")
        await self.command(wire.WATCH, b"\x01")
        await self._until(lambda: self._watches > before, SLACK_S, "watch")

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
                raise failures.timeout(self.port, "snapshot", DEADLINE_S)
            if answer.kind == wire.SNAPSHOT:
                break
            if self._now() > until:
                raise failures.timeout(self.port, "snapshot", SETTLE_DEADLINE_S)
            await asyncio.sleep(0.02)
        state, marbles, next_event, bits = connect.snapshot_of(answer.payload)
        self._session.synchronise(next_event, self._now())
        self.state = names.word(names.STATES, state)
        halls = range(len(self.board.halls.sensors))
        self.halls = {i: bool(bits[i >> 3] >> (i & 7) & 1) for i in halls}
        beams = self.board.beams
        self.marbles = {source: bool(marbles >> beams[source].index & 1) for source in beams}
        self._pump()
        return Snapshot(dict(self.halls), dict(self.marbles), self.state)

    async def raw(self) -> list[int]:
        """The newest reading of every sensor, in counts.

        One question at a time: an order that comes meanwhile goes out at once, beside it.
        """
        readings: list[int] = []
        for first in range(0, len(self.board.halls.sensors), 8):
            reply = await self.ask(wire.RAW, bytes([first]))
            readings += struct.unpack(f"<{len(reply) // 2}H", reply[1:])
        return readings

    async def _catch_up(self) -> None:
        """After a gap: the difference between belief and snapshot, as ordinary events."""
        halls, marbles = dict(self.halls), dict(self.marbles)
        try:
            snapshot = await self.snapshot()
        except VulkarError as exc:
            self._die(exc)
            return
        for sensor, present in snapshot.halls.items():
            if halls.get(sensor) != present:
                self._tell(Event(EventKind.HALL, index=sensor, value=int(present)))
        for source, home in snapshot.marbles.items():
            if marbles.get(source) != home:
                index = self.board.beams[source].index
                self._tell(Event(EventKind.MARBLE, index=index, value=int(home), name=source))
        self._tell(Event(EventKind.STATE, text=snapshot.state))

    def _part(self, kind: str, name: str, parts: Mapping[str, PartT]) -> PartT:
        if name not in parts:
            raise VulkarError("board.part", kind=kind, name=name, known=", ".join(parts))
        return parts[name]
