"""Random memory games under random readings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from vulkar.maps import load
from vulkar.rules import CHANCE, WORLD, Sink
from vulkar.rules.chance import Chance
from vulkar.rules.ship.game import Game
from vulkar.rules.ship.options import OPTIONS

SEATS = ("red", "blue", "green", "yellow")
ISLAND = load("classic")


def random_setup(rng: random.Random) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A preset, 2-4 seats, and readings drawn anew."""
    options = {name: rng.choice(OPTIONS.choices(name)) for name in OPTIONS.about}
    return rng.choice(tuple(OPTIONS.presets)), SEATS[: rng.randint(2, 4)], options


def games(seed: int, sink: Sink | None = None) -> Iterator[tuple[Game, Any]]:
    """Yields ``(game, answer)`` before each answer is given; the game is played on after it."""
    rng = random.Random(seed)
    chance = Chance(seed)
    game = Game(ISLAND, *random_setup(rng), sink)
    while game.ask is not None:
        ask = game.ask
        if ask.asker == CHANCE:
            value = chance.answer(ask)
        elif ask.asker == WORLD:
            value = rng.choice(([], [["never_left"]], [["hit", "red"]], [["not_pushed"]]))
        else:
            value = rng.choice(ask.legal)
        yield game, value
        game.answer(ask.number, value, sink)
    yield game, None
