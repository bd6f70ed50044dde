"""Random 2018 games: any legal answer, a world in which pawns on the route fall."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.rules.curse.table import FOUR, ISLAND
from vulkar.rules.chance import Chance
from vulkar.rules.core import CHANCE, WORLD, Ask
from vulkar.rules.curse import Game
from vulkar.rules.curse.options import OPTIONS

MOST = 6000  # answers after which a game counts as cut off


def random_setup(rng: random.Random) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A preset, 2-4 seats, and readings drawn anew."""
    options = {name: rng.choice(OPTIONS.choices(name)) for name in OPTIONS.about}
    return rng.choice(tuple(OPTIONS.presets)), FOUR[: rng.randint(2, 4)], options


def world(g: Game, ask: Ask, rng: random.Random) -> list[Any]:
    """Facts: each pawn on the route may fall, in any of the ways that there are."""
    facts: list[Any] = []
    route = ISLAND.routes[ask.data["route"]]
    if rng.random() < 0.02:
        return [["not_pushed"]] if rng.random() < 0.5 else [["never_left"]]
    for pawn, at in ask.data["standing"].items():
        if at not in route.spaces or not g.on_island(g.pawns.index(pawn)):
            continue
        near = ISLAND.neighbours(at) or (at,)
        facts += rng.choice(
            (
                [],
                [],
                [["fell", pawn, [at]]],
                [["fell", pawn, [at, rng.choice(near)]]],
                [["fell", pawn, [rng.choice(list(ISLAND.areas))]]],
                [["fell", pawn, []]],
                [["off_board", pawn]],
                [["fell", pawn, [at]], ["off_board", pawn]],
                [["bridge_down", at]] if ISLAND.spaces[at].kind == "bridge" else [],
            )
        )
    if ask.data["source"] != "idol" and rng.random() < 0.2:
        facts.append(["marble_off"])
    return facts


def play(
    seed: int,
    seats: int = 4,
    each: Callable[[Game], None] = lambda g: None,
    **options: Any,
) -> Game:
    """One game to its end; ``each`` sees it after every answer."""
    rng, chance = random.Random(seed), Chance(seed)
    g = Game(ISLAND, "rulebook", FOUR[:seats], options)
    for _ in range(MOST):
        ask = g.ask
        if ask is None:
            break
        if ask.asker == CHANCE:
            value = chance.answer(ask)
        elif ask.asker == WORLD:
            value = world(g, ask, rng)
        else:
            value = rng.choice(ask.legal)
        g.answer(ask.number, value)
        each(g)
    return g
