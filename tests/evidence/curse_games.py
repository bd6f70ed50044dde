"""2,000 games of 2018 of simple bots, 2-4 at a table: how long they are, and what they score."""

from __future__ import annotations

import os
from collections.abc import Iterator
from multiprocessing import Pool
from statistics import mean, quantiles
from typing import Any

from vulkar import maps
from vulkar.bots import playout
from vulkar.rules.curse.score import points
from vulkar.rules.curse.state import ABOARD, SCAR_LIMIT

GAMES = 2_000
SEATS = (2, 3, 4)
LEAST_ROUNDS, MOST_ROUNDS = 4, 20  # a game is neither over at once nor without end
LEAST_ABOARD = 0.3  # share of pawns that get home: neither lost nor certain


def _one(seed: int) -> dict[str, Any]:
    seats = SEATS[seed % len(SEATS)]
    played = playout(maps.load("curse"), ("simple",) * seats, seed, ruleset="curse")
    game = played.game
    assert played.result is not None, seed
    scores = [points(game, seat) for seat in range(seats)]
    return {
        "seats": seats,
        "rounds": played.turns / seats,
        "points": scores,
        "aboard": sum(p == ABOARD for p in game.s.posture) / len(game.pawns),
        "scar": game.s.scar == SCAR_LIMIT,
        "reason": played.result.reason,
    }


def measure() -> dict[str, Any]:
    """Plays the games; figures for each number of seats."""
    with Pool(os.cpu_count()) as pool:
        games = pool.map(_one, range(GAMES), chunksize=8)
    return {
        "games": len(games),
        "seats": {str(n): _figures([g for g in games if g["seats"] == n]) for n in SEATS},
    }


def _figures(games: list[dict[str, Any]]) -> dict[str, Any]:
    totals = [p["total"] for g in games for p in g["points"]]
    cuts = quantiles(totals, n=20)
    return {
        "games": len(games),
        "rounds_mean": round(mean(g["rounds"] for g in games), 2),
        "rounds_least": min(g["rounds"] for g in games),
        "rounds_most": max(g["rounds"] for g in games),
        "points_mean": round(mean(totals), 1),
        "points_p5": cuts[0],
        "points_p95": cuts[-1],
        "points_of": {
            part: round(mean(p[part] for g in games for p in g["points"]), 1)
            for part in ("treasures", "heart", "snapshots", "penny")
        },
        "aboard": round(mean(g["aboard"] for g in games), 3),
        "ended_by_the_scar": round(mean(g["scar"] for g in games), 3),
        "shared_wins": sum(g["reason"] == "shared" for g in games),
    }


def problems(result: dict[str, Any]) -> list[str]:
    return [*_problems(result)]


def _problems(result: dict[str, Any]) -> Iterator[str]:
    if result["games"] != GAMES:
        yield f"only {result['games']} games"
    for seats, found in result["seats"].items():
        if not LEAST_ROUNDS <= found["rounds_mean"] <= MOST_ROUNDS:
            yield f"{seats} seats: {found['rounds_mean']} rounds"
        if found["aboard"] < LEAST_ABOARD:
            yield f"{seats} seats: {found['aboard']} come home"
