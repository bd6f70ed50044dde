"""Which items a seat may use now: the exact windows of every item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from vulkar.rules.classic.flows import (
    FIREBALL,
    OWN_AFTER,
    OWN_BEFORE,
    W_AFTER_MOVE,
    W_BEFORE_CARDS,
    W_BEFORE_ROLL,
    W_ITEM,
    W_STANDING_UP,
    W_TALISMAN,
)
from vulkar.rules.classic.items.flows import USE
from vulkar.rules.classic.items.kinds import (
    ANCHOR,
    BOOTS,
    CRYSTAL,
    DOLL,
    ITEMS,
    REVOLVER,
    SHIELD,
    STAFF,
    TOME,
    TORCH,
    ULTIMATE,
    WHIP,
)
from vulkar.rules.classic.items.reach import (
    REACH_OF_REVOLVER,
    REACH_OF_WHIP,
    boots_paths,
    in_reach,
)
from vulkar.rules.classic.state import FREE
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

# "at any time" is wherever any card could be played: not between a roll and what comes of it
ANY_TIME: Final = frozenset(
    {W_BEFORE_CARDS, W_BEFORE_ROLL, W_AFTER_MOVE, W_STANDING_UP, OWN_BEFORE, OWN_AFTER}
)
IDOL: Final = "idol"  # the source that a Staff turns a fireball to


def _bits(*items: int) -> int:
    return sum(1 << item for item in items)


# the items that a window is for, as bits; Ultimate is Boots and Shield
_ALWAYS: Final = _bits(REVOLVER, TOME, STAFF, CRYSTAL, WHIP, BOOTS)
_IN_OWN_TURN: Final = _ALWAYS | _bits(TORCH, DOLL, ANCHOR)
ITEMS_FOR: Final[dict[int, int]] = {
    **dict.fromkeys(ANY_TIME, _ALWAYS),
    OWN_BEFORE: _IN_OWN_TURN,
    OWN_AFTER: _IN_OWN_TURN,
    W_ITEM: _bits(TOME),
    W_TALISMAN: _bits(STAFF),
}

# how an item is used, where there is more than one way
PLAINLY = 0
FOR_CARD = 1  # Torch
TO_TAKE = 1  # Tome; plainly it answers an item
TO_STOP, TO_REDIRECT = 1, 2  # Staff; plainly it rolls a fireball
HOW: Final = {(TORCH, FOR_CARD): "card", (STAFF, TO_STOP): "stop", (STAFF, TO_REDIRECT): "redirect"}


class Use(NamedTuple):
    """One way to use an item now. ``what``: the item that a Tome reaches for."""

    item: int
    how: int = PLAINLY
    on: int = -1
    what: int = -1


def uses(g: Game, seat: int, mode: int) -> list[Use]:
    """Every use that ``seat`` may make in a window, or at its own choice (``mode``)."""
    s = g.s
    inv = s.inv
    if inv is None or not inv.held[seat] & ITEMS_FOR.get(mode, 0) or s.out[seat] != FREE:
        return []
    if mode == W_ITEM:
        return [Use(TOME)]
    if mode == W_TALISMAN:
        return _against_fireball(g, seat)
    found: list[Use] = []
    has = inv.has
    if mode in (OWN_BEFORE, OWN_AFTER):
        found += _own(g, seat, mode)
    if has(seat, REVOLVER):
        foes = in_reach(g, seat, REACH_OF_REVOLVER)
        found += [Use(REVOLVER, on=other) for other in foes if g.opposed(seat, other)]
    if has(seat, TOME):  # it is gone when it takes, so there is room
        found += [
            Use(TOME, TO_TAKE, other, item)
            for other in g.seats_left_of(seat)
            if g.opposed(seat, other)
            for item in range(len(ITEMS))
            if inv.has(other, item) and (item == TOME or not inv.has(seat, item))
        ]
    if has(seat, STAFF):
        found.append(Use(STAFF))
    if has(seat, CRYSTAL):
        found += [
            Use(CRYSTAL, on=o) for o in g.seats_left_of(seat) if s.hands[o] and g.opposed(seat, o)
        ]
    if has(seat, WHIP) and whipped(g, seat):
        found.append(Use(WHIP))
    if has(seat, BOOTS) and has(seat, SHIELD):
        found.append(Use(ULTIMATE))
    return found


def whipped(g: Game, seat: int) -> tuple[int, ...]:
    """The seats that a whip of ``seat`` reaches."""
    return tuple(o for o in in_reach(g, seat, REACH_OF_WHIP) if g.opposed(seat, o))


def _own(g: Game, seat: int, mode: int) -> list[Use]:
    """What can be used in one's own turn only."""
    s, inv = g.s, g.s.inv
    assert inv is not None
    at = s.pos[seat]
    found: list[Use] = []
    if mode == OWN_AFTER and inv.has(seat, BOOTS) and boots_paths(g, seat):
        found.append(Use(BOOTS))
    if inv.has(seat, TORCH) and g.to_fill(seat) > 0:
        found.append(Use(TORCH, FOR_CARD))
    if inv.has(seat, DOLL) and g.board.trail[at] and all(at != space for space, _ in inv.dolls):
        found.append(Use(DOLL))
    if inv.has(seat, ANCHOR) and not inv.anchor:
        found.append(Use(ANCHOR))
    return found


def _against_fireball(g: Game, seat: int) -> list[Use]:
    """A Staff stops a declared fireball, or turns an opponent's."""
    s = g.s
    roller = next(f.seat for f in reversed(s.stack) if f.kind == FIREBALL)
    found = [Use(STAFF, TO_STOP)]
    protected = s.owner == roller and s.token[roller] == 1
    if seat != roller and not protected and idol_routes(g):
        found.append(Use(STAFF, TO_REDIRECT))
    return found


def idol_routes(g: Game) -> list[int]:
    """The ways out of the idol; none while no marble lies in it."""
    board, marbles = g.board, g.s.marbles
    everywhere = g.options.marble_return == "origin"
    return [
        r
        for r, source in enumerate(board.route_source)
        if source == IDOL and (everywhere or marbles[board.route_from[r]])
    ]


def use_answer(g: Game, use: Use) -> list[str]:
    """``["use", item]``, followed by how, on whom, and what a Tome takes, where that is open."""
    if use.item == ULTIMATE:
        return ["use", "ultimate"]
    answer = ["use", ITEMS[use.item]]
    how = HOW.get((use.item, use.how))
    if how is not None:
        answer.append(how)
    if use.on >= 0:
        answer.append(g.seats[use.on])
    if use.what >= 0:
        answer.append(ITEMS[use.what])
    return answer


def start_use(g: Game, seat: int, use: Use) -> Outcome:
    """Pushes the frame of a use."""
    g.push(Frame(USE, seat=seat, pawn=use.on, n=use.item, m=use.what, mode=use.how))
    return None
