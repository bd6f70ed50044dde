"""Steps that ask chance: first roll, dice, cards, and the roll for a cave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.flows import BY_CAVE, BY_TRAIL, FIREBALL, ROLL, W_AFTER_ROLL
from vulkar.rules.classic.items.turns import ask_torch, may_light
from vulkar.rules.classic.steps_window import window
from vulkar.rules.core import CHANCE
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

DIE = (1, 2, 3, 4, 5, 6)
ROLLS_FOR = ("move", "cave", "dock")  # by BY_TRAIL, BY_CAVE, BY_DOCK


def ask_die(g: Game, f: Frame, seat: int, what: str) -> Outcome:
    """Poses a die; the step that is under way takes it."""
    data = {"ordinal": g.s.dice, "seat": seat, "for": what}
    return g.pose(f, CHANCE, "die", g.seats[seat], DIE, DIE, data)


def tell_roll(g: Game, seat: int, die: int, doubled: bool, what: str) -> None:
    """Everybody sees what a seat has thrown, and what it counts for."""
    if g.sink is not None:
        value = die * 2 if doubled else die
        pawn = g.seats[seat]
        g.emit("rolled", seat=seat, pawn=pawn, value=value, die=die, doubled=doubled, what=what)


# --- who goes first -----------------------------------------------------------------------------
def game_first(g: Game, f: Frame) -> Outcome:
    seats = [i for i in range(len(g.seats)) if f.n >> i & 1]
    if len(f.path) < len(seats):
        return ask_die(g, f, seats[len(f.path)], "first")
    high = max(f.path)
    best = [seat for seat, value in zip(seats, f.path, strict=True) if value == high]
    f.path = ()
    if len(best) > 1:
        f.n = sum(1 << seat for seat in best)
        g.emit("first_tied", seats=best, value=high)
        return "tied"
    g.s.active = best[0]
    g.emit("first", seat=best[0], pawn=g.seats[best[0]], value=high)
    return "decided"


def game_first_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.dice += 1
    seats = [i for i in range(len(g.seats)) if f.n >> i & 1]
    seat = seats[len(f.path)]
    f.path = (*f.path, code)
    tell_roll(g, seat, code, False, "first")
    return "next"


# --- a die with its window ----------------------------------------------------------------------
def roll_throw(g: Game, f: Frame) -> Outcome:
    return ask_die(g, f, f.seat, ROLLS_FOR[f.mode])


def roll_throw_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.dice += 1
    if f.n and not g.options.reroll_keeps_double and _doubles(g, f):
        g.s.double = 0
    f.n = code
    doubled = _doubles(g, f)
    tell_roll(g, f.seat, code, doubled, ROLLS_FOR[f.mode])
    return "thrown"


def roll_window(g: Game, f: Frame) -> Outcome:
    return window(g, W_AFTER_ROLL, f.seat)


def roll_score(g: Game, f: Frame) -> Outcome:
    s = g.s
    s.value = f.n
    if s.inv is not None:
        s.inv.die = f.n
    if _doubles(g, f):
        s.value *= 2
        s.double = 0
    return "rolled"


def _doubles(g: Game, f: Frame) -> bool:
    if not g.s.double:
        return False
    return f.mode == BY_TRAIL or (f.mode == BY_CAVE and g.options.double_caves)


# --- cards --------------------------------------------------------------------------------------
def draw_next(g: Game, f: Frame) -> Outcome:
    s = g.s
    if f.n <= 0 or not g.to_fill(f.seat):
        return "done"
    if not any(s.pile):
        if not any(s.discard):
            g.emit("no_cards", seat=f.seat)
            return "done"
        s.pile, s.discard = s.discard, [0] * len(KINDS)
        g.emit("reshuffled", cards=sum(s.pile))
    kinds = [kind for kind, count in enumerate(s.pile) if count]
    legal = [KINDS[kind] for kind in kinds]
    data = {"ordinal": s.draws, "seat": f.seat, "counts": [s.pile[kind] for kind in kinds]}
    return g.pose(f, CHANCE, "draw", g.seats[f.seat], legal, kinds, data)


def draw_next_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.pile[code] -= 1
    return drawn(g, f, code)


def drawn(g: Game, f: Frame, code: int) -> Outcome:
    """A card has come from the pile into a hand; its seat alone hears which."""
    s = g.s
    s.draws += 1
    s.add_card(f.seat, code)
    f.n -= 1
    if g.sink is not None:
        pawn = g.seats[f.seat]
        g.emit("card_drawn", (f.seat,), seat=f.seat, pawn=pawn, card=KINDS[code])
        g.emit("card_drawn", g.seats_left_of(f.seat), seat=f.seat, pawn=pawn)
    return "more"


# --- caves --------------------------------------------------------------------------------------
def cave_roll(g: Game, f: Frame) -> Outcome:
    if may_light(g, f.seat):
        return ask_torch(g, f)
    g.push(Frame(ROLL, seat=f.seat, mode=BY_CAVE))
    return None


def cave_goal(g: Game, f: Frame) -> Outcome:
    """Where the roll leads: its cave, any cave from 8 on, or nowhere if that cave is occupied."""
    value = g.s.value
    caves = g.board.caves
    if value == 1 and g.options.cave_one == "fireball_only":
        return "fireball"
    if value in caves:
        return cave_goal_take(g, f, caves[value])
    taken = set(g.s.pos)
    free = [at for at in caves.values() if at not in taken]
    if value < 8 or not g.options.cave_roll_8_any:
        free = []
    here = g.s.pos[f.seat]
    codes = [*free, here]
    legal = [["cave", g.board.names[at]] for at in free] + [["stay"]]
    return g.pose(f, f.seat, "cave", g.seats[f.seat], legal, codes, {"roll": value})


def cave_goal_take(g: Game, f: Frame, code: int) -> Outcome:
    s, names = g.s, g.board.names
    here = s.pos[f.seat]
    if code not in s.pos:
        s.pos[f.seat] = code
        s.trail[f.seat] = (code,)
        g.emit(
            "moved", pawn=g.seats[f.seat], path=[names[code]], to=names[code], why="cave", by=f.seat
        )
    elif code != here or s.value < 8:
        g.emit("cave_taken", pawn=g.seats[f.seat], space=names[code])
    return "fireball" if s.value == 1 else "done"


def cave_fireball(g: Game, f: Frame) -> Outcome:
    g.push(Frame(FIREBALL, seat=f.seat, m=f.seat))
    return None
