"""Tick counters that wrap: ``ms()``, ``us()``; ``diff(a, b)`` is a - b, ``add(a, n)`` is a + n."""

import time


def diff(end: int, start: int) -> int:
    return ((end - start + 0x20000000) & 0x3FFFFFFF) - 0x20000000


def add(ticks: int, delta: int) -> int:
    return (ticks + delta) & 0x3FFFFFFF


def ms() -> int:
    return int(time.monotonic() * 1000) & 0x3FFFFFFF  # type: ignore[attr-defined]


def us() -> int:
    return int(time.monotonic() * 1000000) & 0x3FFFFFFF  # type: ignore[attr-defined]


try:  # above is what CPython gets, wrapping as on a Pico; MicroPython has its own
    from time import ticks_add as add  # type: ignore[assignment] # noqa: F401
    from time import ticks_diff as diff  # type: ignore[assignment] # noqa: F401
    from time import ticks_ms as ms  # type: ignore[assignment] # noqa: F401
    from time import ticks_us as us  # type: ignore[assignment] # noqa: F401
except ImportError:
    pass
