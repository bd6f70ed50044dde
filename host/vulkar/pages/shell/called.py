"""What a seat is called where its name stands."""

from __future__ import annotations

from collections.abc import Callable

from vulkar.texts import Text, named


def seat_name(name: str, pawn: str, say: Callable[[Text], str]) -> str:
    """The name that somebody gave; without one the pawn's, as a name is written."""
    if name != pawn:
        return name
    own = say(named("pawn", pawn, pawn))
    return own[:1].upper() + own[1:]
