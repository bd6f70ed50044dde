# mypy: ignore-errors
"""``hallscan`` of the simulated chip: a block copy in place of the registers' sweep."""

from chipcore import core, cost

_COST = cost("scan")


def init(select_pins, adc_pins):
    if len(select_pins) != 4 or not 1 <= len(adc_pins) <= 8:
        raise ValueError("4 select pins and 1 to 8 outputs")


def scan(buf):
    core.charge(_COST)
    memoryview(buf)[:] = memoryview(core.field())[: len(buf)]
