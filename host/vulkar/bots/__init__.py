"""Players that are programs. A bot sees only a game that its seat could be in.

Each ruleset may have a package of its own here that offers ``BOTS``; one without has ``random``.
"""

from __future__ import annotations

import importlib
import random
from typing import Final, cast

from vulkar.bots.bot import Bot, BotSet, Effort, Random
from vulkar.bots.playout import Played, RandomWorld, playout
from vulkar.errors import VulkarError

MODULES: Final = {
    "classic": "vulkar.bots.classic",
    "curse": "vulkar.bots.curse",
    "ship": "vulkar.bots.ship",
}
MOST_PLAYOUTS: Final = 100_000
_ONLY_RANDOM: Final = BotSet({"random": Random})


def bots_of(ruleset: str) -> BotSet:
    """The bots that can play a ruleset."""
    if ruleset not in MODULES:
        return _ONLY_RANDOM
    return cast(BotSet, importlib.import_module(MODULES[ruleset]).BOTS)


def check_name(name: str, ruleset: str) -> str:
    """The name of a bot of a ruleset, or ``search:N`` with N playouts for each decision.

    Raises ``VulkarError`` (``bot.unknown``, ``bot.playouts``).
    """
    found = bots_of(ruleset)
    kind, colon, number = name.partition(":")
    if kind not in found.kinds or (colon and (kind != "search" or found.effort is None)):
        raise VulkarError("bot.unknown", name=name, known=", ".join(found.kinds))
    if colon and not (number.isdecimal() and 1 <= int(number) <= MOST_PLAYOUTS):
        raise VulkarError("bot.playouts", name=name, most=MOST_PLAYOUTS)
    return name


def make(name: str, rng: random.Random, ruleset: str) -> Bot:
    """A bot by name; see :func:`check_name`."""
    kind, colon, number = check_name(name, ruleset).partition(":")
    found = bots_of(ruleset)
    if colon and found.effort is not None:
        return found.effort.make(rng, int(number))
    return found.kinds[kind](rng)


__all__ = [
    "Bot",
    "BotSet",
    "Effort",
    "Played",
    "Random",
    "RandomWorld",
    "bots_of",
    "check_name",
    "make",
    "playout",
]
