# mypy: ignore-errors
"""``machine`` of the simulated RP2040: pins, PWM, timers, watchdog. Pins are told to the host."""

import chipwire as w
from chipcore import RESET_CAUSE, core, cost
from machine_timer import Timer  # noqa: F401

PWRON_RESET = 1
WDT_RESET = 3
_FREQ = 125_000_000
_PIN = cost("pin")
_PWM = cost("pwm")
_ADC = cost("adc")
_WDT = cost("wdt")
_I2C = cost("i2c")
_I2C_BYTE = cost("i2c_byte")
_PINS = 30


def _gpio(pin):
    """A GPIO number from a Pin, a number or a name such as "GP7"."""
    if isinstance(pin, Pin):
        return pin.gpio
    if isinstance(pin, str) and pin.startswith("GP"):
        pin = int(pin[2:])
    if not isinstance(pin, int) or not 0 <= pin < _PINS:
        raise ValueError("invalid pin")
    return pin


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=-1, pull=-1, value=None):
        self.gpio = _gpio(id)
        self._mode = Pin.IN
        self._pull = None
        self._level = 0
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None):
        if value is not None:
            self._level = 1 if value else 0
        if pull != -1:
            self._pull = pull
        if mode != -1:
            core.charge(_PIN)
            self._mode = mode
            core.note(w.PIN_MODE, self.gpio, 0 if mode == Pin.IN else 1)
            if mode != Pin.IN:
                core.note(w.PIN_OUT, self.gpio, self._level)

    def value(self, level=None):
        core.charge(_PIN)
        if level is not None:
            self._level = 1 if level else 0
            if self._mode != Pin.IN:
                core.note(w.PIN_OUT, self.gpio, self._level)
            return None
        if self._mode != Pin.IN:
            return self._level
        if core.driven >> self.gpio & 1:
            return core.levels >> self.gpio & 1
        return 1 if self._pull == Pin.PULL_UP else 0

    __call__ = value

    def on(self):
        self.value(1)

    high = on

    def off(self):
        self.value(0)

    low = off

    def toggle(self):
        self.value(not self._level)


_slice_hz = [0] * 8  # one frequency a slice
_compare = [0] * 16  # of each channel


class PWM:
    def __init__(self, dest, freq=None, duty_u16=None, duty_ns=None, invert=0):
        if invert:
            raise ValueError("inverted PWM is not simulated")
        self._gpio = _gpio(dest)
        self._slice = self._gpio >> 1 & 7
        self._ns = 0
        self._u16 = 0
        core.note(w.PWM_INIT, self._gpio, 0)
        self.init(freq, duty_u16, duty_ns)

    def init(self, freq=None, duty_u16=None, duty_ns=None):
        if freq is not None:
            self.freq(freq)
        if duty_u16 is not None:
            self.duty_u16(duty_u16)
        if duty_ns is not None:
            self.duty_ns(duty_ns)

    def freq(self, hz=None):
        if hz is None:
            return _slice_hz[self._slice]
        if not 8 <= hz <= _FREQ:
            raise ValueError("freq too small" if hz < 8 else "freq too large")
        core.charge(_PWM)
        _slice_hz[self._slice] = hz
        core.note(w.PWM_FREQ, self._gpio, hz)
        return None

    def duty_ns(self, ns=None):
        if ns is None:
            return self._ns
        core.charge(_PWM)
        hz = _slice_hz[self._slice]
        if hz and _count(ns, hz) > 65535:
            raise ValueError("duty larger than period")
        self._ns = ns
        _compare[self._gpio & 15] = _count(ns, hz) if hz else 0
        core.note(w.PWM_DUTY_NS, self._gpio, ns)
        return None

    def duty_u16(self, duty=None):
        if duty is None:
            return self._u16
        core.charge(_PWM)
        self._u16 = duty
        core.note(w.PWM_DUTY_U16, self._gpio, duty)
        return None

    def deinit(self):
        core.charge(_PWM)
        core.note(w.PWM_DEINIT, self._gpio, 0)


def _divider(hz):
    """The divider of a frequency in sixteenths, by which the counter of 16 bits is long enough."""
    return max(16, -(-16 * _FREQ // (65534 * hz)))


def _count(ns, hz):
    """The compare value of a duty."""
    return (ns * (16 * _FREQ // _divider(hz)) + 500_000_000) // 1_000_000_000


SUPPLY = 29  # this pin, or the board's own, measures the supply
TEMPERATURE = 4  # the ADC channel of the chip's own sensor


class ADC:
    CORE_TEMP = TEMPERATURE

    def __init__(self, pin):
        self._row = 0
        self._supply = False
        self._noise = pin == TEMPERATURE
        if self._noise:
            return
        gpio = _gpio(pin)
        if not 26 <= gpio <= 29:
            raise ValueError("Pin doesn't have ADC capabilities")
        self._supply = gpio == SUPPLY

    def read_u16(self):
        """The last sweep's first input, whatever the multiplexers select.

        The temperature channel reads 20 C with noise that differs from boot to boot.
        """
        core.charge(_ADC)
        if self._supply:
            return core.supply << 4
        sweep = core.peek()
        if self._noise:
            self._row = (self._row + 1) % len(sweep)
            return (876 << 4) + sweep[self._row] % 16 * 16
        return sweep[self._row] << 4


class I2C:
    """A bus with at most one chip, which the host knows; what is written becomes records."""

    def __init__(self, id, scl, sda, freq=400000, timeout=50000):
        if _gpio(sda) & 1 or _gpio(sda) >> 1 & 1 != id or _gpio(scl) != _gpio(sda) + 1:
            raise ValueError("bad SCL or SDA pin")
        self._timeout_us = timeout

    def writeto(self, addr, buf):
        core.charge(_I2C + _I2C_BYTE)
        if addr != core.answers:
            raise OSError(5)
        core.note(w.I2C_START, addr, 0)
        for byte in buf:
            core.charge(_I2C_BYTE)
            core.note(w.I2C_BYTE, addr, byte)
        core.note(w.I2C_STOP, addr, 0)
        return len(buf)


class _Registers:
    """``mem32`` for what firmware does with it: no pulses, no driven pins, a look at PWM slices."""

    def __getitem__(self, address):
        part, register = divmod(address - 0x40050000, 0x14)
        if not 0 <= part < 8 or register not in (0x00, 0x04, 0x0C, 0x10):
            raise ValueError("this register is not simulated")
        core.charge(_PIN)
        hz = _slice_hz[part]
        if register == 0x0C:
            return _compare[2 * part] | _compare[2 * part + 1] << 16
        if not hz:
            return {0x00: 0, 0x04: 0x10, 0x10: 0xFFFF}[register]
        divider = _divider(hz)
        return {0x00: 1, 0x04: divider, 0x10: 16 * _FREQ // (divider * hz) - 1}[register]

    def __setitem__(self, address, value):
        if address == 0xD0000028 and value == 0x3FFFFFFF:
            core.charge(_PIN)
            core.note(w.PINS_RELEASE, 0, 0)
            return
        part, register = divmod(address - 0x40050000, 0x14)
        if not 0 <= part < 8 or register != 0x0C or value != 0:
            raise ValueError("this register is not simulated")
        core.charge(_PIN)
        _compare[2 * part] = _compare[2 * part + 1] = 0
        core.note(w.PWM_CLEAR, part, 0)


mem32 = _Registers()


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._us = timeout * 1000
        self.feed()

    def feed(self):
        core.charge(_WDT)
        core.feed(self._us)


def reset_cause():
    return RESET_CAUSE


def reset():
    core.reset(w.Y_RESET)


def soft_reset():
    core.reset(w.Y_SOFT)


def unique_id():
    return b"VULKSIM1"


def freq(hz=None):
    return _FREQ if hz is None else None


def idle():
    core.charge(_PIN)
