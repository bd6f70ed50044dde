"""What a bot is, and what a ruleset's package of bots offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from vulkar.rules import Answer, Ask


class Bot(Protocol):
    """Chooses one of the legal answers. A bot with ``blind = True`` never looks at the game."""

    def choose(self, game: Any, ask: Ask, seat: int) -> Answer:
        """``game``: what ``game.imagine(seat, rng)`` gave, of the bot's own ruleset; it may be
        spoilt."""


class Random:
    """Plays uniformly among the legal answers of any game."""

    blind: Final = True

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, game: Any, ask: Ask, seat: int) -> Answer:
        """Any legal answer."""
        del game, seat
        return ask.legal[self.rng.randrange(len(ask.legal))]


@dataclass(frozen=True, slots=True)
class Effort:
    """A bot, named ``search``, whose strength is a number of playouts for each decision.

    ``playouts_a_second`` measures by a clock, in seconds, how fast they are on this machine.
    """

    make: Callable[[random.Random, int], Bot]
    playouts_a_second: Callable[[Callable[[], float]], float]


@dataclass(frozen=True, slots=True)
class BotSet:
    """The bots of one ruleset. ``stand_in`` plays for people who are gone or late."""

    kinds: Mapping[str, Callable[[random.Random], Bot]]
    stand_in: str = "random"
    effort: Effort | None = None

    @property
    def offered(self) -> tuple[str, ...]:
        """Their names as they are offered: the stand-in first, the one without aims last."""
        return tuple(sorted(self.kinds, key=lambda kind: (kind == "random", kind != self.stand_in)))
