"""PCA9685: sixteen 12-bit PWM channels on I2C, with an output enable pin (low is on).

The chip keeps pulsing while its controller resets, so its outputs are only enabled while armed and
it sleeps otherwise. Registers: NXP data sheet, revision 4, 7.3.
"""

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from typing import Protocol

    from island.parts import Output

    class Bus(Protocol):
        def write(self, address: int, data: bytes) -> bool: ...


MODE1 = 0x00
MODE2 = 0x01
LED0 = 0x06  # four registers a channel: on low, on high, off low, off high
ALL_OFF_H = 0xFD
PRE_SCALE = 0xFE
AUTO_INCREMENT = 0x20
SLEEP = 0x10
TOTEM_POLE = 0x04  # changes come with the stop of a message; low while not enabled
FULL_OFF = 0x10
STEPS = 4096
FRAME_HZ = 50


class Channel:
    """One output. Says nothing twice."""

    def __init__(self, chip: "Pca9685", number: int) -> None:
        self._chip = chip
        self._number = number
        self._told = -1

    def duty_ns(self, duty_ns: int) -> None:
        """A pulse at the start of each frame; 0 is none, at once."""
        steps = self._chip.steps(duty_ns)
        if steps == self._told:
            return
        off_h = steps >> 8 if steps else FULL_OFF
        data = bytes([LED0 + 4 * self._number, 0, 0, steps & 0xFF, off_h])
        self._told = steps if self._chip.write(data) else -1


class Pca9685:
    """``khz`` is the true frequency of its oscillator, nominally 25000, measured for each chip."""

    def __init__(self, bus: "Bus", address: int, off_pin: "Output", khz: int) -> None:
        self.failed = False
        self._bus = bus
        self._address = address
        self._off_pin = off_pin
        self._khz = khz
        ticks_hz = STEPS * FRAME_HZ
        self._prescale = (khz * 1000 + ticks_hz // 2) // ticks_hz - 1
        self._channels = [Channel(self, number) for number in range(16)]

    def start(self) -> bool:
        """Outputs disabled, every channel off, asleep (which the prescaler demands); false if it
        does not answer."""
        self._off_pin.set(1)
        self.failed = False
        for channel in self._channels:
            channel._told = 0
        self.write(bytes([ALL_OFF_H, FULL_OFF]))
        self.write(bytes([MODE1, SLEEP | AUTO_INCREMENT]))
        self.write(bytes([PRE_SCALE, self._prescale]))
        self.write(bytes([MODE2, TOTEM_POLE]))
        return not self.failed

    def channel(self, number: int) -> Channel:
        return self._channels[number]

    def enable(self, on: bool) -> None:
        """Wakes the chip and lets its pulses out; off works even if it does not answer."""
        if on:
            self.write(bytes([MODE1, AUTO_INCREMENT]))
            self._off_pin.set(1 if self.failed else 0)
            return
        self._off_pin.set(1)
        for channel in self._channels:
            channel._told = 0
        self.write(bytes([ALL_OFF_H, FULL_OFF]))
        self.write(bytes([MODE1, SLEEP | AUTO_INCREMENT]))

    def steps(self, duty_ns: int) -> int:
        """A pulse in the chip's steps, each ``prescale + 1`` periods of its oscillator."""
        step = (self._prescale + 1) * 1000
        return min((duty_ns // 1000 * self._khz + step // 2) // step, STEPS - 1)

    def write(self, data: bytes) -> bool:
        """One message; after one that failed nothing more is sent until ``start``."""
        if not self.failed and not self._bus.write(self._address, data):
            self.failed = True
            self._off_pin.set(1)
        return not self.failed
