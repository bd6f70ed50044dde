"""The latches of a controller, by the number that it tells, and their errors."""

from __future__ import annotations

from typing import Final

from vulkar.errors import VulkarError
from vulkar.link import wire

STOP: Final = 0  # in the place of a fault's number, see ``Controller.latched``
CODES: Final = {
    STOP: "latch.stop",
    wire.FAULT_CODE: "latch.exception",
    wire.FAULT_TIMER: "latch.timer",
    wire.FAULT_POWER: "latch.power",
    wire.FAULT_KEYBOARD: "latch.interrupt",
    wire.FAULT_PWM_CHIP: "latch.pwm_chip",
}


def latch_error(latched: int) -> VulkarError:
    """The catalogue's entry for what is latched, to tell it or to end a game with it."""
    return VulkarError(CODES.get(latched, "latch.other"), number=latched)
