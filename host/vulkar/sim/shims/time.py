# mypy: ignore-errors
"""``time`` of the simulated chip: ticks wrap at 2**30 as on the RP2040, and start near the wrap."""

from chipcore import core, cost
from utime import *  # noqa: F403 (CPython's own modules want the rest of it)

_MASK = (1 << 30) - 1
_HALF = 1 << 29
# The wraps come 2 s and 3 s after power-on, so that every run meets both.
_US = (1 << 30) - 2_000_000 - core.BOOT
_MS = (1 << 30) - 3_000
_COST = cost("ticks")
_STATEMENT = cost("statement")  # the firmware compares ticks once for each part that it looks after


def ticks_us():
    core.charge(_COST)
    return (core.now + _US) & _MASK


def ticks_ms():
    core.charge(_COST)
    return ((core.time_us() - core.BOOT) // 1000 + _MS) & _MASK


ticks_cpu = ticks_us


def ticks_diff(a, b):
    core.charge(_STATEMENT)
    return ((a - b + _HALF) & _MASK) - _HALF


def ticks_add(a, delta):
    core.charge(_STATEMENT)
    return (a + delta) & _MASK


def sleep_us(us):
    core.sleep(core.time_us() + max(0, us), False)


def sleep_ms(ms):
    core.sleep(core.time_us() + max(0, ms) * 1000, False)


def sleep(s):
    core.sleep(core.time_us() + int(max(0, s) * 1_000_000), False)


def time_ns():
    return (core.time_us() - core.BOOT) * 1000


def time():
    return (core.time_us() - core.BOOT) // 1_000_000
