"""Players that are programs. A bot sees only a game that its seat could be in."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from vulkar.bots.playout import Played, RandomWorld, playout
from vulkar.bots.simple import Simple
from vulkar.errors import VulkarError
from vulkar.rules.classic import Game
from vulkar.rules.core import Answer, Ask


class Bot(Protocol):
    """Chooses one of the legal answers. A bot with ``blind = True`` never looks at the game."""

    def choose(self, game: Game, ask: Ask, seat: int) -> Answer:
        """``game``: what ``game.imagine(seat, rng)`` gave; the bot may spoil it."""


class Random:
    """Plays uniformly among the legal answers."""

    blind: Final = True

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, game: Game, ask: Ask, seat: int) -> Answer:
        """Any legal answer."""
        del game, seat
        return ask.legal[self.rng.randrange(len(ask.legal))]


BOTS: Final[dict[str, Callable[[random.Random], Bot]]] = {"random": Random, "simple": Simple}


def make(name: str, rng: random.Random) -> Bot:
    """A bot by name. Raises ``VulkarError("bot.unknown")``."""
    if name not in BOTS:
        raise VulkarError("bot.unknown", name=name, known=", ".join(BOTS))
    return BOTS[name](rng)


__all__ = ["BOTS", "Bot", "Played", "Random", "RandomWorld", "Simple", "make", "playout"]
