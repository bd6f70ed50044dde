# mypy: ignore-errors
"""``hallscan`` of the simulated chip: a block copy in place of the registers' sweep."""

from chipcore import core, cost

_COST = cost("scan")


def init(select_pins, adc_pins):
    if not adc_pins or len(adc_pins) << len(select_pins) > 256:
        raise ValueError("select pins and ADC pins make no more than 256 readings")


def scan(buf):
    core.charge(_COST)
    memoryview(buf)[:] = memoryview(core.field())[: len(buf)]
