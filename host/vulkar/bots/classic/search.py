"""A player that looks ahead: it plays each choice on, in games that its seat cannot tell apart.

Flat Monte Carlo, in rounds that each drop the worse half of the choices. Every playout deals anew
what the seat cannot see (``Game.imagine``), then each choice is tried in a copy of that same game
with the same luck, played on by quick players that choose as ``simple`` does, cut after some turns
and valued there. Effort is counted in playouts, never in seconds, so the same seed makes the same
choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import exp
from typing import TYPE_CHECKING, Final

from vulkar.bots.classic import tactics
from vulkar.bots.classic.luck import Luck
from vulkar.bots.classic.simple import best_answers
from vulkar.rules.core import CHANCE, WORLD, Answer, Ask

if TYPE_CHECKING:
    from vulkar.rules.classic import Game

PLAYOUTS: Final = 128
HORIZON: Final = 8  # turns that a playout goes on
WIDTH: Final = 6  # choices that are looked at; the others look worse to `simple`
TURNS_LEFT: Final = 7.0  # advantage in turns that makes a game e to 1


class Search:
    """``playouts``: for one decision, shared out among its choices."""

    def __init__(self, rng: random.Random, playouts: int = PLAYOUTS) -> None:
        self.rng = rng
        self.playouts = playouts

    def choose(self, game: Game, ask: Ask, seat: int) -> Answer:
        """The legal answer after which this seat does best on average."""
        choices = candidates(game, ask, seat)
        if len(choices) == 1:
            return choices[0]
        rounds = (len(choices) - 1).bit_length()
        totals = [0.0] * len(choices)
        alive = list(range(len(choices)))
        for _ in range(rounds):  # each round drops the worse half
            for _ in range(max(1, self.playouts // (rounds * len(alive)))):
                dream = game.imagine(seat, self.rng)
                luck = self.rng.random()
                for i in alive:
                    trial = dream.copy()
                    trial.answer(ask.number, choices[i])
                    totals[i] += look_ahead(trial, seat, luck)
            alive.sort(key=lambda i: (-totals[i], i))
            alive = alive[: (len(alive) + 1) // 2]
        return choices[alive[0]]


def candidates(game: Game, ask: Ask, seat: int) -> list[Answer]:
    """The choices worth a look, in the order in which ``simple`` likes them."""
    score = tactics.SCORES[ask.kind]
    rated = sorted(ask.legal, key=lambda a: -score(game, ask, seat, a))
    return rated[:WIDTH]


def look_ahead(game: Game, seat: int, luck: float) -> float:
    """Plays on to the horizon; how well ``seat`` then stands, from 0 (lost) to 1 (won)."""
    rng = random.Random(luck)
    chance = Luck(rng)
    last = game.s.turns + HORIZON
    while (ask := game.ask) is not None and game.s.turns < last:
        if ask.asker in (CHANCE, WORLD):
            value = chance.answer(game, ask)
        else:
            value = best_answers(game, ask, ask.asker)[0]
        game.answer(ask.number, value)
    return worth(game, seat)


def worth(game: Game, seat: int) -> float:
    """The chance to win as it looks: turns that the team is ahead of the best rival."""
    if game.result is not None:
        return 1.0 if seat in game.result.winners else 0.0
    mine = min(turns_needed(game, mate) for mate in game.mates(seat))
    theirs = min(turns_needed(game, p) for p in range(len(game.seats)) if game.opposed(seat, p))
    return 1 / (1 + exp((mine - theirs) / TURNS_LEFT))


def playouts_a_second(clock: Callable[[], float], for_s: float = 0.5) -> float:
    """Measures for about ``for_s`` seconds of ``clock`` how fast playouts are on this machine."""
    from vulkar.maps import load
    from vulkar.rules.classic import Game

    rng = random.Random(0)
    game = Game(load("classic"), "anniversary", ("red", "blue"))
    done, began = 0, clock()
    while (spent := clock() - began) < for_s:
        look_ahead(game.imagine(0, rng), 0, rng.random())
        done += 1
    return done / spent


def turns_needed(game: Game, seat: int) -> float:
    """About how many turns a seat needs to win if nobody hinders it."""
    s, board = game.s, game.board
    at = s.pos[seat]
    step = 3.6  # spaces a turn, a rolled 1 moves nobody
    turns = tactics.goal_distance(game, seat, at) / step
    if s.out[seat]:
        turns += s.out[seat]
    turns -= s.bonus[seat] + 0.25 * len(s.hands[seat])
    if s.token[seat] == 1:
        turns -= 0.4
    if s.inv is not None:
        turns -= 0.3 * s.inv.count(seat)
    home = board.plain_dist[board.vulkar] / step
    if s.owner == seat:
        return turns
    if not s.captured:
        return turns + home - 3
    # the jewel has to be taken first: from its owner, or from where it lies
    jewel_at = s.pos[s.owner] if s.owner >= 0 else s.jewel_at
    rest = board.plain_dist[board.rock_chip.get(jewel_at, jewel_at)] / step
    chase = 6.0 if s.owner >= 0 else 2.0
    return turns + rest + chase
