"""Pins by number as the firmware wants them, on gpiozero devices. One owner, one process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gpiozero import DigitalOutputDevice, InputDevice, PWMOutputDevice

FRAME_US: Final = 20_000  # 50 Hz


class Wires:
    """``rail`` is the pin of the servo rail: it is never driven here, ``ask_rail(level)`` is told.

    The rail belongs to the process above, which outlives this one.
    """

    def __init__(self, factory: Any, rail: int, ask_rail: Callable[[int], None]) -> None:
        self._factory = factory
        self._rail = rail
        self._ask_rail = ask_rail
        self._devices: dict[int, Any] = {}

    def drive(self, pin: int, level: int) -> None:
        """Makes the pin an output of this level."""
        if pin == self._rail:
            self._ask_rail(level)
            return
        device = self._device(pin, DigitalOutputDevice, initial_value=bool(level))
        device.value = level

    def read(self, pin: int) -> int:
        """The level of a pin that is pulled up."""
        return int(self._device(pin, InputDevice, pull_up=True).pin.state)

    def pulse(self, pin: int, width_us: float) -> None:
        """Pulses of this width every 20 ms; 0 for none. A running pulse is ended as it began."""
        device = self._device(pin, PWMOutputDevice, frequency=1_000_000 // FRAME_US)
        device.value = min(1.0, max(0.0, width_us / FRAME_US))

    def silence(self) -> None:
        """No pulses on any pin, and no rail."""
        for device in self._devices.values():
            if isinstance(device, PWMOutputDevice):
                device.value = 0
        self._ask_rail(-1)

    def rescue_rail(self, off_level: int) -> None:
        """Takes the rail's pin over and drives it off: the process that kept it is gone."""
        self._devices[self._rail] = DigitalOutputDevice(
            self._rail, initial_value=bool(off_level), pin_factory=self._factory
        )

    def _device(self, pin: int, kind: type, **settings: Any) -> Any:
        """The pin's device of this kind, made anew where it was another one."""
        known = self._devices.get(pin)
        if known is None or type(known) is not kind:
            if known is not None:
                known.close()
            self._devices[pin] = kind(pin, pin_factory=self._factory, **settings)
        return self._devices[pin]
