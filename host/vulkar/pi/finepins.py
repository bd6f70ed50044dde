"""gpiozero's lgpio pins with pulses finer than 200 us.

gpiozero hands lgpio whole per cents, which at 50 Hz are steps of 200 us: a servo would know ten
positions. lgpio itself takes fractions.
"""

from __future__ import annotations

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin


class FinePin(LGPIOPin):  # type: ignore[misc]
    """A pin whose duty cycle is a fraction, as lgpio takes it."""

    _pwm: tuple[float, float] | None

    def _set_state(self, value: float) -> None:
        running: tuple[float, float] | None = self._pwm
        if not running:
            super()._set_state(value)
            return
        self._pwm = (running[0], value * 100)
        lgpio.tx_pwm(self.factory._handle, self._number, *self._pwm)


class FineFactory(LGPIOFactory):  # type: ignore[misc]
    """Opens the header's chip, whichever number it has on this Pi."""

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = FinePin
