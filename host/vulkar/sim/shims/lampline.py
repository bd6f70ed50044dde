# mypy: ignore-errors
"""``lampline`` of the simulated chip: a frame of words in place of PIO and DMA."""

import chipwire as w
from chipcore import core, cost

_COST = cost("lamps")


class Line:
    def __init__(self, pin, count):
        self._count = count

    def write(self, words):
        core.charge(_COST)
        for i in range(self._count):
            core.note(w.LAMP_WORD, 0, words[i] >> 8)
        core.note(w.LAMP_END, 0, 0)
