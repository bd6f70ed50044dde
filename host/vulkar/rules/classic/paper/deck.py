"""What the table can know of a real deck: it counts, and each card that it sees is one less.

Every card is in one place: known (discards, cards just played, phone hands, the cards of paper
hands that somebody told) or unknown (the pile, the other cards of paper hands). What is unknown is,
kind by kind, the deck less all that is known, so each unknown card can be any of these.

What seats are offered comes from what they may know themselves; what all others have told is used
only to refuse an answer that cannot be true, which never meets somebody who tells the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from vulkar.rules.classic.cards import COUNTS, KINDS, UNKNOWN
from vulkar.rules.classic.ids import refuse
from vulkar.rules.core import Ask, Refused

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

# questions in which a seat tells which real card it has in its hand or before its eyes
TOLD: Final = frozenset({"drew", "took", "saw"})
SHOWN: Final = frozenset({"play", "discard"})  # words of answers that lay a card open
HANDLED: Final = SHOWN | {"take"}


def not_open(g: Game) -> list[int]:
    """Of each kind, how many lie neither in the discards nor among the cards just played."""
    left = [count - lying for count, lying in zip(COUNTS, g.s.discard, strict=True)]
    for kind in g.s.table:
        left[kind] -= 1
    return left


def hidden_from(g: Game, seat: int) -> list[int]:
    """Of each kind, how many are where ``seat`` does not know of: in the pile or in other hands."""
    n = len(g.seats)
    left = not_open(g)
    for kind in g.s.hands[seat]:
        if kind != UNKNOWN:
            left[kind] -= 1
    for other in range(n):
        for kind in g.s.known[seat * n + other]:
            left[kind] -= 1
    return left


def unknown(g: Game) -> list[int]:
    """Of each kind, how many the table does not know the place of."""
    left = not_open(g)
    for hand in g.s.hands:
        for kind in hand:
            if kind != UNKNOWN:
                left[kind] -= 1
    return left


def could_play(g: Game, seat: int, kinds: Sequence[int]) -> tuple[int, ...]:
    """Those of ``kinds`` that may be in the hand, as far as everybody sees; all of a phone hand."""
    hand = g.s.hands[seat]
    if UNKNOWN not in hand:
        return tuple(kinds)
    left = not_open(g)
    return tuple(kind for kind in kinds if left[kind] > 0 or kind in hand)


def could_draw(g: Game, seat: int) -> tuple[int, ...]:
    """The kinds that the next card of the pile can be, as far as ``seat`` knows."""
    return _some(hidden_from(g, seat))


def could_be_in(g: Game, seat: int, other: int, seen: Iterable[int] = ()) -> tuple[int, ...]:
    """The kinds that a card of another's hand can be, as far as ``seat`` knows.

    ``seen``: cards of that hand that are looked at already; the card is none of these.
    """
    rest = list(g.s.known[seat * len(g.seats) + other])
    every = len(rest) == len(g.s.hands[other])  # it knows the whole hand
    for kind in seen:
        rest.remove(kind)
    left = [0] * len(KINDS) if every else hidden_from(g, seat)
    for kind in rest:
        left[kind] += 1
    return _some(left)


def without_cards(g: Game, ask: Ask) -> Ask:
    """What a program may answer for a seat: no real card, which only its holder can see.

    Nothing is left in ``legal`` where only somebody who sees the cards can answer.
    """
    if ask.kind in TOLD:
        return replace(ask, legal=())
    if not g.paper[ask.asker]:
        return ask
    legal = tuple(value for value in ask.legal if value[0] not in HANDLED)
    return replace(ask, legal=legal)


def objection(g: Game, seat: int, value: Any) -> Refused | None:
    """Why a legal answer of ``seat`` cannot be true, given all that is known; None where it can."""
    if not isinstance(value, list) or len(value) < 2 or value[1] not in KINDS:
        return None
    kind = KINDS.index(value[1])
    word = value[0]
    if word in SHOWN:
        if not g.paper[seat]:
            return None
        holder, seen = seat, 0
    elif word == "drew":
        return None if unknown(g)[kind] > 0 else _elsewhere(kind)
    elif word in TOLD:
        assert g.ask is not None
        holder = g.seats.index(g.ask.data["victim"])
        seen = g.ask.data["seen"].count(value[1])
    else:
        return None
    hand = g.s.hands[holder]
    if hand.count(kind) > seen or (UNKNOWN in hand and unknown(g)[kind] > 0):
        return None
    return _elsewhere(kind)


def _elsewhere(kind: int) -> Refused:
    return refuse(
        "C86.paper.elsewhere", f"Every {KINDS[kind]!r} of the deck is somewhere else by now."
    )


def _some(counts: list[int]) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(counts) if count > 0)
