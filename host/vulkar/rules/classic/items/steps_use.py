"""Steps of the flow ``use`` and of what single items do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.flows import BOOTS as BOOTS_MOVE
from vulkar.rules.classic.flows import DRAW, FIREBALL, MOVE, OWN_DISCARD, W_ITEM
from vulkar.rules.classic.items.flows import (
    ATTACK,
    FOR_CRYSTAL,
    FOR_SHIELD,
    FOR_TOME,
    GRAB,
    ITEM_ROLL,
    LOOK,
    ULTIMATE_FRAME,
)
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
    in_play,
)
from vulkar.rules.classic.items.uses import (
    FOR_CARD,
    HOW,
    TO_REDIRECT,
    TO_STOP,
    TO_TAKE,
    whipped,
)
from vulkar.rules.classic.steps_cards import take_card
from vulkar.rules.classic.steps_window import choice_closed, choice_opened, window
from vulkar.rules.core import CHANCE
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

NO_SHIELD = 1  # what a Shield's roll shows when it fails
EFFECT = 100  # ClassicState.effect of an item; cards use their kind + 1
UNSTOPPABLE = 1  # FIREBALL.mode


def use_play(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    used = (BOOTS, SHIELD) if f.n == ULTIMATE else (f.n,)
    for item in used:
        inv.held[f.seat] &= ~(1 << item)
    g.emit(
        "item_used",
        seat=f.seat,
        pawn=g.seats[f.seat],
        item="ultimate" if f.n == ULTIMATE else ITEMS[f.n],
        how=HOW.get((f.n, f.mode)),
        on=g.seats[f.pawn] if f.pawn >= 0 else None,
        what=ITEMS[f.m] if f.n == TOME and f.mode == TO_TAKE else None,
    )
    return "sure" if f.n == ULTIMATE else "open"


def use_respond(g: Game, f: Frame) -> Outcome:
    return window(g, W_ITEM, f.seat)


def use_void(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    g.emit("item_cancelled", seat=f.seat, pawn=g.seats[f.seat], item=ITEMS[f.n])
    if f.n == SHIELD:
        inv.value = NO_SHIELD
    return "done"


def use_resolve(g: Game, f: Frame) -> Outcome:
    """The effect. What an item does in several steps has a frame of its own."""
    s, inv, seat = g.s, g.s.inv, f.seat
    assert inv is not None
    frame: Frame | None = None
    if f.n == BOOTS:
        frame = Frame(MOVE, seat=seat, pawn=seat, n=3, mode=BOOTS_MOVE)
    elif f.n == TORCH and f.mode == FOR_CARD:
        frame = Frame(DRAW, seat=seat, n=1)
    elif f.n == TORCH:
        inv.lit = 1
    elif f.n == TOME and f.mode == TO_TAKE:
        frame = Frame(GRAB, seat=seat, pawn=f.pawn, m=f.m)
    elif f.n == STAFF and f.mode not in (TO_STOP, TO_REDIRECT):
        frame = Frame(FIREBALL, seat=seat, m=seat)
    elif f.n in (TOME, STAFF):
        s.effect = EFFECT + f.n
        inv.redirect = seat + 1 if f.n == STAFF and f.mode == TO_REDIRECT else 0
    elif f.n == CRYSTAL:
        frame = Frame(LOOK, seat=seat, pawn=f.pawn)
    elif f.n == DOLL:
        inv.dolls = (*inv.dolls, (s.pos[seat], seat))
        space = g.board.names[s.pos[seat]]
        g.emit("doll", pawn=g.seats[seat], space=space, what="left")
    elif f.n == ANCHOR:
        inv.anchor = 1
        g.emit("anchor", pawn=g.seats[seat], what="attached")
    elif f.n == SHIELD:
        frame = Frame(ITEM_ROLL, seat=seat, mode=FOR_SHIELD)
    elif f.n == ULTIMATE:
        frame = Frame(ULTIMATE_FRAME, seat=seat)
    else:
        struck = (f.pawn,) if f.n == REVOLVER else whipped(g, seat)
        frame = Frame(ATTACK, seat=seat, mode=f.n, path=struck)
    if frame is None:
        return "done"
    g.push(frame)
    return None


# --- Tome ---------------------------------------------------------------------------------------
def grab_roll(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ITEM_ROLL, seat=f.pawn, mode=FOR_TOME))
    return None


def grab_judge(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    bit = 1 << f.m
    taken = inv.value != 1
    if taken:
        inv.held[f.pawn] &= ~bit
        inv.held[f.seat] |= bit
    g.emit(
        "item_taken" if taken else "item_kept",
        seat=f.seat,
        pawn=g.seats[f.seat],
        victim=g.seats[f.pawn],
        item=ITEMS[f.m],
    )
    return "done"


# --- Crystal ------------------------------------------------------------------------------------
def look_roll(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ITEM_ROLL, seat=f.seat, mode=FOR_CRYSTAL))
    return None


def look_score(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    f.n = inv.value if inv.value <= 3 else inv.value - 3
    return "look"


def look_see(g: Game, f: Frame) -> Outcome:
    """The next card of the shuffled hand is turned up, for the user's eyes only."""
    rest = _unseen(g, f)
    if len(f.path) >= f.n or not rest:
        return "seen"
    legal = list(range(len(rest)))
    data = {"ordinal": g.s.picks, "victim": f.pawn, "seat": f.seat}
    return g.pose(f, CHANCE, "pick", g.seats[f.pawn], legal, legal, data)


def look_see_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.picks += 1
    turned_up(g, f, _unseen(g, f)[code])
    return "next"


def turned_up(g: Game, f: Frame, kind: int) -> None:
    """The looker knows one card more; others hear that it has looked."""
    s, n = g.s, len(g.seats)
    f.path = tuple(sorted((*f.path, kind)))
    at = f.seat * n + f.pawn
    if f.path.count(kind) > s.known[at].count(kind):
        s.known[at] = tuple(sorted((*s.known[at], kind)))
    who = {"seat": f.seat, "pawn": g.seats[f.seat], "victim": g.seats[f.pawn]}
    g.emit("card_seen", (f.seat,), **who, card=KINDS[kind])
    g.emit("card_seen", g.seats_left_of(f.seat), **who)


def look_take(g: Game, f: Frame) -> Outcome:
    if not f.path or not g.to_fill(f.seat):
        return "done"
    kinds = sorted(set(f.path))
    legal = [["take", KINDS[kind]] for kind in kinds] + [["leave"]]
    data = {"victim": g.seats[f.pawn], "seen": [KINDS[kind] for kind in f.path]}
    return g.pose(f, f.seat, "take", g.seats[f.pawn], legal, [*kinds, -1], data)


def look_take_take(g: Game, f: Frame, code: int) -> Outcome:
    if code >= 0:
        take_card(g, f.seat, f.pawn, code)
    return "done"


def _unseen(g: Game, f: Frame) -> list[int]:
    """The cards of the victim's hand that have not been turned up."""
    rest = list(g.s.hands[f.pawn])
    for kind in f.path:
        rest.remove(kind)
    return rest


# --- Voodoo Doll --------------------------------------------------------------------------------
def curse_pay(g: Game, f: Frame) -> Outcome:
    """The stopped piece pays with a card, else with an item; the turn is over in any case."""
    s, inv, seat = g.s, g.s.inv, f.seat
    assert inv is not None
    if s.hands[seat]:
        codes = sorted(set(s.hands[seat]))
        legal = [["discard", KINDS[kind]] for kind in codes]
    else:
        held = inv.held[seat]
        codes = [item for item in range(len(ITEMS)) if held >> item & 1]
        legal = [["discard", ITEMS[item]] for item in codes]
    if not codes:
        s.over = 1
        return "cursed"
    choice_opened(g, OWN_DISCARD, seat)
    return g.pose(f, seat, "discard", g.seats[seat], legal, codes, {"space": g.board.names[f.n]})


def curse_pay_take(g: Game, f: Frame, code: int) -> Outcome:
    s, inv, seat = g.s, g.s.inv, f.seat
    assert inv is not None
    choice_closed(g, OWN_DISCARD, seat)
    if s.hands[seat]:
        s.drop_card(seat, code)
        s.discard[code] += 1
        what = KINDS[code]
    else:
        inv.held[seat] &= ~(1 << code)
        what = ITEMS[code]
    g.emit("discarded", seat=seat, pawn=g.seats[seat], what=what)
    inv.dolls = tuple(d for d in inv.dolls if d[0] != f.n)
    g.emit("doll", pawn=g.seats[seat], space=g.board.names[f.n], what="gone")
    s.over = 1
    return "cursed"


# --- Ultimate Fireball --------------------------------------------------------------------------
def ultimate_fire(g: Game, f: Frame) -> Outcome:
    g.push(Frame(FIREBALL, seat=f.seat, m=f.seat, mode=UNSTOPPABLE))
    return None


def ultimate_gift(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    codes = [item for item in in_play(g.options.items) if not inv.has(f.seat, item)]
    legal = [["item", ITEMS[item]] for item in codes]
    return g.pose(f, f.seat, "item", g.seats[f.seat], legal, codes)


def ultimate_gift_take(g: Game, f: Frame, code: int) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    inv.held[f.seat] |= 1 << code
    g.emit("item_found", seat=f.seat, pawn=g.seats[f.seat], item=ITEMS[code])
    return "done"
