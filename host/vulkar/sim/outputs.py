"""What the controller's pins drive: pulses, the servo rail, the PWM chip, lamps."""

from __future__ import annotations

from vulkar.sim.chips.pca9685 import Pca9685
from vulkar.sim.chips.ws2812 import LampChain
from vulkar.sim.pwm import PwmBlock
from vulkar.sim.shims import chipwire as w
from vulkar.sim.wiring import CHIP_OUTPUT, Wiring


class Outputs:
    """The pins with what hangs on them. Where nobody drives, resistors hold rail and chip off."""

    def __init__(self, wiring: Wiring) -> None:
        self.pwm = PwmBlock()
        self.rail = wiring.rail_pin is None
        self.pwm_chip: Pca9685 | None = None
        self.lamps: LampChain | None = None
        self._wiring = wiring
        self._message = bytearray()
        self._words: list[int] = []
        if wiring.pwm_chip is not None:
            self.pwm_chip = Pca9685(wiring.pwm_chip.address, wiring.pwm_chip.oscillator_khz)
        if wiring.lamps is not None:
            self.lamps = LampChain(wiring.lamps.count)

    def note(self, t_us: int, kind: int, pin: int, value: int) -> None:
        """What the firmware did."""
        if kind == w.PIN_OUT:
            self._level(pin, value)
        elif kind == w.PINS_RELEASE:
            self.release()
        elif kind == w.I2C_START:
            self._message.clear()
        elif kind == w.I2C_BYTE:
            self._message.append(value)
        elif kind == w.I2C_STOP and self.pwm_chip is not None:
            self.pwm_chip.write(pin, bytes(self._message))
        elif kind == w.LAMP_WORD:
            self._words.append(value)
        elif kind == w.LAMP_END and self.lamps is not None:
            self.lamps.take(self._words)
            self._words.clear()
        self.pwm.note(t_us, kind, pin, value)

    def _level(self, pin: int, level: int) -> None:
        if pin == self._wiring.rail_pin:
            self.rail = level == self._wiring.rail_on
        wire = self._wiring.pwm_chip
        if self.pwm_chip is not None and wire is not None and pin == wire.enable_pin:
            self.pwm_chip.enabled = not level

    def release(self) -> None:
        """No pin is driven: the board's resistors decide."""
        self.rail = self._wiring.rail_pin is None
        if self.pwm_chip is not None:
            self.pwm_chip.enabled = False

    def hard_reset(self) -> None:
        """The controller restarts: its own pulses end, the PWM chip's go on."""
        self.pwm.hard_reset()
        self.release()
        self._words.clear()

    def pulse_us(self, output: int) -> float | None:
        """The pulses that a servo gets; None without any, or without the rail."""
        if not self.rail:
            return None
        if output < CHIP_OUTPUT:
            return self.pwm.pulse_us(output)
        assert self.pwm_chip is not None
        return self.pwm_chip.pulse_us(output - CHIP_OUTPUT)

    @property
    def lamps_ma(self) -> float:
        """What the lamps draw."""
        if self.lamps is None or self._wiring.lamps is None:
            return 0.0
        return self.lamps.draws_ma(self._wiring.lamps.full_ma, self._wiring.lamps.dark_ma)
