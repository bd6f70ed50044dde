"""The demo's line-up, rules only, seeds 1-1,000: every game ends; the longest is named."""

from __future__ import annotations

from typing import Any

from vulkar.bots import playout
from vulkar.maps import load

SEEDS = range(1, 1001)
LINE_UP = ("simple", "simple", "simple")
MOST_TURNS = 2000


def measure() -> dict[str, Any]:
    island_map = load("classic")
    games = []
    for seed in SEEDS:
        game = playout(island_map, LINE_UP, seed, most_turns=MOST_TURNS)
        games.append((game.turns, seed, game.result is not None))
    turns = sorted(t for t, _, _ in games)
    return {
        "line_up": LINE_UP,
        "games": len(games),
        "ended": sum(ended for _, _, ended in games),
        "median_turns": turns[len(turns) // 2],
        "longest_turns": max(games)[0],
        "longest_seed": max(games)[1],
    }


def problems(result: dict[str, Any]) -> list[str]:
    if result["games"] != len(SEEDS) or result["ended"] != len(SEEDS):
        return [f"{result['ended']} of {result['games']} games ended"]
    return []
