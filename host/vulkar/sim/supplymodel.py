"""The supply that servos, lamps and controller share: a voltage behind a resistance."""

from __future__ import annotations

from typing import Final

SOURCE_MV: Final = 5_000.0
SOURCE_MOHM: Final = 150.0  # supply and cable
CONTROLLER_MA: Final = 100.0
MOVING_MA: Final = 250.0  # a hobby servo on its way
STALLED_MA: Final = 900.0
BROWNOUT_MV: Final = 1_800.0  # below this a Pico resets
COUNTS: Final = 4096


def voltage_mv(moving: int, stalled: int, lamps_ma: float, source_mohm: float) -> float:
    """What is left at the terminals with so many servos moving and stalled."""
    current_ma = CONTROLLER_MA + moving * MOVING_MA + stalled * STALLED_MA + lamps_ma
    return max(0.0, SOURCE_MV - current_ma * source_mohm / 1000)


def counts(mv: float, full_mv: float) -> int:
    """The ADC's reading, 12 bits."""
    return min(COUNTS - 1, max(0, round(mv * COUNTS / full_mv)))
