"""Players that are programs. A bot sees only a game that its seat could be in."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from vulkar.bots.playout import Played, RandomWorld, playout
from vulkar.bots.search import PLAYOUTS, Search
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


BOTS: Final[dict[str, Callable[[random.Random], Bot]]] = {
    "random": Random,
    "simple": Simple,
    "search": Search,
}
MOST_PLAYOUTS: Final = 100_000


def check_name(name: str) -> str:
    """The name of a bot: one of ``BOTS``, or ``search:N`` with N playouts for each decision.

    Raises ``VulkarError`` (``bot.unknown``, ``bot.playouts``).
    """
    kind, colon, number = name.partition(":")
    if kind not in BOTS or (colon and kind != "search"):
        raise VulkarError("bot.unknown", name=name, known=", ".join(BOTS))
    if colon and not (number.isdecimal() and 1 <= int(number) <= MOST_PLAYOUTS):
        raise VulkarError("bot.playouts", name=name, most=MOST_PLAYOUTS)
    return name


def make(name: str, rng: random.Random) -> Bot:
    """A bot by name; see :func:`check_name`."""
    kind, colon, number = check_name(name).partition(":")
    return Search(rng, int(number)) if colon else BOTS[kind](rng)


__all__ = [
    "BOTS",
    "PLAYOUTS",
    "Bot",
    "Played",
    "Random",
    "RandomWorld",
    "Search",
    "Simple",
    "check_name",
    "make",
    "playout",
]
