"""Random games, question by question, for property tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.rules.arrange import SEATS, Table, island
from vulkar.bots import RandomWorld
from vulkar.rules import CHANCE, WORLD, Ask, Sink
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.options import Options, choices

NAMES = tuple(Options.__dataclass_fields__)


def random_options(rng: random.Random) -> dict[str, object]:
    """Any mixture of readings."""
    return {name: rng.choice(choices(name)) for name in NAMES if rng.random() < 0.3}


class World(RandomWorld):
    """Says everything a world can say, also that a push did not count."""

    def answer(self, ask: Ask) -> Any:
        if self.rng.random() < 0.05:
            return [["not_pushed"]]
        rows = super().answer(ask)
        if self.rng.random() < 0.1 and rows and rows[0][0] == "hit":
            rows.append(["fell", rows[0][1], [ask.data["standing"][rows[0][1]]]])
        if self.rng.random() < 0.05 and rows != [["never_left"]]:
            rows.append(["bridge_down", "B1"])
        return rows


def scattered(rng: random.Random, options: dict[str, object]) -> Game:
    """A game in its middle: pieces anywhere on the trails, full hands, often an owner."""
    seats = SEATS[: rng.randint(2, 4)]
    trail = [s.id for s in island().spaces.values() if s.kind in ("cell", "stone", "bridge")]
    heart = trail.index(rng.choice(trail))  # pieces stand close together, so that much happens
    near = (trail * 2)[heart : heart + 12]
    spaces = rng.sample(near, len(seats))
    deck = [k for k, n in zip(KINDS, COUNTS, strict=True) for _ in range(n)]
    rng.shuffle(deck)
    hands = {p: [deck.pop() for _ in range(4)] for p in seats}
    owner = rng.choice((None, *seats))
    return Table(dict(zip(seats, spaces, strict=True)), hands=hands, owner=owner, **options).g


def games(
    seed: int,
    *,
    turns: int = 60,
    mixed: bool = False,
    middle: bool = False,
    sink: Sink | None = None,
) -> Iterator[tuple[Game, Any]]:
    """Yields ``(game, answer)`` before each answer is given; the game is played on after it."""
    rng = random.Random(seed)
    if middle:
        game = scattered(rng, random_options(rng) if mixed else {})
    else:
        seats = SEATS[: rng.randint(2, 4)]
        game = Game(island(), "anniversary", seats, random_options(rng) if mixed else None, sink)
    chance, world = Chance(seed), World(island(), rng)
    while game.ask is not None and game.s.turns <= turns:
        ask = game.ask
        if ask.asker == CHANCE:
            value = chance.answer(ask)
        elif ask.asker == WORLD:
            value = world.answer(ask)
        else:
            value = rng.choice(ask.legal)
        yield game, value
        game.answer(ask.number, value, sink)
    yield game, None
