"""How far a fireball is, as everybody hears of it: aimed (anew), rolling, settling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vulkar.island.port import RollOrder

# The island's steps, as far as everybody hears of them; what is not here changes nothing.
STEPS: Final = {
    "checking": "aiming",
    "releasing": "rolling",
    "rolling": "rolling",
    "settling": "settling",
}


class Steps:
    """The steps of one fireball after another; ``on_step`` hears each change once."""

    def __init__(self) -> None:
        self.on_step: Callable[[str, RollOrder], None] = lambda step, order: None
        self._order: RollOrder | None = None
        self._step = ""

    def begin(self, order: RollOrder) -> None:
        """A fireball is under way."""
        self._order, self._step = order, ""
        self.at("checking")

    def at(self, state: str) -> None:
        """Its island is in this state."""
        step = STEPS.get(state)
        if self._order is not None and step is not None and step != self._step:
            self._step = step
            self.on_step(step, self._order)

    def end(self) -> None:
        """No fireball is under way."""
        self._order = None
