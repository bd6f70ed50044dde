# mypy: ignore-errors
"""``hallscan`` of the simulated chip: a block copy in place of the registers' sweep."""

from chipcore import core, cost

_COST = cost("scan")
_SWITCHES = cost("switches")
_chain = [0, 0]  # switches behind the analogue sensors, their level while a magnet is there


def init(select_pins, adc_pins):
    if not adc_pins or len(adc_pins) << len(select_pins) > 256:
        raise ValueError("select pins and ADC pins make no more than 256 readings")


def switch_init(load, clock, data, count, present):
    """The block holds the bits of the chain, which the host has clocked through."""
    _chain[0] = count
    _chain[1] = present


def scan(buf):
    core.charge(_COST)
    memoryview(buf)[:] = memoryview(core.field())[: len(buf)]
    if _chain[0]:
        core.charge(_SWITCHES)
        for i in range(len(buf) - _chain[0], len(buf)):
            buf[i] = 4095 if buf[i] == _chain[1] else 0
