"""What the firmware imports as ``hallscan`` on a Pi: switch-type halls, one pin each.

A switch (open collector, low with a magnet) reads ``EMPTY`` or ``MAGNET``; there is nothing in
between, and no noise, so a roll's watch calls a switch that did not change *stuck* and asks people.
"""

from __future__ import annotations

from typing import Final

from vulkar.pi.wires import Wires

EMPTY: Final = 2048
MAGNET: Final = 2300

_wires: Wires | None = None
_pins: list[int] = []


def use(wires: Wires) -> None:
    global _wires
    _wires = wires


def init(select_pins: list[int], switch_pins: list[int]) -> None:
    """``switch_pins`` in the order that numbers the sensors; a Pi has no multiplexers to select."""
    if select_pins:
        raise ValueError("a Pi reads switches, one pin each: no select lines")
    _pins[:] = switch_pins
    scan([EMPTY] * len(_pins))


def scan(buf: list[int]) -> None:
    """Fills ``buf`` with one reading a sensor."""
    assert _wires is not None
    for index in range(min(len(buf), len(_pins))):
        buf[index] = EMPTY if _wires.read(_pins[index]) else MAGNET
