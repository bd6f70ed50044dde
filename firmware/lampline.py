"""The bits of a chain of WS2812 lamps on an RP2040: a PIO program, fed by DMA.

The chip's half of the seam; a simulator puts a module of this name earlier on the path. A bit is
ten steps of 125 ns: high for three (0) or seven (1), low for the rest. Whatever sends the bits from
the processor would hold up the interrupts that close gates, for 4 ms with 128 lamps.
"""

from array import array

import rp2
from machine import Pin

MACHINE = 0  # the state machine and its request line to the DMA
STEP_HZ = 8_000_000


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _bits():  # type: ignore[no-untyped-def]
    wrap_target()  # type: ignore[name-defined] # noqa: F821
    out(x, 1).side(0)[2]  # type: ignore[name-defined] # noqa: F821
    nop().side(1)[2]  # type: ignore[name-defined] # noqa: F821
    mov(pins, x)[3]  # type: ignore[name-defined] # noqa: F821
    wrap()  # type: ignore[name-defined] # noqa: F821


_dma: "rp2.DMA | None" = None


def _channel() -> "rp2.DMA":
    """One channel for all times: each one claimed stays claimed until a reset."""
    global _dma
    if _dma is None:
        _dma = rp2.DMA()
    return _dma


class Line:
    """A chain of ``count`` lamps behind one pin."""

    def __init__(self, pin: int, count: int) -> None:
        out = Pin(pin)
        self._machine = rp2.StateMachine(
            MACHINE, _bits, freq=STEP_HZ, sideset_base=out, out_base=out
        )
        self._machine.active(1)
        self._dma = _channel()
        self._ctrl = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=MACHINE)
        self._count = count

    def write(self, words: "array[int]") -> None:
        """Starts one transfer and returns; ``words`` must stay as it is for 30 us a lamp.

        The highest 24 bits of a word go out: green, red, blue.
        """
        self._dma.config(
            read=words, write=self._machine, count=self._count, ctrl=self._ctrl, trigger=True
        )
