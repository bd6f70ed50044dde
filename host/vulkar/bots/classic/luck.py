"""Quick chance and a quick world for games that are only imagined."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from vulkar.rules.core import WORLD, Answer, Ask

if TYPE_CHECKING:
    from vulkar.rules.classic import Game

HIT: Final = 0.6  # share of the pieces on a route that a marble touches


class Luck:
    """Answers dice, draws, picks and rolls out of one generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, game: Game, ask: Ask) -> Answer:
        """A legal answer to a question of chance or of the world."""
        draw = self.rng.random()
        if ask.asker == WORLD:
            return self._roll(game, ask, draw)
        counts = ask.data.get("counts")
        if counts is None:
            return ask.legal[int(draw * len(ask.legal))]
        left = draw * sum(counts)
        for value, count in zip(ask.legal, counts, strict=True):
            left -= count
            if left < 0:
                return value
        return ask.legal[-1]

    def _roll(self, game: Game, ask: Ask, draw: float) -> Answer:
        board = game.board
        on = board.route_spaces[board.by_route[ask.data["route"]]]
        kind = "hit" if game.options.hit_rule == "touch" else "fell"
        rows: list[list[object]] = []
        for pawn, at in zip(game.seats, game.s.pos, strict=True):
            if at in on:
                if draw < HIT:
                    rows.append([kind, pawn] if kind == "hit" else [kind, pawn, [board.names[at]]])
                draw = self.rng.random()
        return rows
