"""What the rules cost: ``python -m tests.rules.bench`` prints JSON.

Other work on the machine slows everything alike, so each round measures a fixed floor and
OpenSpiel's games too, and of each figure the best round counts, as ``timeit`` advises.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import time
import timeit
from functools import cache
from typing import Any, Final, NamedTuple

from tests.rules import openspiel
from tests.rules.arrange import SEATS, island
from vulkar.bots import playout
from vulkar.rules import WORLD
from vulkar.rules.classic import Game

MOST_TURNS: Final = 5000


class Table(NamedTuple):
    """Who plays what."""

    preset: str
    seats: int
    options: dict[str, object]


TABLES: Final = {
    "anniversary": Table("anniversary", 3, {}),
    "classic86": Table("classic86", 3, {}),
    "items": Table("anniversary", 3, {"items": "both"}),
    "classic86_items": Table("classic86", 3, {"items": "both"}),
    "teams": Table("anniversary", 4, {"teams": "pairs"}),
    "two_seats": Table("anniversary", 2, {}),
    "four_seats": Table("anniversary", 4, {}),
}


class Rate(NamedTuple):
    """Of one table. The two bests may come from different rounds."""

    decisions_per_s: float
    games_per_s: float


@cache
def spaces_on_routes() -> dict[str, frozenset[str]]:
    """The spaces that a marble can touch something on, by route."""
    return {r.id: frozenset(r.spaces) for r in island().routes.values()}


def decide(table: Table, seed: int) -> int:
    """Plays a game at random with the least driver there is; returns its decisions.

    A decision is one ``game.answer``, of seats, chance or world, with the next question and its
    legal answers; nobody hears events.
    """
    rnd = random.Random(seed).random
    on = spaces_on_routes()
    game = Game(island(), table.preset, SEATS[: table.seats], table.options)
    answer, count = game.answer, 0
    while (ask := game.ask) is not None and game.s.turns < MOST_TURNS:
        if ask.asker == WORLD:
            spaces = on[ask.data["route"]]
            standing = ask.data["standing"].items()
            value = [["fell", p, [s]] for p, s in standing if s in spaces and rnd() < 0.6]
        else:
            value = ask.legal[int(rnd() * len(ask.legal))]
        answer(ask.number, value)
        count += 1
    return count


def rate(table: Table, seconds: float, seeds: itertools.count[int]) -> Rate:
    """Whole games, each with a seed of its own, for so many seconds of processor time."""
    decisions = games = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        decisions += decide(table, next(seeds))
        games += 1
    return Rate(decisions / spent, games / spent)


def floor_ns() -> float:
    """Nanoseconds of one pass of an empty loop: how fast this interpreter is just now."""
    return timeit.timeit("for _ in range(200_000): pass", timer=time.process_time, number=1) * 5e3


def measure(seconds: float = 0.2, rounds: int = 3) -> dict[str, Any]:
    """Rates of every table, of OpenSpiel's games, and microseconds of copies in mid-game.

    ``seconds``: processor time of each figure in each of ``rounds``. ``per_openspiel``: our
    decisions a second, chance and world included, to its own, chance included.
    """
    seeds = itertools.count()
    middle = playout(island(), ("simple",) * 3, 1, most_turns=40).game
    rng = random.Random(1)
    reason = openspiel.missing()
    yardsticks = {} if reason else openspiel.load()
    ours: dict[str, list[Rate]] = {name: [] for name in TABLES}
    theirs: dict[str, list[openspiel.Rate]] = {name: [] for name in yardsticks}
    floors, copies, imagined, loads = [], [], [], [os.getloadavg()[0]]
    passes = max(int(seconds * 2000), 10)
    for _ in range(rounds):
        floors.append(floor_ns())
        for name, table in TABLES.items():
            ours[name].append(rate(table, seconds, seeds))
        for name, game in yardsticks.items():
            theirs[name].append(openspiel.rate(game, seconds, next(seeds)))
        copies.append(_us(middle.copy, passes))
        imagined.append(_us(lambda: middle.imagine(0, rng), passes))
    loads.append(os.getloadavg()[0])
    decisions = {n: round(max(r.decisions_per_s for r in found)) for n, found in ours.items()}
    other = {n: round(max(r.decisions_per_s for r in found)) for n, found in theirs.items()}
    return {
        "load": [round(load, 2) for load in loads],
        "floor_ns": round(min(floors), 1),
        "copy_us": round(min(copies), 2),
        "imagine_us": round(min(imagined), 2),
        "decisions_per_s": decisions,
        "games_per_s": {
            n: round(max(r.games_per_s for r in found), 1) for n, found in ours.items()
        },
        "openspiel": {"skipped": reason}
        if reason
        else {
            "decisions_per_s": other,
            "seat_decisions_per_s": {
                n: round(max(r.seat_decisions_per_s for r in found)) for n, found in theirs.items()
            },
        },
        "per_openspiel": {
            n: {name: round(mine / yours, 2) for name, yours in other.items()}
            for n, mine in decisions.items()
        },
        "per_floor": {n: round(1e9 / mine / min(floors)) for n, mine in decisions.items()},
    }


def _us(call: Any, passes: int) -> float:
    return timeit.timeit(call, timer=time.process_time, number=passes) / passes * 1e6


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
