"""Arithmetic of the wrapping tick counters: ``diff(a, b)`` is a - b, ``add(a, n)`` is a + n."""

try:
    from time import ticks_add as add
    from time import ticks_diff as diff
except ImportError:  # CPython; a Pico's counters wrap at 2**30

    def add(ticks_in: int, delta: int) -> int:
        return (ticks_in + delta) & 0x3FFFFFFF

    def diff(ticks1: int, ticks2: int) -> int:
        return ((ticks1 - ticks2 + 0x20000000) & 0x3FFFFFFF) - 0x20000000
