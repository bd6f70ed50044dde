"""The wires between chip and world: pins to servos to gates, magnets to counts, beams to levels.

Times are microseconds of the simulation. The world is stepped from here, a millisecond at a time
while a servo moves, so that what a pulse does happens when the pulse came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from vulkar.sim import supplymodel
from vulkar.sim.chips.hc165 import BITS, ShiftChain
from vulkar.sim.lockchip import Note
from vulkar.sim.outputs import Outputs
from vulkar.sim.servo import Servo, ServoKind
from vulkar.sim.shims import chipwire as w
from vulkar.sim.traits import HallTraits
from vulkar.sim.wiring import NOT_WIRED, Wiring

STEP_US: Final = 5_000  # the world's step while it is awake
FINE_US: Final = 1_000  # while a servo moves
NOISE_MT: Final = 0.13  # rms, of a linear sensor of the DRV5055 kind
FULL_SCALE: Final = 4095  # 12 bits
HALLS: Final = 128
OPERATE_MT: Final = 18.0  # a switch-type hall closes above this and opens below the other
RELEASE_MT: Final = 10.0


class RigWorld(Protocol):
    """What the rig needs of the world; :class:`vulkar.sim.world.World` is it."""

    turret_deg: float

    @property
    def asleep(self) -> bool: ...
    def advance(self, until_us: int) -> None: ...
    def set_gate(self, source: str, opening: float) -> None: ...
    def set_diverter(self, diverter: str, position: float) -> None: ...
    def marble_home(self, source: str) -> bool: ...
    def field_mt(self) -> npt.NDArray[np.float64]: ...


@dataclass(slots=True)
class Faults:
    """What a test can break. Sensors by their index in the order of the map's sensored slots."""

    stuck_counts: dict[int, int] = field(default_factory=dict)  # sensor -> counts it always reads
    unplugged: set[int] = field(default_factory=set)  # sensors that read 0
    cut_pwm: set[int] = field(default_factory=set)  # outputs whose pulses never reach the servo
    stalled: set[int] = field(default_factory=set)  # outputs whose servo is jammed
    beam_level: dict[int, int] = field(default_factory=dict)  # GPIO -> level it always has
    turret_offset_deg: float = 0.0  # the idol sits this far off on its shaft
    noise_mt: float = NOISE_MT
    stop_pressed: bool = False  # the emergency stop button
    source_mohm: float = supplymodel.SOURCE_MOHM  # a supply too weak for its servos has more
    pwm_chip_gone: bool = False  # it does not answer on its bus


class Rig:
    """Joins the chip's pins to the world."""

    def __init__(
        self,
        wiring: Wiring,
        world: RigWorld,
        rng: np.random.Generator,
        kind: ServoKind | None = None,
    ) -> None:
        self.wiring = wiring
        self.world = world
        self.outputs = Outputs(wiring)
        self.pwm = self.outputs.pwm
        self.faults = Faults()
        self.halls = HallTraits()
        self.now_us = 0
        self._notes: deque[Note] = deque()
        self._rng = rng
        self._still = True  # no servo moves and no duty waits, as of now_us
        self._switches = ShiftChain(-(-wiring.switches // BITS))
        self._closed = np.zeros(wiring.switches, dtype=np.bool_)
        self._address = np.array(wiring.hall_address, dtype=np.intp)
        self._wired = self._address != NOT_WIRED
        self._sensors = int(self._wired.sum())
        kind = kind or ServoKind()
        # Nobody knows how the servos stand at power-on; gates rest near closed, on their marble.
        self.servos: dict[int, Servo] = {}
        for pin, low_us, high_us in wiring.servo_starts():
            self.servos[pin] = Servo(kind, float(rng.uniform(low_us, high_us)))
        for pin in self.servos:
            self._move_part(pin)

    # --- time -------------------------------------------------------------------------------

    @property
    def at_rest(self) -> bool:
        """Nothing moves and nothing waits, so time may jump."""
        return self._still and not self._notes and self.world.asleep

    def due_us(self) -> int:
        """When the rig wants to be advanced: the next step, or never while at rest."""
        if self.at_rest:
            return w.FOREVER
        return (self.now_us // STEP_US + 1) * STEP_US

    def take(self, notes: Iterable[Note]) -> None:
        """What the chip did to its pins, in order of time, not before ``now_us``."""
        self._notes.extend(notes)

    def advance(self, until_us: int) -> None:
        """Brings pins, servos and world to ``until_us``."""
        while True:
            while self._notes and self._notes[0].t_us <= self.now_us:
                self._apply(self._notes.popleft())
            self.pwm.settle(self.now_us)
            for pin, servo in self.servos.items():
                servo.pulse(None if pin in self.faults.cut_pwm else self.outputs.pulse_us(pin))
            moving = [pin for pin, servo in self.servos.items() if servo.moving]
            change_us = self.pwm.change_us()
            self._still = change_us < 0 and not moving
            if self.now_us >= until_us:
                return
            t_us = until_us
            if self._notes:
                t_us = min(t_us, self._notes[0].t_us)
            if change_us > self.now_us:
                t_us = min(t_us, change_us)
            if moving:
                t_us = min(t_us, self.now_us + FINE_US)
                for pin in moving:
                    if pin in self.faults.stalled:
                        continue
                    self.servos[pin].advance(t_us - self.now_us)
                    self._move_part(pin)
            self.world.advance(t_us)
            self.now_us = t_us

    def _apply(self, note: Note) -> None:
        self.outputs.note(note.t_us, note.kind, note.pin, note.value)

    def _move_part(self, pin: int) -> None:
        """Sets the world's part to where its servo stands."""
        at_us = self.servos[pin].at_us
        if pin == self.wiring.turret_pin:
            deg = along(self.wiring.turret_points, at_us) + self.faults.turret_offset_deg
            self.world.turret_deg = deg
        elif pin in self.wiring.gates:
            gate = self.wiring.gates[pin]
            self.world.set_gate(gate.source, gate.opening(at_us))
        elif pin in self.wiring.diverters:
            diverter = self.wiring.diverters[pin]
            self.world.set_diverter(diverter.id, diverter.position(at_us))

    def chip_reset(self, t_us: int, soft: bool) -> None:
        """The chip restarts at ``t_us``: a soft reset leaves half of the slices pulsing."""
        self.advance(max(self.now_us, t_us))
        self._notes.clear()
        if soft:
            self.pwm.soft_reset(self.now_us)
        else:
            self.outputs.hard_reset()
        self.advance(self.now_us)

    # --- what the chip reads ----------------------------------------------------------------

    @property
    def supply_mv(self) -> float:
        """The supply's voltage under what draws from it now."""
        on_way = [pin for pin, servo in self.servos.items() if servo.moving]
        stalled = sum(pin in self.faults.stalled for pin in on_way)
        lamps_ma = self.outputs.lamps_ma
        moving = len(on_way) - stalled
        return supplymodel.voltage_mv(moving, stalled, lamps_ma, self.faults.source_mohm)

    @property
    def browned_out(self) -> bool:
        """The controller's supply is too low to run on."""
        return self.supply_mv < supplymodel.BROWNOUT_MV

    def readings(self) -> tuple[int, int]:
        """The supply's ADC counts, and the I2C address that answers (0: none)."""
        full_mv = self.wiring.supply_full_mv
        counts = 0 if full_mv is None else supplymodel.counts(self.supply_mv, full_mv)
        chip = self.wiring.pwm_chip
        gone = chip is None or self.faults.pwm_chip_gone
        return counts, 0 if gone or chip is None else chip.address

    def levels(self) -> tuple[int, int]:
        """The input levels as bits by GPIO, and the mask of GPIOs that something drives."""
        bits = mask = 0
        for pin, (source, home_level) in self.wiring.beams.items():
            home = self.world.marble_home(source)
            level = self.faults.beam_level.get(pin, home_level if home else 1 - home_level)
            bits |= level << pin
            mask |= 1 << pin
        if self.wiring.stop_pin is not None:
            pressed = self.faults.stop_pressed
            level = self.wiring.stop_level if pressed else 1 - self.wiring.stop_level
            bits |= level << self.wiring.stop_pin
            mask |= 1 << self.wiring.stop_pin
        return bits, mask

    def sweep(self) -> bytes:
        """One sweep of the hall field: 128 counts of 16 bits, little endian, by address."""
        noise = self._rng.standard_normal(HALLS) * self.faults.noise_mt
        field_mt = self.world.field_mt() + noise[: len(self._address)]
        counts = self.halls.counts(self.wiring, field_mt, self.now_us)
        for sensor, value in self.faults.stuck_counts.items():
            counts[sensor] = value
        for sensor in self.faults.unplugged:
            counts[sensor] = 0
        out = np.zeros(HALLS, dtype="<u2")
        read = np.clip(np.rint(counts), 0, FULL_SCALE).astype("<u2")
        out[self._address[self._wired]] = read[self._wired]
        if self.wiring.switches:
            self._switch(out)
        return out.tobytes()

    def _switch(self, out: npt.NDArray[np.uint16]) -> None:
        """The last sensors are switches: hysteresis, then bit by bit through the chain."""
        part = slice(self._sensors - self.wiring.switches, self._sensors)
        field_mt = np.abs(out[part].astype(float) - self.wiring.zero_counts)
        field_mt /= self.wiring.counts_per_mt
        self._closed = np.where(self._closed, field_mt > RELEASE_MT, field_mt > OPERATE_MT)
        present = self.wiring.switch_present
        levels = [present if closed else 1 - present for closed in self._closed]
        out[part] = self._switches.read(levels)


def along(points: tuple[tuple[float, float], ...], x: float) -> float:
    """Linear between calibration points sorted by x, and on beyond the ends."""
    last = len(points) - 2
    leg = next((i for i in range(last) if x <= points[i + 1][0]), last)
    (x0, y0), (x1, y1) = points[leg], points[leg + 1]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
