"""Plays a whole game by itself: bots, seeded chance, and a world that hits at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vulkar.maps import IslandMap
from vulkar.rules import rulesets
from vulkar.rules.chance import Chance
from vulkar.rules.core import CHANCE, WORLD, Answer, Ask, Result, Sink
from vulkar.rules.game import Game

if TYPE_CHECKING:
    from vulkar.bots.bot import Bot

HIT: Final = 0.6  # share of the pieces on a route that a marble touches
FELLS: Final = 0.7  # share of the touched pieces that are knocked over
STUCK: Final = 0.01  # share of marbles that never leave


class RandomWorld:
    """Answers rolls: every pawn on the route is touched with probability ``hit``.

    Most of those also fall, for games in which only a piece that is knocked over counts.
    """

    def __init__(self, island: IslandMap, rng: random.Random, hit: float = HIT) -> None:
        self.on = {r.id: frozenset(r.spaces) for r in island.routes.values()}
        self.bridges = tuple(i for i, space in island.spaces.items() if space.kind == "bridge")
        self.rng = rng
        self.hit = hit

    def answer(self, ask: Ask) -> Answer:
        """Fact rows for a "roll" ask."""
        if self.rng.random() < STUCK:
            return [["never_left"]]
        on = self.on[ask.data["route"]]
        rows: list[list[object]] = []
        for pawn, space in ask.data["standing"].items():
            u = self.rng.random()
            if u < self.hit and space in on:
                rows.append(["hit", pawn])
                if u < self.hit * FELLS:
                    rows.append(["fell", pawn, [space]])
        return rows


class Answers:
    """Who answers a game: a seat's bot, on what the seat can know; chance; the world."""

    def __init__(
        self, players: Sequence[Bot], chance: Chance, world: RandomWorld, dreams: random.Random
    ) -> None:
        self.players = players
        self.blind = [getattr(player, "blind", False) for player in players]
        self.chance = chance
        self.world = world
        self.dreams = dreams

    def to(self, game: Game, ask: Ask) -> Answer:
        """The answer to the question that is open."""
        seat = ask.asker
        if seat == CHANCE:
            return self.chance.answer(ask)
        if seat == WORLD:
            return self.world.answer(ask)
        seen = game if self.blind[seat] else game.imagine(seat, self.dreams)
        return self.players[seat].choose(seen, ask, seat)


@dataclass(slots=True)
class Played:
    """A game that was played: ``result`` is None if it was cut at ``most_turns``."""

    game: Game
    result: Result | None
    turns: int
    fireballs: int
    answers: list[tuple[int, Answer]]  # (asker, answer), in order


def playout(
    island: IslandMap,
    bots: Sequence[str] = ("simple", "simple", "simple"),
    seed: int = 0,
    *,
    ruleset: str = rulesets.DEFAULT,
    preset: str = "",
    options: dict[str, object] | None = None,
    most_turns: int = 50_000,
    hit: float = HIT,
    sink: Sink | None = None,
    made: Sequence[Bot] | None = None,
) -> Played:
    """Plays one game of ``bots`` (names, one a seat; or ``made``) to its end or ``most_turns``.

    ``preset``: the ruleset's first one where none is named.
    """
    from vulkar.bots import make

    chance = Chance(seed)
    world = RandomWorld(island, random.Random(f"{seed}/world"), hit)
    players = made or [
        make(b, random.Random(f"{seed}/bot/{i}"), ruleset) for i, b in enumerate(bots)
    ]
    given = Answers(players, chance, world, random.Random(f"{seed}/imagine"))
    rules = rulesets.get(ruleset)
    seats = rules.seats.names[: len(players)]
    game = rules.make(island, preset or rules.options.first, seats, options, sink)
    answers: list[tuple[int, Answer]] = []
    while game.ask is not None and game.turns <= most_turns:
        ask = game.ask
        value = given.to(game, ask)
        answers.append((ask.asker, value))
        game.answer(ask.number, value, sink)
    rolls = sum(asker == WORLD for asker, _ in answers)
    return Played(game, game.result, game.turns, rolls, answers)
