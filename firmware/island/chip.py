"""The chip's own parts, through ``machine``: the only file that knows pins, timers and buses."""

import binascii
import gc
import struct
import sys

import machine
from machine import PWM, Pin, Timer

import hallscan
from island import ticks

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from array import array
    from typing import Callable

    from island.parts import Analog, Channel, Input, LampLine, Output, PwmChip

PLATFORMS = ("other", "rp2", "linux", "darwin", "pi")
FRAME_HZ = 50
BUS_HZ = 400_000
BUS_US = 2_000  # the longest message takes 0.2 ms
TEMPERATURE = 4  # ADC channel of the RP2040's own sensor; its noise tells boots apart


class OneShot:
    """A timer that calls back once, from an interrupt."""

    def __init__(self) -> None:
        self._timer = Timer(-1)

    def once(self, period_ms: int, callback: "Callable[[object], None]") -> None:
        self._timer.init(mode=Timer.ONE_SHOT, period=period_ms, callback=callback, hard=True)

    def cancel(self) -> None:
        self._timer.deinit()


class Driven:
    """A pin that is driven."""

    def __init__(self, pin: Pin) -> None:
        self._pin = pin

    def set(self, level: int) -> None:
        self._pin.value(level)


class Read:
    """A pin that is read."""

    def __init__(self, pin: Pin) -> None:
        self._pin = pin

    def get(self) -> int:
        return self._pin.value()


class Measured:
    """A pin that is measured, in 12 bits."""

    def __init__(self, pin: Pin) -> None:
        self._adc = machine.ADC(pin)

    def get(self) -> int:
        return self._adc.read_u16() >> 4


class Bus:
    """An I2C bus; ``write`` is false where nobody answers in time."""

    def __init__(self, sda: int, scl: int) -> None:
        # of every four pins, the first two are bus 0 and the others bus 1
        self._i2c = machine.I2C(
            sda >> 1 & 1, sda=Pin(sda), scl=Pin(scl), freq=BUS_HZ, timeout=BUS_US
        )

    def write(self, address: int, data: bytes) -> bool:
        try:
            self._i2c.writeto(address, data)
        except OSError:
            return False
        return True


class Hardware:
    """What ``session`` and ``board`` need of a chip."""

    def __init__(self) -> None:
        name = getattr(machine, "PLATFORM", sys.platform)  # a Pi's own ``machine`` says that it is
        self.platform = PLATFORMS.index(name) if name in PLATFORMS else 0
        self.unique_id = (machine.unique_id() + bytes(8))[:8]
        self.cause = machine.reset_cause() & 0xFF
        self.boot = _boot()
        self._watchdog: "machine.WDT | None" = None

    def pwm(self, pin: int) -> "Channel":
        channel = PWM(Pin(pin))
        channel.freq(FRAME_HZ)
        channel.duty_ns(0)
        return channel

    def output(self, pin: int, level: int) -> "Output":
        return Driven(Pin(pin, Pin.OUT, value=level))

    def input(self, pin: int) -> "Input":
        return Read(Pin(pin, Pin.IN, Pin.PULL_UP))

    def timer(self) -> OneShot:
        return OneShot()

    def scan_init(self, select: list[int], adc: list[int]) -> None:
        hallscan.init(select, adc)

    def switch_init(self, load: int, clock: int, data: int, count: int, present: int) -> None:
        hallscan.switch_init(load, clock, data, count, present)

    def analog(self, pin: int) -> "Analog":
        return Measured(Pin(pin))

    def pwm_chip(self, sda: int, scl: int, address: int, enable: int, khz: int) -> "PwmChip":
        off = self.output(enable, 1)  # before anything is said to the chip
        from island.drivers.pca9685 import Pca9685

        return Pca9685(Bus(sda, scl), address, off, khz)

    def lamps(self, pin: int, count: int) -> "LampLine":
        from lampline import Line  # only where there are lamps: it claims a state machine

        return Line(pin, count)

    def scan(self, buffer: "array[int]") -> None:
        hallscan.scan(buffer)

    def start_watchdog(self, timeout_ms: int) -> None:
        """Starts it once; it cannot be stopped again but by a reset."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=timeout_ms)

    def feed(self) -> None:
        if self._watchdog is not None:
            self._watchdog.feed()

    def free(self) -> int:
        """Free heap in bytes; 0 where the interpreter does not say."""
        return gc.mem_free() if hasattr(gc, "mem_free") else 0


def _boot() -> int:
    """A number that another start of this chip will not have: noise of the ADC, and the time."""
    noise = machine.ADC(TEMPERATURE)
    crc = 0
    for _ in range(16):
        crc = binascii.crc32(struct.pack("<HI", noise.read_u16(), ticks.us() & 0xFFFFFFFF), crc)
    return crc
