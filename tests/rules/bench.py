"""What the rules cost: ``python -m tests.rules.bench`` prints JSON."""

from __future__ import annotations

import json
import random
import timeit

from tests.rules.arrange import island
from vulkar.bots import playout


def measure(games: int = 40) -> dict[str, float]:
    """Microseconds of ``copy()`` and ``imagine()`` in mid-game, and rules decisions a second.

    A decision is one answer, chance and world included, of three random bots; their own work is in
    the time.
    """
    game = playout(island(), ("simple",) * 3, 1, most_turns=40).game
    rng = random.Random(1)
    answers = 0

    def play() -> None:
        nonlocal answers
        for seed in range(games):
            answers += len(playout(island(), ("random",) * 3, seed).answers)

    seconds = timeit.timeit(play, number=1)
    return {
        "copy_us": min(timeit.repeat(game.copy, number=2000, repeat=5)) / 2000 * 1e6,
        "imagine_us": min(timeit.repeat(lambda: game.imagine(0, rng), number=500, repeat=5))
        / 500
        * 1e6,
        "decisions_per_s": answers / seconds,
        "games_per_s": games / seconds,
    }


if __name__ == "__main__":
    print(json.dumps({k: round(v, 2) for k, v in measure().items()}, indent=1))
