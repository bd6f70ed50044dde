"""A chain of 74HC165: parallel in, serial out. The chip nearest to the controller comes first."""

from __future__ import annotations

from collections.abc import Sequence

BITS = 8


class ShiftChain:
    """``inputs[i]`` is the level that comes out after ``i`` clocks: H of the first chip, G, ...

    While load is low the register follows the inputs; a rising edge of the clock shifts.
    """

    def __init__(self, chips: int) -> None:
        self.inputs = [0] * (chips * BITS)
        self._register = list(self.inputs)
        self._load = 1
        self._clock = 0

    def load(self, level: int) -> None:
        """The level of SH/LD, which is asynchronous."""
        self._load = level
        self._follow()

    def clock(self, level: int) -> None:
        """The level of CLK; no edge shifts while load is low."""
        if level and not self._clock and self._load:
            self._register = [*self._register[1:], 0]  # SER of the last chip is tied low
        self._clock = level

    @property
    def out(self) -> int:
        """QH of the first chip."""
        self._follow()
        return self._register[0]

    def read(self, inputs: Sequence[int]) -> list[int]:
        """What a controller reads that loads once and clocks through."""
        self.inputs[: len(inputs)] = inputs
        self.load(0)
        self.load(1)
        bits = []
        for _ in inputs:
            bits.append(self.out)
            self.clock(1)
            self.clock(0)
        return bits

    def _follow(self) -> None:
        if not self._load:
            self._register = list(self.inputs)
