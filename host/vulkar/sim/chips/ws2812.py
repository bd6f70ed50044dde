"""A chain of WS2812 lamps: what each takes of a line's levels, and what it draws.

Times: Worldsemi data sheet WS2812B. A lamp takes the first 24 bits after a pause, green, red, blue
with the highest bit first, and hands on what follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

HIGH_0_NS: Final = (250, 550)
HIGH_1_NS: Final = (650, 950)
LOW_NS: Final = (250, 5_000)  # a longer low ends the frame, some lamps wait for 280 us
RESET_NS: Final = 280_000
BITS: Final = 24


class LampChain:
    """``colours`` are (red, green, blue), kept until others come or the supply goes."""

    def __init__(self, count: int) -> None:
        self.colours: list[tuple[int, int, int]] = [(0, 0, 0)] * count
        self.frames = 0
        self._light = 0  # of all colours of all lamps: asked for far oftener than it changes

    def take(self, words: Iterable[int]) -> None:
        """A whole frame of 24-bit values in the order of the line."""
        for lamp, word in enumerate(words):
            if lamp < len(self.colours):
                self.colours[lamp] = (word >> 8 & 255, word >> 16 & 255, word & 255)
        self._light = sum(map(sum, self.colours))
        self.frames += 1

    def hear(self, levels: Iterable[tuple[int, int]]) -> None:
        """The line's levels as (level, ns), in order. Raises ``ValueError`` where a time is none
        that the data sheet allows."""
        bits: list[int] = []
        for level, ns in levels:
            if level:
                if not (HIGH_0_NS[0] <= ns <= HIGH_0_NS[1] or HIGH_1_NS[0] <= ns <= HIGH_1_NS[1]):
                    raise ValueError(f"high for {ns} ns")
                bits.append(int(ns >= HIGH_1_NS[0]))
            elif ns >= RESET_NS:
                self._latch(bits)
                bits = []
            elif bits and not LOW_NS[0] <= ns <= LOW_NS[1]:
                raise ValueError(f"low for {ns} ns")
        self._latch(bits)

    def _latch(self, bits: list[int]) -> None:
        if len(bits) % BITS:
            raise ValueError(f"{len(bits)} bits are no whole lamps")
        if bits:
            self.take(
                int("".join(map(str, bits[at : at + BITS])), 2) for at in range(0, len(bits), BITS)
            )

    def draws_ma(self, full_ma: float, dark_ma: float) -> float:
        """The current of the chain."""
        return len(self.colours) * dark_ma + self._light * full_ma / 255
