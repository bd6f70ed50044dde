"""Who has won: rubies, then treasures, then the richest treasure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vulkar.rules.core import Result
from vulkar.rules.ship.cards import TREASURES

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game

REASONS: Final = ("rubies", "treasures", "richest")


def value_of(g: Game, treasure: int) -> int | None:
    """The rubies on a won treasure, as far as everybody may know them; None while it is covered.

    ``treasure``: the round that it was won in, from 0 on. An ordered stack has no secrets.
    """
    if treasure < len(g.s.values):
        return g.s.values[treasure]
    return TREASURES[treasure] if g.options.stack == "ordered" else None


def result_of(treasures: Sequence[Sequence[int]]) -> Result:
    """The result from each seat's treasures. The reason says which comparison decided.

    With the seven treasures of the game one seat always wins; equal others would share.
    """
    left = list(range(len(treasures)))
    measures = (
        [sum(mine) for mine in treasures],
        [len(mine) for mine in treasures],
        [max(mine, default=0) for mine in treasures],
    )
    for reason, measure in zip(REASONS, measures, strict=True):
        most = max(measure[seat] for seat in left)
        left = [seat for seat in left if measure[seat] == most]
        if len(left) == 1:
            return Result(tuple(left), reason)
    return Result(tuple(left), REASONS[-1])
