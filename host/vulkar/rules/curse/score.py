"""The end: points and who wins (003, end of the game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import Result
from vulkar.rules.curse.board import FAR
from vulkar.rules.curse.state import ABOARD

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

SETS = (0, 1, 3, 6, 10, 15)  # of one colour, five or more
HEART, SNAPSHOT, PENNY = 7, 5, 6


def points(g: Game, seat: int) -> dict[str, int]:
    """The points of a seat: treasures, heart, snapshots, penny and total."""
    s = g.s
    pawns = g.pawns_of[seat]
    colours = [sum(held) for held in zip(*(s.treasures[p] for p in pawns), strict=True)]
    aboard = any(s.posture[p] == ABOARD for p in pawns)
    out = {
        "treasures": sum(SETS[min(n, len(SETS) - 1)] for n in colours),
        "heart": HEART * (s.heart in pawns),
        "snapshots": SNAPSHOT * sum(s.shots[seat]) * aboard,
        "penny": PENNY * (s.penny in pawns),
    }
    return {**out, "total": sum(out.values())}


def finish(g: Game) -> None:
    """Ends the game: most points, then first at the helipad, then nearest to it."""
    s = g.s
    scores = [points(g, seat) for seat in range(len(g.seats))]
    best = max(p["total"] for p in scores)
    tied = [seat for seat, p in enumerate(scores) if p["total"] == best]
    reason = "points"
    if len(tied) > 1:
        first = next((g.owner(p) for p in s.aboard_first if g.owner(p) in tied), None)
        if first is not None:
            tied, reason = [first], "first_at_helipad"
        else:
            far = {seat: min(_far(g, p) for p in g.pawns_of[seat]) for seat in tied}
            tied = [seat for seat in tied if far[seat] == min(far.values())]
            reason = "nearest_to_helipad" if len(tied) == 1 else "shared"
    g.result = Result(tuple(tied), reason)
    for seat, p in enumerate(scores):
        g.emit("points", seat=seat, pawn=g.pawns[g.pawns_of[seat][0]], **p)
    for seat in tied:
        g.emit("won", seat=seat, pawn=g.pawns[g.pawns_of[seat][0]], reason=reason)


def _far(g: Game, pawn: int) -> int:
    at = g.s.pos[pawn]
    return FAR if at < 0 else g.board.helipad_far[at]


__all__ = ["finish", "points"]
