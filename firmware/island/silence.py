"""No pulses: the first thing after a start and the last before an end."""

import machine

COMPARE = 0x4005000C  # the compare register of PWM slice 0 (RP2040 data sheet, 4.5.3)
STRIDE = 0x14
SLICES = 8
RELEASE = 0xD0000028  # SIO: a 1 makes that pin an input (2.3.1.7)
EVERY_PIN = 0x3FFFFFFF


def silence() -> None:
    """Takes every pulse away: a soft reset leaves the PWM slices 4 to 7 running.

    The compare registers are cleared without touching what the pins are used for. Pins that were
    driven become inputs, so that the board's own resistors switch servo rail and PWM chip off.
    """
    machine.mem32[RELEASE] = EVERY_PIN
    for part in range(SLICES):
        machine.mem32[COMPARE + STRIDE * part] = 0
