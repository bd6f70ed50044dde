"""Many games of bots, and what they show: lengths, broken invariants, who wins how often."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from vulkar.bots import Bot, check_name, make
from vulkar.bots.playout import Answers, RandomWorld
from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules import Game, Ruleset, rulesets
from vulkar.rules.chance import Chance
from vulkar.rules.core import Answer, Ask, Refused

MIX: Final = "mix"
MOST_TURNS: Final = 50_000  # a game that is longer is cut, never ended
MOST_GAMES: Final = 1_000_000
OTHER_READING: Final = 0.3  # share of the options that `mix` draws anew
ENDLESS: Final = 0.01  # share of `mix` in which readings that may not end are drawn as well
Z95: Final = 1.959964  # standard normal quantile of a two-sided 95 % interval


class Plan(NamedTuple):
    """What is studied. ``bots``: one name for all seats, or one a seat; they change seats."""

    games: int
    preset: str
    bots: tuple[str, ...]
    seed: int
    ruleset: str = rulesets.DEFAULT


@dataclass(frozen=True, slots=True)
class Row:
    """One game. ``winners``: places in the plan's list of bots, empty if the game was cut."""

    number: int
    preset: str
    bots: tuple[str, ...]
    turns: int
    ended: bool
    excused: bool  # played under an option that may not end, or such a preset
    winners: tuple[int, ...]
    broken: str | None


def check_plan(plan: Plan) -> Plan:
    """The plan, or ``VulkarError`` (``study.games``, ``study.preset``, ``study.bots``, ...)."""
    if not 1 <= plan.games <= MOST_GAMES:
        raise VulkarError("study.games", games=plan.games, most=MOST_GAMES)
    rules = rulesets.get(plan.ruleset)
    presets = rules.options.presets
    if plan.preset != MIX and plan.preset not in presets:
        raise VulkarError("study.preset", preset=plan.preset, known=", ".join(presets))
    least, most, _ = rules.seats
    if len(plan.bots) != 1 and not least <= len(plan.bots) <= most:
        raise VulkarError("study.bots", count=len(plan.bots), least=least, most=most)
    for name in plan.bots:
        check_name(name, plan.ruleset)
    return plan


class Rough(RandomWorld):
    """A world that also fails to push, and drops a bridge."""

    def answer(self, ask: Ask) -> Answer:
        """Fact rows for a "roll" ask."""
        if self.rng.random() < 0.03:
            return [["not_pushed"]]
        rows = super().answer(ask)
        if self.rng.random() < 0.03 and rows != [["never_left"]] and self.bridges:
            rows.append(["bridge_down", self.bridges[0]])
        return rows


def play(island: IslandMap, plan: Plan, number: int) -> Row:
    """Plays game ``number`` of a plan; the same number is always the same game."""
    rules = rulesets.get(plan.ruleset)
    rng = random.Random(f"{plan.seed}/study/{number}")
    least, most, called = rules.seats
    seats = len(plan.bots) if len(plan.bots) > 1 else rng.randint(least, most)
    turn = number % seats  # seats rotate, so that sitting first helps nobody
    order = [(seat + turn) % seats for seat in range(seats)]
    names = [plan.bots[place % len(plan.bots)] for place in order]
    preset, options = _setup(plan, rules, rng, seats)
    game = rules.make(island, preset, called[:seats], options)
    players = [
        make(name, random.Random(f"{rng.random()}/{i}"), plan.ruleset)
        for i, name in enumerate(names)
    ]
    fault = _run(game, rules, players, island, rng)
    winners = tuple(order[w] for w in game.result.winners) if game.result else ()
    return Row(
        number=number,
        preset=preset,
        bots=tuple(names),
        turns=game.turns,
        ended=game.result is not None,
        excused=preset in rules.options.endless or bool(rules.options.may_not_end(game.options)),
        winners=winners,
        broken=fault,
    )


def _setup(
    plan: Plan, rules: Ruleset, rng: random.Random, seats: int
) -> tuple[str, dict[str, object]]:
    if plan.preset != MIX:
        return plan.preset, {}
    offered = rules.options
    preset = rng.choice(tuple(offered.presets))
    endless = rng.random() < ENDLESS

    def readings(name: str) -> list[object]:
        never = () if endless else offered.about[name].may_not_end
        return [reading for reading in offered.choices(name) if reading not in never]

    options = {
        name: rng.choice(readings(name)) for name in offered.about if rng.random() < OTHER_READING
    }
    rules.mix(options, seats, rng)
    offered.make(preset, options)
    return preset, options


def _run(
    game: Game, rules: Ruleset, players: Sequence[Bot], island: IslandMap, rng: random.Random
) -> str | None:
    """Plays to the end or to MOST_TURNS. Returns what went wrong, with its question."""
    chance = Chance(rng.getrandbits(32))
    world = Rough(island, random.Random(rng.random()))
    given = Answers(players, chance, world, random.Random(rng.random()))
    fault = rules.broken(game)
    while fault is None and game.ask is not None and game.turns <= MOST_TURNS:
        ask = game.ask
        value = given.to(game, ask)
        try:
            game.answer(ask.number, value)
        except Refused as refusal:
            return f"question {ask.number} ({ask.kind}): a legal answer is refused: {refusal}"
        fault = rules.broken(game)
        if fault is not None:
            fault = f"after question {ask.number} ({ask.kind}): {fault}"
    return fault


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927)."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z95 * Z95
    middle = share + z2 / (2 * games)
    spread = Z95 * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return (middle - spread) / (1 + z2 / games), (middle + spread) / (1 + z2 / games)


class Lengths(NamedTuple):
    """Turns of the games of one preset."""

    games: int
    ended: int
    cut: int
    cut_unexcused: int
    p50: int
    p99: int
    longest: int


def lengths(rows: Sequence[Row], preset: str) -> Lengths:
    """How long the games of a preset were; a cut game counts with the turns it had."""
    of = [r for r in rows if r.preset == preset]
    turns = sorted(r.turns for r in of)
    cut = [r for r in of if not r.ended and r.broken is None]
    return Lengths(
        games=len(of),
        ended=sum(r.ended for r in of),
        cut=len(cut),
        cut_unexcused=sum(not r.excused for r in cut),
        p50=turns[len(turns) // 2],
        p99=turns[min(len(turns) - 1, len(turns) * 99 // 100)],
        longest=turns[-1],
    )


def wins_of(rows: Sequence[Row], bots: Sequence[str]) -> list[tuple[str, int, int]]:
    """``(bot, wins, games that ended)`` for each place of the plan's list, one name once."""
    ended = [r for r in rows if r.ended]
    found: dict[str, int] = dict.fromkeys(bots, 0)
    for row in ended:
        for name in {bots[w % len(bots)] for w in row.winners}:
            found[name] += 1
    return [(name, wins, len(ended)) for name, wins in found.items()]


def problems(rows: Sequence[Row]) -> list[str]:
    """What must not be: broken invariants, cuts without excuse, too many cuts."""
    found = [f"game {r.number} ({r.preset}): {r.broken}" for r in rows if r.broken]
    cut = [r for r in rows if not r.ended and r.broken is None]
    found += [f"game {r.number} ({r.preset}) was cut" for r in cut if not r.excused]
    if len(cut) * 100 >= len(rows) and cut:
        found.append(f"{len(cut)} of {len(rows)} games were cut, which is not below 1 %")
    return found
