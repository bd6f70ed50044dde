"""The options ``--seats`` (``1=simple,2=human,3=search:0.5s``) and ``--hands`` (``2=paper``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Final

from vulkar.bots import BOTS, check_name
from vulkar.errors import VulkarError

KINDS: Final = (*BOTS, "human")
PAWNS: Final = ("red", "blue", "green", "yellow")
MAX_SEED: Final = 2**32 - 1
SECONDS: Final = re.compile(r"search:(\d{1,3}(?:\.\d{1,3})?)s")


def parse_seats(text: str) -> tuple[str, ...]:
    """Player kinds in seat order. Raises ``VulkarError`` (``seats.bad``, ``seats.unknown``)."""
    kinds: dict[int, str] = {}
    for part in text.split(","):
        seat, equals, kind = (piece.strip() for piece in part.partition("="))
        if not equals or not (seat.isascii() and seat.isdigit()) or int(seat) in kinds:
            raise VulkarError("seats.bad", seats=text)
        if kind != "human" and not _is_bot(kind):
            near = get_close_matches(kind, KINDS, 1)
            hint = f"Did you mean {near[0]}?" if near else ""
            raise VulkarError("seats.unknown", kind=kind, known=", ".join(KINDS), hint=hint)
        kinds[int(seat)] = kind
    if sorted(kinds) not in ([1, 2], [1, 2, 3], [1, 2, 3, 4]):
        raise VulkarError("seats.bad", seats=text)
    return tuple(kinds[seat] for seat in sorted(kinds))


def parse_hands(text: str, kinds: Sequence[str]) -> tuple[str, ...]:
    """The hand of each seat, phone where none is named; empty where no hand is paper.

    Raises ``VulkarError`` (``hands.bad``, ``hands.bot``).
    """
    from vulkar.rules.classic.paper.game import HANDS

    hands = dict.fromkeys(range(1, len(kinds) + 1), HANDS[0])
    named: set[int] = set()
    for part in text.split(","):
        seat, equals, hand = (piece.strip() for piece in part.partition("="))
        number = int(seat) if seat.isascii() and seat.isdigit() else 0
        if not equals or number not in hands or number in named or hand not in HANDS:
            raise VulkarError("hands.bad", hands=text)
        if hand == "paper" and kinds[number - 1] != "human":
            raise VulkarError("hands.bot", seat=number)
        named.add(number)
        hands[number] = hand
    return tuple(hands.values()) if "paper" in hands.values() else ()


def _is_bot(kind: str) -> bool:
    """Whether a bot has this name. Raises ``VulkarError`` for a bad number of playouts."""
    if SECONDS.fullmatch(kind):
        return True
    return kind.partition(":")[0] in BOTS and bool(check_name(kind))


def settle_effort(kinds: tuple[str, ...], clock: Callable[[], float]) -> tuple[str, ...]:
    """Turns ``search:0.5s`` (seconds for a decision) into playouts, measured once, here and now.

    The journal then holds a number, so that a replay makes the same choices on any machine.
    """
    from vulkar.bots.search import playouts_a_second

    rate = playouts_a_second(clock) if any(map(SECONDS.fullmatch, kinds)) else 0.0
    return tuple(
        f"search:{max(1, round(float(m[1]) * rate))}" if (m := SECONDS.fullmatch(kind)) else kind
        for kind in kinds
    )


def check_seed(seed: int) -> int:
    """The seed, or ``VulkarError("seed.range")``."""
    if not 0 <= seed <= MAX_SEED:
        raise VulkarError("seed.range", seed=seed)
    return seed
