"""Which cards a seat may play now: the exact windows of every kind; and its items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vulkar.rules.classic.cards import (
    AHEAD,
    ANOTHER_TURN,
    BACK,
    CANCEL,
    DOUBLE,
    FAKE_JEWEL,
    FIREBALL,
    KINDS,
    REROLL,
    TAKE_CARD,
    TALISMAN,
    UNKNOWN,
)
from vulkar.rules.classic.flows import (
    CARD,
    OWN_AFTER,
    OWN_BEFORE,
    W_AFTER_MOVE,
    W_AFTER_ROLL,
    W_BEFORE_CARDS,
    W_BEFORE_ROLL,
    W_ITEM,
    W_ITEM_ROLL,
    W_RESPONSE,
    W_STANDING_UP,
    W_TALISMAN,
    W_THEFT,
)
from vulkar.rules.classic.items.uses import Use, start_use, use_answer, uses
from vulkar.rules.classic.paper.deck import could_play
from vulkar.rules.classic.state import FREE
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

BEFORE: Final = frozenset({W_BEFORE_CARDS, W_BEFORE_ROLL, OWN_BEFORE})
RESPONSES: Final = {
    W_AFTER_ROLL: REROLL,
    W_ITEM_ROLL: REROLL,
    W_RESPONSE: CANCEL,
    W_TALISMAN: TALISMAN,
    W_THEFT: FAKE_JEWEL,
}
RESPONSE_KINDS: Final = frozenset(RESPONSES.values())  # these never count as a turn's card
ANYTIME: Final = frozenset({FIREBALL, TAKE_CARD})  # open windows: also between roll and move
# the kinds that a window can be for under some reading; ``plays`` asks for those of the game
KINDS_FOR: Final[dict[int, frozenset[int]]] = {
    **{mode: frozenset({kind}) for mode, kind in RESPONSES.items()},
    **dict.fromkeys(BEFORE, ANYTIME | {DOUBLE, *AHEAD, *BACK}),
    W_AFTER_ROLL: ANYTIME | {REROLL},
    W_AFTER_MOVE: ANYTIME | {ANOTHER_TURN, *BACK},
    W_STANDING_UP: ANYTIME,
    OWN_AFTER: ANYTIME | {ANOTHER_TURN},
    W_ITEM: frozenset(),
}

Card = tuple[int, int]  # kind of card, seat it is played on or -1
Play = Card | Use


class Candidates(dict[tuple[int, ...], tuple[int, ...]]):
    """Of each hand the kinds that a window is for, each once; responses come first.

    There are 3,060 hands, and each is looked at once. A hand with unknown cards may hold any kind:
    ``plays`` leaves out what the deck has no more of.
    """

    def __init__(self, kinds: frozenset[int]) -> None:
        super().__init__()
        self.kinds = kinds

    def __missing__(self, hand: tuple[int, ...]) -> tuple[int, ...]:
        found = self.kinds if UNKNOWN in hand else self.kinds.intersection(hand)
        self[hand] = kinds = tuple(sorted(found, key=lambda k: (k not in RESPONSE_KINDS, k)))
        return kinds


CANDIDATES: Final = {mode: Candidates(kinds) for mode, kinds in KINDS_FOR.items()}


def plays(g: Game, seat: int, mode: int) -> list[Play]:
    """Every card and item that ``seat`` may play in a window or at its own choice (``mode``)."""
    s = g.s
    found: list[Play] = [] if s.inv is None else [*uses(g, seat, mode)]
    kinds = CANDIDATES[mode][s.hands[seat]]
    if not kinds or s.out[seat] != FREE:
        return found
    if g.paper:
        kinds = could_play(g, seat, kinds)
    o = g.options
    spent = s.played[seat] and o.cards_per_turn == "one"
    for kind in kinds:
        if kind in RESPONSE_KINDS:
            found.append((kind, -1))
        elif spent or (mode == W_AFTER_ROLL and o.windows == "set"):
            break
        elif kind == FIREBALL:
            found.append((kind, -1))
        elif kind == TAKE_CARD:
            found.extend([(kind, at) for at in g.seats_left_of(seat) if g.may_take(seat, at)])
        elif kind == DOUBLE:
            if double_allowed(g, seat, mode):
                found.append((kind, -1))
        elif kind == ANOTHER_TURN:
            if another_allowed(g, seat, mode):
                found.append((kind, -1))
        elif kind in AHEAD:
            if not s.ahead and g.ahead_paths(AHEAD[kind]):
                found.append((kind, s.active))
        elif back_allowed(g, seat, mode) and g.back_paths(BACK[kind]):
            found.append((kind, s.active))
    return found


def back_allowed(g: Game, seat: int, mode: int) -> bool:
    """Move Back is for an opponent's turn, before the roll or (an option) after the move."""
    late = mode == W_AFTER_MOVE and g.options.back_when == "before_and_after"
    return (mode in BEFORE or late) and g.opposed(seat, g.s.active)


def another_allowed(g: Game, seat: int, mode: int) -> bool:
    """Take Another Turn ends an own turn, once; options widen both."""
    s, o = g.s, g.options
    if mode == OWN_AFTER:
        return o.another_limit == "none" or not s.another
    if mode == W_AFTER_MOVE and o.another_by == "anyone":
        return o.another_limit == "none" or seat not in s.extra
    return False


def double_allowed(g: Game, seat: int, mode: int) -> bool:
    """One Double at most waits for a roll; whose turn it may be is an option."""
    own = mode == OWN_BEFORE
    return mode in BEFORE and not g.s.double and (own or g.options.double_by == "anyone")


def play_answer(g: Game, seat: int, play: Play) -> list[str]:
    """``["play", card]`` or, for Take 1 Card, ``["play", card, pawn]``."""
    if isinstance(play, Use):
        return use_answer(g, play)
    kind, on = play
    if kind == TAKE_CARD:
        return ["play", KINDS[kind], g.seats[on]]
    return ["play", KINDS[kind]]


def start_play(g: Game, seat: int, play: Play) -> Outcome:
    """Pushes the frame of a card or of an item."""
    if isinstance(play, Use):
        return start_use(g, seat, play)
    kind, on = play
    g.push(Frame(CARD, seat=seat, n=kind, pawn=on))
    return None
