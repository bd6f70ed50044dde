"""What the rules cost: ``python -m tests.rules.bench`` prints JSON."""

from __future__ import annotations

import json
import random
import time
import timeit

from tests.rules.arrange import island
from vulkar.bots import playout
from vulkar.bots.playout import PAWNS
from vulkar.rules import WORLD
from vulkar.rules.classic import Game


def decide(preset: str, seats: int, seed: int, teams: bool = False) -> int:
    """Plays a game at random with the least driver there is; returns its decisions.

    A decision is one ``game.answer``, of seats, chance or world, with the next question and its
    legal answers; nobody hears events.
    """
    rnd = random.Random(seed).random
    on = {r.id: frozenset(r.spaces) for r in island().routes.values()}
    game = Game(island(), preset, PAWNS[:seats], {"teams": "pairs"} if teams else None)
    answer, count = game.answer, 0
    while (ask := game.ask) is not None and game.s.turns < 5000:
        if ask.asker == WORLD:
            spaces = on[ask.data["route"]]
            standing = ask.data["standing"].items()
            value = [["fell", p, [s]] for p, s in standing if s in spaces and rnd() < 0.6]
        else:
            value = ask.legal[int(rnd() * len(ask.legal))]
        answer(ask.number, value)
        count += 1
    return count


def rate(preset: str, seats: int, games: int, batches: int, teams: bool = False) -> float:
    """Decisions a second of processor time: the best of some batches, as ``timeit`` advises."""
    best = 0.0
    for batch in range(batches):
        began = time.process_time()
        count = sum(decide(preset, seats, batch * games + i, teams) for i in range(games))
        best = max(best, count / (time.process_time() - began))
    return best


def measure(games: int = 40, batches: int = 5) -> dict[str, float]:
    """Microseconds of ``copy()`` and ``imagine()`` in mid-game, and decisions a second.

    ``playout_`` figures contain seeded chance and three random bots.
    """
    game = playout(island(), ("simple",) * 3, 1, most_turns=40).game
    rng = random.Random(1)
    answers = 0

    def play() -> None:
        nonlocal answers
        for seed in range(games):
            answers += len(playout(island(), ("random",) * 3, seed).answers)

    seconds = timeit.timeit(play, timer=time.process_time, number=1)
    return {
        "copy_us": min(timeit.repeat(game.copy, number=2000, repeat=5)) / 2000 * 1e6,
        "imagine_us": min(timeit.repeat(lambda: game.imagine(0, rng), number=500, repeat=5))
        / 500
        * 1e6,
        "decisions_per_s": rate("anniversary", 3, max(games // 5, 1), batches),
        "classic86_decisions_per_s": rate("classic86", 3, max(games // 20, 1), batches),
        "teams_decisions_per_s": rate("anniversary", 4, max(games // 20, 1), batches, teams=True),
        "playout_decisions_per_s": answers / seconds,
        "playout_games_per_s": games / seconds,
    }


if __name__ == "__main__":
    print(json.dumps({k: round(v, 2) for k, v in measure().items()}, indent=1))
