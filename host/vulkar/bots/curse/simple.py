"""A player of the 2018 game with simple aims: sets of treasures, snapshots, and the way home."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vulkar.bots.curse import worth
from vulkar.rules.core import Answer, Ask

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game


class Simple:
    """Takes what completes its sets, lets marbles go at others, and is aboard in time."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, game: Game, ask: Ask, seat: int) -> Answer:
        """The legal answer with the best score; ties are broken by chance."""
        score = worth.SCORES[ask.kind]
        best: list[Answer] = []
        top = float("-inf")
        for answer in ask.legal:
            value = score(game, ask, seat, answer)
            if value > top:
                best, top = [answer], value
            elif value == top:
                best.append(answer)
        return best[0] if len(best) == 1 else best[self.rng.randrange(len(best))]
