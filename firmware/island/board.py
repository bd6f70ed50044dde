"""Everything that moves or feels, and when it may: seal, arm, silence, latches.

Built empty; the host's configuration makes it. Time and hardware come in as arguments.
"""

import gc

from island import rollcall, ticks, wire
from island.assemble import Parts, assemble
from island.check import check
from island.config import Config
from island.events import Events
from island.releases import Releases

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.field import Field
    from island.gate import Gate
    from island.parts import Chip
    from island.servo import Servo

SERVO_MS = 20  # one PWM frame
PI = 4  # the platform of ``chip.PLATFORMS`` that is a Raspberry Pi without a microcontroller


class Board:
    """``hardware`` makes the parts; ``events`` takes what happens."""

    def __init__(self, hardware: "Chip", events: Events) -> None:
        self.config = Config()
        self.parts = Parts()
        self.sealed = False
        self.guarded = False  # the watchdog runs, which only a reset ends
        self.armed = False
        self.silent = False
        self.stopped = False
        self.fault = 0
        self.fast = False
        self.releases = Releases()
        self.roll = rollcall.RollCall()
        self._hardware = hardware
        self._events = events
        self._told = -1
        self._tick_ms = 0
        self._scan_ms = 0

    @property
    def servos(self) -> "list[Servo]":
        return self.parts.servos

    @property
    def gates(self) -> "list[Gate]":
        return self.parts.gates

    @property
    def field(self) -> "Field | None":
        return self.parts.field

    @property
    def state(self) -> int:
        """The state of the wire; latches outrank everything."""
        if self.fault:
            return wire.FAULTED
        if self.stopped:
            return wire.ESTOPPED
        if not self.sealed:
            return wire.UNSEALED
        if self.armed:
            return wire.ARMED
        return wire.SAFE if self.silent else wire.READY

    # --- the seal ----------------------------------------------------------------------------
    def configure(self, payload: bytes, now_ms: int) -> int:
        """One item of a configuration. The first one opens the seal, which needs DISARM first."""
        if self.armed:
            return wire.WRONG_STATE
        gc.collect()  # what stays of each item must not end up scattered over the whole heap
        if payload and payload[0] == wire.C_BEGIN:
            self.cut()
            self.sealed = False
            self.parts = self.parts.unsealed()
            self.roll.need = rollcall.READ | rollcall.WRITE
            self.config = Config()
        elif self.sealed or not payload:
            return wire.WRONG_STATE
        return self.config.add(payload)

    def seal(self, crc: int, epoch: int, now_ms: int) -> tuple[int, int]:
        """Checks the whole configuration and builds what it describes; nothing moves yet."""
        if crc != self.config.crc:
            return wire.BAD_CRC, self.config.crc
        if not self.sealed:
            bad = self.config.bad or check(self.config, self._hardware.platform == PI)
            if bad:
                return wire.BAD_CONFIG, bad
            parts = assemble(self.config, self._hardware, self._events, now_ms)
            if parts is None:
                return wire.BAD_CONFIG, wire.C_PWM_CHIP << 8
            parts.supply.inherit(self.parts.supply)
            self.parts = parts
            self._tick_ms = now_ms
            self._scan_ms = now_ms
            self.roll.need |= rollcall.MOVE | rollcall.SENSE
            if parts.field is not None:
                self.roll.need |= rollcall.SCAN
            self.sealed = True
            self.guarded = True
            self._hardware.start_watchdog(wire.WATCHDOG_MS)
        self.releases.epoch(epoch)
        return wire.OK, 0

    # --- commands ----------------------------------------------------------------------------
    def arm(self, now_ms: int) -> tuple[int, int]:
        """The detail is the number of the next event, or what forbids it."""
        if self.fault or self.stopped:
            return wire.LATCHED, self.fault
        if not self.sealed:
            return wire.NOT_SEALED, 0
        if self.parts.stop_line.stops:
            self.estop()
            return wire.LATCHED, 0
        if self.parts.supply.state == wire.SUPPLY_SAG:
            return wire.WEAK, self.parts.supply.mv
        self.silent = False
        self.armed = True
        self.scan(True, now_ms)
        self.parts.power.set(True)
        for gate in self.gates:
            gate.ensure_shut(now_ms)
        return wire.OK, self._events.next

    def disarm(self) -> int:
        """Servos rest; an open gate is still closed by its timer, then the rail goes off."""
        self.armed = False
        for i, servo in enumerate(self.servos):
            if i not in self.parts.gate_servos:
                servo.off()
        return wire.OK

    def estop(self) -> int:
        """Everything off, latched until CLEAR."""
        self.stopped = True
        self.cut()
        return wire.OK

    def latch(self, code: int) -> None:
        """A fault: everything off, latched until CLEAR."""
        self.fault = self.fault or code
        self.cut()

    def clear(self) -> int:
        """Opens the latches, if emergency stop line and PWM chip agree. Never arms."""
        chip = self.parts.pwm_chip
        if self.parts.stop_line.stops or (chip is not None and chip.failed and not chip.start()):
            return wire.LATCHED
        self.fault = 0
        self.stopped = False
        return wire.OK

    def cut(self) -> None:
        """Every output off at once, whatever is under way; what one pin does comes first."""
        self.armed = False
        self.parts.power.set(False)
        for gate in self.gates:
            if gate.cut():
                self.releases.phase(gate, wire.CUT)
        for servo in self.servos:
            servo.off()

    def scan(self, fast: bool, now_ms: int) -> None:
        if fast and not self.fast:
            self._tick_ms = now_ms
        self.fast = fast

    def move(self, index: int, pulse_us: int, now_ms: int) -> tuple[int, int]:
        """Moves a servo that is not a gate's; the detail is the number of the move."""
        refused = self._refused()
        if refused:
            return refused, 0
        if index >= len(self.servos) or index in self.parts.gate_servos:
            return wire.BAD_INDEX, index
        return self.servos[index].move(pulse_us, now_ms)

    def release(
        self, index: int, way: int, key: tuple[int, int], now_ms: int, now_us: int
    ) -> tuple[int, int]:
        """Opens a gate, once for each ``key`` (release_id, attempt); the detail is when it was."""
        known = self.releases.find(key)
        if known is not None:
            return wire.OK, known.t_us
        refused = self._refused()
        if refused:
            return refused, 0
        if index >= len(self.gates) or way >= len(self.gates[index].ways):
            return wire.BAD_INDEX, index
        gate = self.gates[index]
        if gate.busy and not gate.shutting:
            return wire.BUSY, index
        hot_ms = gate.hot_ms(now_ms)
        if hot_ms:
            return wire.HOT, hot_ms
        t_us = now_us & (wire.TICKS - 1)
        home = index < len(self.parts.marbles) and self.parts.marbles[index].home == 1
        self.releases.add(key, gate, t_us, now_ms, home)
        gate.open(way, now_ms)
        self._events.add(wire.EV_GATE, index, wire.OPEN, now_us)
        return wire.OK, t_us

    def sagged(self, when_ms: int) -> int:
        """The supply sagged: by a reading, or before a start of which only the host knows."""
        if self.parts.supply.sag(when_ms):
            self.latch(wire.FAULT_POWER)
        else:
            self.cut()
        return wire.OK

    def _refused(self) -> int:
        if self.fault or self.stopped:
            return wire.LATCHED
        if not self.sealed:
            return wire.NOT_SEALED
        return wire.OK if self.armed else wire.NOT_ARMED

    # --- the pass ----------------------------------------------------------------------------
    def step(self, now_ms: int, now_us: int, host_ms: int) -> None:
        """One pass. ``host_ms`` is when the host was last heard."""
        if self.sealed and not self.silent and ticks.diff(now_ms, host_ms) >= wire.SILENCE_MS:
            self.silent = True
            self.disarm()
        if self.sealed:
            self._move(now_ms, now_us)
            if ticks.diff(now_ms, self._tick_ms) >= 0:
                self._tick(now_ms, now_us)
            if self.parts.lamps is not None:
                self.parts.lamps.step(now_ms)
            chip = self.parts.pwm_chip
            if chip is not None and chip.failed and not self.fault:
                self.latch(wire.FAULT_PWM_CHIP)
            if self.parts.power.on and not self.armed and not self.parts.gate_busy:
                self.parts.power.set(False)
        state = self.state
        if state != self._told:
            self._told = state
            self._events.add(wire.EV_STATE, state, self.fault, now_us)

    def _move(self, now_ms: int, now_us: int) -> None:
        for i, servo in enumerate(self.servos):
            if i not in self.parts.gate_servos and servo.moving and servo.step(now_ms):
                self._events.add(wire.EV_SERVO, i, servo.moves, now_us)
        for i, gate in enumerate(self.gates):
            if gate.busy and gate.step(now_ms):
                self.releases.phase(gate, wire.CLOSED)
                self._events.add(wire.EV_GATE, i, wire.CLOSED, now_us)
                if gate.late:
                    self.latch(wire.FAULT_TIMER)
        self.roll.report(rollcall.MOVE)

    def _tick(self, now_ms: int, now_us: int) -> None:
        """Inputs and the field, at the fast or the slow rate."""
        field = self.field
        fast = self.fast or self.armed or (field is not None and not field.settled)
        period = self.config.fast_ms if fast else self.config.slow_ms
        self._tick_ms = ticks.add(self._tick_ms, period)
        if ticks.diff(now_ms, self._tick_ms) >= 0:  # late by a whole period: no burst of scans
            self._tick_ms = ticks.add(now_ms, period)
        if not self.stopped and self.parts.stop_line.stops:
            self.estop()
        for i, marble in enumerate(self.parts.marbles):
            if marble.changed():
                self._events.add(wire.EV_MARBLE, i, marble.home, now_us)
                if not marble.home and i < len(self.gates):
                    self.releases.left(self.gates[i], now_ms)
        supply = self.parts.supply
        if supply.step(now_ms):
            self._events.add(wire.EV_SUPPLY, supply.state, supply.mv, now_us)
            if supply.state == wire.SUPPLY_SAG:
                self.sagged(now_ms)
                if self.parts.lamps is not None:
                    self.parts.lamps.dark()
        self.roll.report(rollcall.SENSE)
        if field is not None:
            if self.fast or not field.settled or ticks.diff(now_ms, self._scan_ms) >= 0:
                self._scan_ms = ticks.add(now_ms, self.config.slow_ms - self.config.fast_ms)
                field.step(now_ms, now_us)
                self.roll.report(rollcall.SCAN)

    def wait_ms(self, now_ms: int) -> int:
        """Milliseconds until ``step`` has something to do."""
        if not self.sealed:
            return 1000
        wait = max(0, ticks.diff(self._tick_ms, now_ms))
        for servo in self.servos:
            if servo.moving:
                wait = min(wait, SERVO_MS)
        for gate in self.gates:
            if gate.busy:
                wait = min(wait, max(0, gate.due_ms(now_ms)))
        if self.parts.lamps is not None:
            wait = min(wait, self.parts.lamps.due_ms(now_ms))
        return wait
