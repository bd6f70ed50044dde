"""The ``--seats`` option: ``1=simple,2=human,3=random``."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from vulkar.bots import BOTS
from vulkar.errors import VulkarError

KINDS: Final = (*BOTS, "human")
PAWNS: Final = ("red", "blue", "green", "yellow")
MAX_SEED: Final = 2**32 - 1


def parse_seats(text: str) -> tuple[str, ...]:
    """Player kinds in seat order. Raises ``VulkarError`` (``seats.bad``, ``seats.unknown``)."""
    kinds: dict[int, str] = {}
    for part in text.split(","):
        seat, equals, kind = (piece.strip() for piece in part.partition("="))
        if not equals or not (seat.isascii() and seat.isdigit()) or int(seat) in kinds:
            raise VulkarError("seats.bad", seats=text)
        if kind not in KINDS:
            near = get_close_matches(kind, KINDS, 1)
            hint = f"Did you mean {near[0]}?" if near else ""
            raise VulkarError("seats.unknown", kind=kind, known=", ".join(KINDS), hint=hint)
        kinds[int(seat)] = kind
    if sorted(kinds) not in ([1, 2], [1, 2, 3], [1, 2, 3, 4]):
        raise VulkarError("seats.bad", seats=text)
    return tuple(kinds[seat] for seat in sorted(kinds))


def check_seed(seed: int) -> int:
    """The seed, or ``VulkarError("seed.range")``."""
    if not 0 <= seed <= MAX_SEED:
        raise VulkarError("seed.range", seed=seed)
    return seed
