"""Steps of ``acquire``, ``item_roll``, and of the events: ``slide`` and ``ghost``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import DRAW, W_ITEM_ROLL
from vulkar.rules.classic.items.flows import (
    ACQUIRE,
    FOR_ACQUIRE,
    FOR_DIG,
    FOR_EXORCISE,
    FOR_GHOST,
    FOR_SLIDE,
    GHOST,
    ITEM_ROLL,
    ROLL_NAMES,
    SLIDE,
)
from vulkar.rules.classic.items.kinds import (
    DEAD,
    ITEM_LIMIT,
    ITEMS,
    LANDSLIDE,
    SETS,
    SETS_IN_PLAY,
)
from vulkar.rules.classic.items.reach import slide_paths
from vulkar.rules.classic.paths import Path
from vulkar.rules.classic.state import FREE
from vulkar.rules.classic.steps_roll import ask_die, tell_roll
from vulkar.rules.classic.steps_window import window
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

SET_OF_ROLL = {1: 1, 3: 2}  # what the roll on a dark space opens
GHOST_STAYS = (1, 3)


# --- a die for an item --------------------------------------------------------------------------
def item_roll_throw(g: Game, f: Frame) -> Outcome:
    return ask_die(g, f, f.seat, ROLL_NAMES[f.mode])


def item_roll_throw_take(g: Game, f: Frame, code: int) -> Outcome:
    s = g.s
    s.dice += 1
    f.n = code
    doubled = g.options.double_items and s.double == 1
    tell_roll(g, f.seat, code, doubled, ROLL_NAMES[f.mode])
    return "thrown" if g.options.reroll_items else "plain"


def item_roll_window(g: Game, f: Frame) -> Outcome:
    return window(g, W_ITEM_ROLL, f.seat)


def item_roll_score(g: Game, f: Frame) -> Outcome:
    s, inv = g.s, g.s.inv
    assert inv is not None
    inv.value = f.n
    if g.options.double_items and s.double:
        inv.value *= 2
        s.double = 0
    return "rolled"


# --- a dark space -------------------------------------------------------------------------------
def acquire_begin(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    if inv.haunted[f.seat]:
        return "haunted"
    return "roll" if inv.count(f.seat) < ITEM_LIMIT else "card"


def acquire_exorcise(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ITEM_ROLL, seat=f.seat, mode=FOR_EXORCISE))
    return None


def acquire_spirit(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    stays = inv.value in GHOST_STAYS
    if not stays:
        inv.haunted[f.seat] = 0
    g.emit("ghost", pawn=g.seats[f.seat], what="stays" if stays else "gone")
    return "done"


def acquire_roll(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ITEM_ROLL, seat=f.seat, mode=FOR_ACQUIRE))
    return None


def acquire_read(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    if inv.value == 6 and g.options.six_again:
        return "six"
    f.n = SET_OF_ROLL.get(inv.value, 0)
    return "shovel" if f.n in SETS_IN_PLAY[g.options.items] else "card"


def acquire_six(g: Game, f: Frame) -> Outcome:
    legal = [["again"], _card_or_nothing(g, f)]
    return g.pose(f, f.seat, "dig", g.seats[f.seat], legal, ("again", "card"), {"roll": 6})


def acquire_six_take(g: Game, f: Frame, code: str) -> Outcome:
    return code


def acquire_offer(g: Game, f: Frame) -> Outcome:
    legal = [["dig"], _card_or_nothing(g, f)]
    return g.pose(f, f.seat, "dig", g.seats[f.seat], legal, ("dig", "card"), {"set": f.n})


def acquire_offer_take(g: Game, f: Frame, code: str) -> Outcome:
    return code


def _card_or_nothing(g: Game, f: Frame) -> list[str]:
    return ["card"] if g.to_fill(f.seat) else ["leave"]


def acquire_dig(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ITEM_ROLL, seat=f.seat, mode=FOR_DIG))
    return None


def acquire_find(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    found = SETS[f.n][(inv.value - 1) % 6]
    who = {"seat": f.seat, "pawn": g.seats[f.seat]}
    if found == LANDSLIDE:
        g.push(Frame(SLIDE, seat=f.seat))
        return None
    if found == DEAD:
        g.push(Frame(GHOST, seat=f.seat, n=-1))
        return None
    if inv.has(f.seat, found):
        g.emit("item_again", **who, item=ITEMS[found])
        return "again"
    inv.held[f.seat] |= 1 << found
    g.emit("item_found", **who, item=ITEMS[found])
    return "done"


def acquire_card(g: Game, f: Frame) -> Outcome:
    g.push(Frame(DRAW, seat=f.seat, n=1))
    return None


# --- Landslide ----------------------------------------------------------------------------------
def slide_begin(g: Game, f: Frame) -> Outcome:
    s, board = g.s, g.board
    f.path = tuple(
        p
        for p in (f.seat, *g.seats_left_of(f.seat))
        if not (board.is_cave[at := s.pos[p]] or at == board.dock)
        and (g.options.landslide_hits_pits or not (at in board.rock_chip or at == board.water))
    )
    g.emit("landslide", seat=f.seat, pawn=g.seats[f.seat])
    return "rocks"


def slide_roll(g: Game, f: Frame) -> Outcome:
    if f.n == len(f.path):
        return "over"
    g.push(Frame(ITEM_ROLL, seat=f.path[f.n], mode=FOR_SLIDE))
    return None


def slide_judge(g: Game, f: Frame) -> Outcome:
    s, inv = g.s, g.s.inv
    assert inv is not None
    f.pawn = f.path[f.n]
    f.n += 1
    if inv.value == 1:
        g.emit("dodged", pawn=g.seats[f.pawn], by=f.seat)
        return "next"
    if s.owner == f.pawn:
        g.jewel_down(s.pos[f.pawn], "landslide")
    return "hit"


def slide_back(g: Game, f: Frame) -> Outcome:
    paths = slide_paths(g, f.pawn)
    if not paths:
        g.emit("cannot_move", pawn=g.seats[f.pawn])
        return "next"
    names = g.board.names
    legal = [["move", g.board.ids(p)] for p in paths]
    data = {"count": 3, "from": names[g.s.pos[f.pawn]], "why": "landslide"}
    return g.pose(f, f.seat, "slide", g.seats[f.pawn], legal, paths, data)


def slide_back_take(g: Game, f: Frame, code: Path) -> Outcome:
    here = set_back(g, f.pawn, code, "landslide", f.seat)
    if g.options.landslide_digs and g.board.dark[here] and g.s.out[f.pawn] == FREE:
        g.push(Frame(ACQUIRE, seat=f.pawn))
        return None
    return "next"


def set_back(g: Game, pawn: int, path: Path, why: str, by: int) -> int:
    """Sets a piece down at the end of a way back that no card made it go. Returns the space."""
    s, board, inv = g.s, g.board, g.s.inv
    assert inv is not None
    start, here = s.pos[pawn], path[-1]
    s.pos[pawn] = here
    s.trail[pawn] = ()
    s.climbing[pawn] = int(s.climbing[pawn] == 1 and here in board.climb)
    inv.walked(pawn, start, path, False)
    g.emit("moved", pawn=g.seats[pawn], path=board.ids(path), to=board.names[here], why=why, by=by)
    return here


# --- Waking the Dead ----------------------------------------------------------------------------
def ghost_roll(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    if f.n < 0:  # the ghost has just woken: everybody rolls who has none
        f.n = sum(1 << p for p in range(len(g.seats)) if not inv.haunted[p])
    seats = _rolling(g, f)
    if len(seats) <= 1:
        if seats:
            _haunt(g, seats[0])
        return "over"
    if len(f.path) == len(seats):
        return "full"
    g.push(Frame(ITEM_ROLL, seat=seats[len(f.path)], mode=FOR_GHOST))
    return None


def ghost_note(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    f.path = (*f.path, inv.value)
    return "next"


def ghost_judge(g: Game, f: Frame) -> Outcome:
    low = min(f.path)
    seats = [p for p, value in zip(_rolling(g, f), f.path, strict=True) if value == low]
    f.path = ()
    f.n = sum(1 << p for p in seats)
    if len(seats) > 1:
        return "tied"
    _haunt(g, seats[0])
    return "over"


def _rolling(g: Game, f: Frame) -> list[int]:
    return [p for p in (f.seat, *g.seats_left_of(f.seat)) if f.n >> p & 1]


def _haunt(g: Game, pawn: int) -> None:
    inv = g.s.inv
    assert inv is not None
    inv.haunted[pawn] = 1
    g.emit("ghost", pawn=g.seats[pawn], what="haunts")
