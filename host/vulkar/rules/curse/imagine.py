"""A 2018 game that one seat cannot tell from the real one, for bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vulkar.rules.curse.cards import DECK

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game


def imagine(g: Game, seat: int, rng: random.Random) -> Game:
    """A copy in which others' cards and the piles are dealt anew.

    The open question stays if it is the seat's own; any other is posed anew, because whether and
    what another seat may answer depends on cards that this seat does not know.
    """
    new = g.copy()
    s = new.s
    aside = [s.discard, _counted(s.tracker, len(DECK.action_counts))]
    if s.played >= 0:
        aside.append(_counted((s.played,), len(DECK.action_counts)))
    s.pile = _deal(s.hands, seat, DECK.action_counts, aside, rng)
    s.spile = _deal(s.souvenirs, seat, DECK.souvenir_counts, [s.sdiscard], rng)
    if new.ask is not None and new.ask.asker != seat:
        new.ask = None
        new.resume()
    return new


def _counted(cards: Sequence[int], kinds: int) -> tuple[int, ...]:
    out = [0] * kinds
    for k in cards:
        out[k] += 1
    return tuple(out)


def _deal(
    hands: list[tuple[int, ...]],
    seat: int,
    counts: Sequence[int],
    aside: list[tuple[int, ...]],
    rng: random.Random,
) -> list[int]:
    """Deals other hands anew from what the seat cannot see; what is left is the pile."""
    left = list(counts)
    for lying in (*aside, _counted(hands[seat], len(left))):
        left = [a - b for a, b in zip(left, lying, strict=True)]
    rest = [k for k, n in enumerate(left) for _ in range(n)]
    rng.shuffle(rest)
    for other, hand in enumerate(hands):
        if other != seat:
            hands[other] = tuple(sorted(rest[: len(hand)]))
            del rest[: len(hand)]
    return list(_counted(rest, len(left)))
