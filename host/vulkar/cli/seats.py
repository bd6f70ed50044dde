"""The options ``--seats`` (``1=simple,2=human,3=search:0.5s``) and ``--hands`` (``2=paper``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from vulkar.bots import bots_of, check_name
from vulkar.errors import VulkarError

if TYPE_CHECKING:
    from vulkar.rules import Ruleset

MAX_SEED: Final = 2**32 - 1
SECONDS: Final = re.compile(r"search:(\d{1,3}(?:\.\d{1,3})?)s")


def parse_seats(text: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Player kinds in seat order. Raises ``VulkarError`` (``seats.bad``, ``seats.unknown``)."""
    least, most, _ = ruleset.seats
    bad = VulkarError("seats.bad", seats=text, least=least, most=most)
    kinds: dict[int, str] = {}
    for part in text.split(","):
        seat, equals, kind = (piece.strip() for piece in part.partition("="))
        if not equals or not (seat.isascii() and seat.isdigit()) or int(seat) in kinds:
            raise bad
        if kind != "human" and not _is_bot(kind, ruleset.name):
            known = (*bots_of(ruleset.name).kinds, "human")
            near = get_close_matches(kind, known, 1)
            hint = f"Did you mean {near[0]}?" if near else ""
            raise VulkarError("seats.unknown", kind=kind, known=", ".join(known), hint=hint)
        kinds[int(seat)] = kind
    if sorted(kinds) != list(range(1, len(kinds) + 1)) or not least <= len(kinds) <= most:
        raise bad
    return tuple(kinds[seat] for seat in sorted(kinds))


def default_seats(ruleset: Ruleset) -> str:
    """Three bots, or as many as can play."""
    stand_in = bots_of(ruleset.name).stand_in
    return ",".join(f"{seat}={stand_in}" for seat in range(1, min(3, ruleset.seats.most) + 1))


def parse_hands(text: str, kinds: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    """The hand of each seat, phone where none is named; empty where no hand is paper.

    Raises ``VulkarError`` (``hands.bad``, ``hands.bot``).
    """
    hands = dict.fromkeys(range(1, len(kinds) + 1), ruleset.hands[0])
    named: set[int] = set()
    for part in text.split(","):
        seat, equals, hand = (piece.strip() for piece in part.partition("="))
        number = int(seat) if seat.isascii() and seat.isdigit() else 0
        if not equals or number not in hands or number in named or hand not in ruleset.hands:
            raise VulkarError("hands.bad", hands=text)
        if hand == "paper" and kinds[number - 1] != "human":
            raise VulkarError("hands.bot", seat=number)
        named.add(number)
        hands[number] = hand
    return tuple(hands.values()) if "paper" in hands.values() else ()


def _is_bot(kind: str, ruleset: str) -> bool:
    """Whether a bot has this name. Raises ``VulkarError`` for a bad number of playouts."""
    bots = bots_of(ruleset)
    if SECONDS.fullmatch(kind):
        return bots.effort is not None
    return kind.partition(":")[0] in bots.kinds and bool(check_name(kind, ruleset))


def settle_effort(
    kinds: tuple[str, ...], ruleset: Ruleset, clock: Callable[[], float]
) -> tuple[str, ...]:
    """Turns ``search:0.5s`` (seconds for a decision) into playouts, measured once, here and now.

    The journal then holds a number, so that a replay makes the same choices on any machine.
    """
    effort = bots_of(ruleset.name).effort
    if effort is None or not any(map(SECONDS.fullmatch, kinds)):
        return kinds
    rate = effort.playouts_a_second(clock)
    return tuple(
        f"search:{max(1, round(float(m[1]) * rate))}" if (m := SECONDS.fullmatch(kind)) else kind
        for kind in kinds
    )


def check_seed(seed: int) -> int:
    """The seed, or ``VulkarError("seed.range")``."""
    if not 0 <= seed <= MAX_SEED:
        raise VulkarError("seed.range", seed=seed)
    return seed
