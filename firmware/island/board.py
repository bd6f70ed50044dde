"""Everything that moves or feels, and when it may: seal, arm, silence, latches.

Built empty; the host's configuration makes it. Time and hardware come in as arguments.
"""

import gc

from island import ticks, wire
from island.config import Config
from island.events import Events
from island.field import Field
from island.gate import Gate
from island.releases import Releases
from island.servo import Servo

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Chip, Input, Output

SERVO_MS = 20  # one PWM frame
PI = 4  # the platform of ``chip.PLATFORMS`` that is a Raspberry Pi without a microcontroller


class Beam:
    """A marble beam, believed once two readings agree. ``home``: 1, 0, or -1 not yet known."""

    def __init__(self, pin: "Input", level: int) -> None:
        self.home = -1
        self._pin = pin
        self._level = level  # while the marble is home
        self._last = -1

    def changed(self) -> bool:
        home = 1 if self._pin.get() == self._level else 0
        news = home == self._last and home != self.home
        self._last = home
        if news:
            self.home = home
        return news


class Board:
    """``hardware`` makes channels, pins and timers; ``events`` takes what happens."""

    def __init__(self, hardware: "Chip", events: Events) -> None:
        self.config = Config()
        self.sealed = False
        self.guarded = False  # the watchdog runs, which only a reset ends
        self.armed = False
        self.silent = False
        self.stopped = False
        self.fault = 0
        self.servos: list[Servo] = []
        self.gates: list[Gate] = []
        self.gate_servos: list[int] = []
        self.field: Field | None = None
        self.fast = False
        self.releases = Releases()
        self._hardware = hardware
        self._events = events
        self._marbles: list[Beam] = []
        self._rail: "Output | None" = None
        self._rail_level = 0
        self._rail_on = False
        self._stop_line: "Input | None" = None
        self._stop_level = 0
        self._told = -1
        self._tick_ms = 0
        self._scan_ms = 0

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
            self._set_rail(False)
            self.sealed = False
            self.servos = []
            self.gates = []
            self.field = None
            self.config = Config()
            return wire.OK if self.config.add(payload) == wire.OK else wire.BAD_PAYLOAD
        if self.sealed or not payload:
            return wire.WRONG_STATE
        return self.config.add(payload)

    def seal(self, crc: int, epoch: int, now_ms: int) -> tuple[int, int]:
        """Checks the whole configuration and builds what it describes; nothing moves yet."""
        if crc != self.config.crc:
            return wire.BAD_CRC, self.config.crc
        if not self.sealed:
            bad = self.config.check(self._hardware.platform == PI)
            if bad:
                return wire.BAD_CONFIG, bad
            self._build(now_ms)
            self.sealed = True
            self.guarded = True
            self._hardware.start_watchdog(wire.WATCHDOG_MS)
        self.releases.epoch(epoch)
        return wire.OK, 0

    def _build(self, now_ms: int) -> None:
        make = self._hardware
        config = self.config
        rail, rail_on, stop, stop_level = config.pins
        self._rail = None
        self._stop_line = None
        if rail != wire.NO_PIN:
            self._rail = make.output(rail, 1 - rail_on)
            self._rail_level = rail_on
        if stop != wire.NO_PIN:
            self._stop_line = make.input(stop)
            self._stop_level = stop_level
        for _, pin, low, high, speed, settle in config.servos:
            self.servos.append(Servo(make.pwm(pin), low, high, speed, settle))
        for _, servo, closed, open_ms in config.gates:
            self.gates.append(Gate(self.servos[servo], make.timer(), closed, open_ms))
        self.gate_servos = [gate[1] for gate in config.gates]
        for gate, _, pulse in config.ways:
            self.gates[gate].ways.append(pulse)
        self._marbles = [Beam(make.input(pin), home) for _, pin, home in config.marbles]
        if config.hall is not None:
            n, zero, above, below, dip, still, debounce = config.hall
            make.scan_init(config.select, config.adc)
            self.field = Field(n, make, self._events, debounce)
            self.field.dips(dip, still)
            for i in range(n):
                self.field.limits(i, zero, above, below)
            for sensor, zero, above, below in config.sensors:
                self.field.limits(sensor, zero, above, below)
        self._tick_ms = now_ms
        self._scan_ms = now_ms

    # --- commands ----------------------------------------------------------------------------
    def arm(self, now_ms: int) -> int:
        if self.fault or self.stopped:
            return wire.LATCHED
        if not self.sealed:
            return wire.NOT_SEALED
        if self._line_stops():
            self.estop()
            return wire.LATCHED
        self.silent = False
        self.armed = True
        self.scan(True, now_ms)
        self._set_rail(True)
        for gate in self.gates:
            gate.ensure_shut(now_ms)
        return wire.OK

    def disarm(self) -> int:
        """Servos rest; an open gate is still closed by its timer, then the rail goes off."""
        self.armed = False
        for i, servo in enumerate(self.servos):
            if i not in self.gate_servos:
                servo.off()
        return wire.OK

    def estop(self) -> int:
        self.stopped = True
        self.cut()
        return wire.OK

    def latch(self, code: int) -> None:
        """A fault: everything off, latched until CLEAR."""
        self.fault = self.fault or code
        self.cut()

    def clear(self) -> int:
        """Opens the latches, if the emergency stop line agrees. Never arms."""
        if self._line_stops():
            return wire.LATCHED
        self.fault = 0
        self.stopped = False
        return wire.OK

    def cut(self) -> None:
        """Every output off at once, whatever is under way."""
        self.armed = False
        for servo in self.servos:
            servo.off()
        for gate in self.gates:
            if gate.cut():
                self.releases.phase(gate, wire.CUT)
        self._set_rail(False)

    def scan(self, fast: bool, now_ms: int) -> None:
        if fast and not self.fast:
            self._tick_ms = now_ms
        self.fast = fast

    def move(self, index: int, pulse_us: int, now_ms: int) -> tuple[int, int]:
        """Moves a servo that is not a gate's; the detail is the number of the move."""
        refused = self._refused()
        if refused:
            return refused, 0
        if index >= len(self.servos) or index in self.gate_servos:
            return wire.BAD_INDEX, index
        servo = self.servos[index]
        if not servo.move(pulse_us, now_ms):
            return wire.LIMIT, pulse_us
        return wire.OK, servo.moves

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
        t_us = now_us & (wire.TICKS - 1)
        home = index < len(self._marbles) and self._marbles[index].home == 1
        self.releases.add(key, gate, t_us, home)
        gate.open(way, now_ms)
        self._events.add(wire.EV_GATE, index, wire.OPEN, now_us)
        return wire.OK, t_us

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
            for i, servo in enumerate(self.servos):
                if i not in self.gate_servos and servo.moving and servo.step(now_ms):
                    self._events.add(wire.EV_SERVO, i, servo.moves, now_us)
            for i, gate in enumerate(self.gates):
                if gate.busy and gate.step(now_ms):
                    self.releases.phase(gate, wire.CLOSED)
                    self._events.add(wire.EV_GATE, i, wire.CLOSED, now_us)
                    if gate.late:
                        self.latch(wire.FAULT_TIMER)
            if ticks.diff(now_ms, self._tick_ms) >= 0:
                self._tick(now_ms, now_us)
            if self._rail_on and not self.armed:
                self._rest()
        state = self.state
        if state != self._told:
            self._told = state
            self._events.add(wire.EV_STATE, state, self.fault, now_us)

    def _tick(self, now_ms: int, now_us: int) -> None:
        """Inputs and the field, at the fast or the slow rate."""
        field = self.field
        fast = self.fast or self.armed or (field is not None and not field.settled)
        period = self.config.fast_ms if fast else self.config.slow_ms
        self._tick_ms = ticks.add(self._tick_ms, period)
        if ticks.diff(now_ms, self._tick_ms) >= 0:  # late by a whole period: no burst of scans
            self._tick_ms = ticks.add(now_ms, period)
        if not self.stopped and self._line_stops():
            self.estop()
        for i, marble in enumerate(self._marbles):
            if marble.changed():
                self._events.add(wire.EV_MARBLE, i, marble.home, now_us)
                if not marble.home and i < len(self.gates):
                    self.releases.left(self.gates[i], now_us)
        if field is not None:
            if self.fast or not field.settled or ticks.diff(now_ms, self._scan_ms) >= 0:
                self._scan_ms = ticks.add(now_ms, self.config.slow_ms - self.config.fast_ms)
                field.step(now_ms, now_us)

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
        return wait

    def marble_bits(self) -> int:
        bits = 0
        for i, marble in enumerate(self._marbles):
            if marble.home == 1:
                bits |= 1 << i
        return bits

    def _line_stops(self) -> bool:
        line = self._stop_line
        return line is not None and line.get() == self._stop_level

    def _rest(self) -> None:
        for gate in self.gates:
            if gate.busy:
                return
        self._set_rail(False)

    def _set_rail(self, on: bool) -> None:
        self._rail_on = on
        if self._rail is not None:
            self._rail.set(self._rail_level if on else 1 - self._rail_level)
