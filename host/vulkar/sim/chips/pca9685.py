"""The PCA9685 at its registers: sixteen PWM channels on I2C (NXP data sheet, revision 4).

It knows nothing of the controller, so it keeps pulsing through the controller's resets. Power-on
state: asleep, every channel fully off. A changed register counts from the stop of its message on,
wherever the frame stands, which is the worst that a servo can meet.
"""

from __future__ import annotations

from typing import Final

MODE1: Final = 0x00
MODE2: Final = 0x01
LED0: Final = 0x06
LED15_END: Final = 0x45
ALL_LED: Final = 0xFA
ALL_END: Final = 0xFD
PRE_SCALE: Final = 0xFE
RESTART: Final = 0x80
AUTO_INCREMENT: Final = 0x20
SLEEP: Final = 0x10
FULL: Final = 0x10  # of a channel's high bytes: fully on, fully off
CHANNELS: Final = 16
STEPS: Final = 4096
GENERAL_CALL: Final = 0x00
SOFTWARE_RESET: Final = b"\x06"


class Pca9685:
    """``oscillator_khz`` is the true frequency of this chip. ``enabled``: its OE pin is low."""

    def __init__(self, address: int, oscillator_khz: float = 25_000.0) -> None:
        self.address = address
        self.oscillator_khz = oscillator_khz
        self.enabled = False
        self.registers = bytearray(256)
        self._held = False  # slept with channels running: they wait for RESTART or a new value
        self.power_on()

    def power_on(self) -> None:
        """Power-on, or the software reset of a general call."""
        self.registers[:] = bytes(256)
        self.registers[MODE1] = SLEEP | 0x01
        self.registers[MODE2] = 0x04
        self.registers[PRE_SCALE] = 0x1E
        for channel in range(CHANNELS):
            self.registers[LED0 + 4 * channel + 3] = FULL
        self._held = False

    def write(self, address: int, data: bytes) -> None:
        """One message from start to stop; ``data`` begins with the register's number."""
        if address == GENERAL_CALL and data == SOFTWARE_RESET:
            self.power_on()
        if address != self.address or not data:
            return
        register = data[0]
        for value in data[1:]:
            self._store(register, value)
            if not self.registers[MODE1] & AUTO_INCREMENT:
                break
            register = self._next(register)

    def _next(self, register: int) -> int:
        if register in (LED15_END, PRE_SCALE):
            return MODE1
        return register + 1

    def _store(self, register: int, value: int) -> None:
        if register == MODE1:
            self._mode1(value)
        elif register == PRE_SCALE:
            if self.asleep:  # blocked while the oscillator runs
                self.registers[PRE_SCALE] = max(3, value)
        elif ALL_LED <= register <= ALL_END:
            for channel in range(CHANNELS):
                self.registers[LED0 + 4 * channel + register - ALL_LED] = value
            self._held = False
        else:
            self.registers[register] = value
            if LED0 <= register <= LED15_END:
                self._held = False

    def _mode1(self, value: int) -> None:
        was = self.registers[MODE1]
        running = any(not self._full_off(channel) for channel in range(CHANNELS))
        restart = was & RESTART
        if value & SLEEP and not was & SLEEP and running:
            self._held = True
            restart = RESTART
        if value & RESTART and restart and not value & SLEEP:
            self._held = False
            restart = 0
        self.registers[MODE1] = (value & ~RESTART) | (restart if self._held else 0)

    @property
    def asleep(self) -> bool:
        """The oscillator is off."""
        return bool(self.registers[MODE1] & SLEEP)

    @property
    def frame_us(self) -> float:
        """The length of a frame."""
        return STEPS * self._step_us

    @property
    def _step_us(self) -> float:
        return (self.registers[PRE_SCALE] + 1) * 1000.0 / self.oscillator_khz

    def _full_off(self, channel: int) -> bool:
        return bool(self.registers[LED0 + 4 * channel + 3] & FULL)

    def pulse_us(self, channel: int) -> float | None:
        """The width of the pulses at a channel's pin; None where none come.

        A channel that is fully on gives no pulses, but the whole frame.
        """
        if not self.enabled or self.asleep or self._held or self._full_off(channel):
            return None
        at = LED0 + 4 * channel
        on_low, on_high, off_low, off_high = self.registers[at : at + 4]
        if on_high & FULL:
            return self.frame_us
        on, off = on_low | (on_high & 15) << 8, off_low | (off_high & 15) << 8
        return None if on == off else (off - on) % STEPS * self._step_us
