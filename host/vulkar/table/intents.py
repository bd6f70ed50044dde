"""Response windows as people need them: all seats say at the same time what they would play.

The engine asks one seat after another. People cannot wait for each other like that, and the order
and the pauses would tell who could have acted. So the table opens every window for everybody, for
one fixed time, collects each seat's standing intent, and only then feeds the engine in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from vulkar.rules import Answer, Ask, Refused

PASS: Final = ["pass"]


class Intents:
    """The intents of one window at a time. Pure: no clock, no chance; the table says when.

    Every seat sees the same count of windows, whoever could act in them.
    """

    def __init__(self) -> None:
        self.window = 0  # how many windows have been opened: the number that seats quote
        self._open = False
        self._offers: dict[int, list[Answer]] = {}
        self._said: dict[int, Answer] = {}
        # why a play that is offered cannot be: where hands are real cards, the deck can object
        self.objection: Callable[[int, Answer], Refused | None] = lambda seat, intent: None

    def open(self, offers: Mapping[int, Sequence[Answer]]) -> int:
        """Opens the next window and returns its number. ``offers``: what each seat could play."""
        self.window += 1
        self._open = True
        self._offers = {seat: list(found) for seat, found in offers.items()}
        self._said.clear()
        return self.window

    def offers(self, seat: int) -> list[Answer]:
        """What ``seat`` may choose from now: its plays and a pass; nothing while none is open."""
        return [*self._offers.get(seat, ()), PASS] if self._open else []

    def said(self, seat: int) -> Answer | None:
        """What ``seat`` has said in the open window; None: nothing yet."""
        return self._said.get(seat) if self._open else None

    def say(self, seat: int, window: int, intent: Answer) -> None:
        """What ``seat`` would do in this window; its last word counts.

        Raises ``Refused``: the window is closed, that cannot be played in it, or no such card can
        be in a hand of real ones.
        """
        if not self._open or window != self.window:
            raise Refused("table.window", "That window is closed.")
        if intent not in self.offers(seat):
            raise Refused("table.intent", f"{intent!r} cannot be played in this window.")
        no = self.objection(seat, intent)
        if no is not None:
            raise no
        self._said[seat] = intent

    def close(self) -> None:
        """No word counts any more; what was said stands for the engine's questions."""
        self._open = False

    def answer(self, ask: Ask) -> Answer:
        """The answer to a ``respond`` question: what the asked seat said, else a pass.

        A card that somebody before it played opens the window anew, so an intent is used only for
        the situation in which it was said.
        """
        intent = self._said.pop(ask.asker, PASS)
        return intent if intent in ask.legal else PASS
