"""A player with simple aims: the jewel, then the Dock; and trouble for whoever leads."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vulkar.bots.classic import tactics
from vulkar.rules.core import Answer, Ask

if TYPE_CHECKING:
    from vulkar.rules.classic import Game


def best_answers(game: Game, ask: Ask, seat: int) -> list[Answer]:
    """The legal answers that share the best score, in their order."""
    score = tactics.SCORES[ask.kind]
    best: list[Answer] = []
    top = -1e9
    for answer in ask.legal:
        value = score(game, ask, seat, answer)
        if value > top:
            best, top = [answer], value
        elif value == top:
            best.append(answer)
    return best


class Simple:
    """Heads for the jewel or the Dock, chases the owner, fires at the leader."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, game: Game, ask: Ask, seat: int) -> Answer:
        """The legal answer with the best score; ties are broken by chance."""
        best = best_answers(game, ask, seat)
        return best[0] if len(best) == 1 else best[self.rng.randrange(len(best))]
