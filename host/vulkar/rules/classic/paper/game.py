"""A game with a real deck: one deck for all, drawn by hand, counted by the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.game import Game, step_functions
from vulkar.rules.classic.items.flows import ALL_FLOWS
from vulkar.rules.classic.paper import dream, steps
from vulkar.rules.classic.paper.deck import not_open, objection, without_cards
from vulkar.rules.core import Answer, Ask, Refused, Sink, View
from vulkar.rules.flow import Table, compile_flows

HANDS: Final = ("phone", "paper")


class PaperGame(Game):
    """The same game with other steps wherever a card comes from the deck or from a paper hand.

    ``hands``: ``phone`` or ``paper`` for each seat. Unknown cards are ``UNKNOWN`` in hands and
    counted under that index in the pile.
    """

    TABLE: ClassVar[Table] = compile_flows(ALL_FLOWS, {**step_functions(), **vars(steps)})

    def __init__(
        self,
        island: IslandMap,
        preset: str,
        seats: tuple[str, ...],
        hands: Sequence[str],
        options: dict[str, object] | None = None,
        sink: Sink | None = None,
    ) -> None:
        self.paper = tuple(hand == "paper" for hand in hands)
        super().__init__(island, preset, seats, options, sink)

    def _lay_out(self) -> None:
        self.s.pile = [0] * len(KINDS) + [sum(COUNTS)]

    def _share(self, new: Game) -> None:
        super()._share(new)
        new.paper = self.paper

    def answer(self, number: int, value: Answer, sink: Sink | None = None) -> None:
        """As in any game; also refuses what cannot be true, given all that was seen."""
        ask = self.ask
        if ask is not None and ask.number == number and ask.asker >= 0:
            no = self.objection(ask.asker, value) if value in ask.legal else None
            if no is not None:
                raise no
        super().answer(number, value, sink)

    def objection(self, seat: int, value: Any) -> Refused | None:
        """Why a legal answer of ``seat`` cannot be true; None where it can."""
        return objection(self, seat, value)

    def without_cards(self, ask: Ask) -> Ask:
        """What a program may answer for a seat: no real card."""
        return without_cards(self, ask)

    def imagine(self, seat: int, rng: random.Random) -> Game:
        """A game of phone hands that agrees with what ``seat`` knows, and with its own count."""
        return dream.imagine(self, seat, rng)

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know. Of a paper hand that is its count: who holds it can look.

        ``paper``: the pawns whose hands are real; ``unseen``: of each kind, how many do not lie
        open.
        """
        visible, known = super().view(seat)
        if seat is not None and self.paper[seat]:
            visible["hand"] = []
        visible["paper"] = [p for p, real in zip(self.seats, self.paper, strict=True) if real]
        visible["unseen"] = dict(zip(KINDS, not_open(self), strict=True))
        return View(visible, known)


def game_of(
    island: IslandMap,
    preset: str,
    seats: tuple[str, ...],
    options: dict[str, object] | None = None,
    sink: Sink | None = None,
    hands: Sequence[str] = (),
) -> Game:
    """The game for these hands: with a real deck where one of them is paper, else as ever.

    ``hands``: ``phone`` or ``paper`` for each seat, or nothing. Raises ``VulkarError``, also
    ``hands.bad``.
    """
    if hands and (len(hands) != len(seats) or not set(hands) <= set(HANDS)):
        raise VulkarError("hands.bad", hands=", ".join(map(str, hands)))
    if "paper" in hands:
        return PaperGame(island, preset, seats, hands, options, sink)
    return Game(island, preset, seats, options, sink)


__all__ = ["HANDS", "PaperGame", "game_of"]
