"""What the simple bot thinks of items: a number, higher is better, above 0 worth doing now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.items.flows import (
    FOR_ANCHOR,
    FOR_CRYSTAL,
    FOR_DODGE,
    FOR_EXORCISE,
    FOR_GHOST,
    FOR_SHIELD,
    FOR_SLIDE,
    FOR_TOME,
)
from vulkar.rules.classic.items.kinds import ANCHOR, REVOLVER, SHIELD, WHIP
from vulkar.rules.classic.items.reach import boots_paths
from vulkar.rules.classic.items.uses import whipped
from vulkar.rules.core import Answer, Ask

if TYPE_CHECKING:
    from vulkar.rules.classic import Game

# what a card or an item is worth to keep
WORTH: Final[dict[str, float]] = {
    "fake_jewel": 6.0,
    "talisman": 5.0,
    "fireball": 5.0,
    "cancel": 4.0,
    "another_turn": 4.0,
    "double": 3.0,
    "reroll": 3.0,
    "ahead_6": 3.0,
    "ahead_5": 2.5,
    "ahead_4": 2.0,
    "take_card": 2.0,
    "back_3": 2.0,
    "back_2": 1.5,
    "back_1": 1.0,
    "shield": 6.0,
    "staff": 5.5,
    "revolver": 5.0,
    "whip": 4.5,
    "tome": 4.0,
    "boots": 4.0,
    "anchor": 3.5,
    "crystal": 3.0,
    "doll": 2.0,
    "torch": 1.5,
}
# ITEM_ROLL.mode -> the dice that its roller would rather roll again
BAD_DICE: Final[dict[int, tuple[int, ...]]] = {
    FOR_DODGE: (2, 3, 4, 5, 6),
    FOR_SLIDE: (2, 3, 4, 5, 6),
    FOR_ANCHOR: (2, 3, 4, 5, 6),
    FOR_TOME: (2, 3, 4, 5, 6),
    FOR_SHIELD: (1,),
    FOR_EXORCISE: (1, 3),
    FOR_GHOST: (1, 2),
    FOR_CRYSTAL: (1, 4),
}


def near_jewel(g: Game, seat: int) -> bool:
    """Whether a seat may take the jewel from Vul-Kar with its next move."""
    return not g.s.captured and g.board.vulkar_dist[g.s.pos[seat]] <= 6


def danger(g: Game, seat: int, other: int) -> float:
    """What striking ``other`` is worth: the owner's side, or who is about to take the jewel."""
    if not g.opposed(seat, other):
        return -6.0
    if g.s.owner == other:
        return 6.0
    return 3.0 if near_jewel(g, other) else 0.5


def score_use(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """An item: above 0 where it is worth using now."""
    name, *more = answer[1:]
    on = next((g.seats.index(m) for m in more if m in g.seats), -1)
    window = ask.data.get("window")
    if window == "item":
        return _score_answer(g, seat)
    if window == "talisman":
        return _score_staff(g, seat, more)
    score = SIMPLE.get(name)
    if score is not None:
        return score
    if name == "revolver":
        return danger(g, seat, on) - 2.0
    if name == "whip":
        return sum(danger(g, seat, o) for o in whipped(g, seat)) - 2.0
    if name in ("staff", "ultimate"):
        owner = g.s.owner
        open_fire = owner >= 0 and g.opposed(seat, owner) and not g.board.safe[g.s.pos[owner]]
        return 4.0 if open_fire and g.board.routes_at[g.s.pos[owner]] else -1.0
    if name == "tome":
        return 0.3 if WORTH[more[-1]] >= 5.0 else -1.0
    if name == "crystal":
        return 1.0 + 0.1 * len(g.s.hands[on]) if g.to_fill(seat) else -1.0
    if name == "torch":
        return 1.0 if not more else (0.6 if len(g.s.hands[seat]) <= 1 else -1.0)
    if name == "anchor":
        return 1.5 if g.s.captured and g.s.owner != seat else -1.0
    if name == "boots":
        return _score_boots(g, seat)
    return -1.0


SIMPLE: Final[dict[str, float]] = {"shield": 10.0, "doll": 0.2}


def _score_answer(g: Game, seat: int) -> float:
    """A Tome against an item: if it is aimed at this seat, or saves or serves an owner."""
    used = g.s.stack[-2]
    if used.pawn == seat or (used.n == WHIP and seat in whipped(g, used.seat)):
        return 3.0
    if used.n == ANCHOR:
        return 3.0 if g.s.owner == seat else -1.0
    if used.n == SHIELD:
        return 3.0 if g.s.owner == used.seat and g.opposed(seat, used.seat) else -1.0
    return 1.0 if used.n == REVOLVER and used.pawn == g.s.owner == seat else -1.0


def _score_staff(g: Game, seat: int, more: list[str]) -> float:
    """A Staff against a fireball that is meant for this seat; better turned than stopped."""
    if g.s.stack[-1].pawn != seat:
        return -1.0
    return 7.5 if more == ["redirect"] else 7.0


def _score_boots(g: Game, seat: int) -> float:
    """The Boots: onto Vul-Kar or the Dock, past the owner, or home with the jewel."""
    s, board = g.s, g.board
    best = -1.0
    for path in boots_paths(g, seat):
        if path[-1] == board.dock or (path[-1] == board.vulkar and not s.captured):
            return 10.0
        if s.owner >= 0 and s.owner != seat and s.pos[s.owner] in path[:-1]:
            best = max(best, 6.0)
        elif s.owner == seat:
            best = max(best, 1.0)
    return best


def score_item_reroll(g: Game, seat: int) -> float:
    """Reroll in the window of an item's roll."""
    f = g.s.stack[-2]
    bad = BAD_DICE.get(f.mode)
    if bad is None:
        return -1.0
    if f.seat == seat:
        return 2.0 if f.n in bad else -1.0
    rival_luck = f.mode in (FOR_DODGE, FOR_SHIELD) and f.seat == g.s.owner
    return 1.0 if rival_luck and g.opposed(seat, f.seat) and f.n not in bad else -1.0


def score_dig(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Dig whenever one may; a card is sure only when the hand is empty."""
    return 1.0 if answer[0] in ("dig", "again") else 0.0


def score_worth(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Take what is worth most, leave nothing."""
    return WORTH[answer[1]] if len(answer) > 1 else 0.0


def score_discard(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Give away what is worth least."""
    return -WORTH[answer[1]]


ITEM_SCORES: Final[dict[str, Callable[[Game, Ask, int, Answer], float]]] = {
    "dig": score_dig,
    "take": score_worth,
    "item": score_worth,
    "discard": score_discard,
}
assert set(KINDS) <= set(WORTH)
