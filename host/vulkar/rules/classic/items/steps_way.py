"""Steps of ``light`` and ``moored``, and the steps that items add to a turn and to a cave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import BY_CAVE, ROLL, W_AFTER_ROLL
from vulkar.rules.classic.items.flows import FOR_ANCHOR, ITEM_ROLL, LIGHT, MOORED
from vulkar.rules.classic.items.reach import anchor_holds, retreat_paths
from vulkar.rules.classic.items.steps_dig import set_back
from vulkar.rules.classic.items.uses import Use, start_use
from vulkar.rules.classic.paths import Path
from vulkar.rules.classic.steps_roll import ask_die, tell_roll
from vulkar.rules.classic.steps_window import window
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

TOO_HIGH = 2  # MOORED.mode; 1 is too low


# --- Torch --------------------------------------------------------------------------------------
def cave_roll_take(g: Game, f: Frame, code: Use | None) -> Outcome:
    if code is not None:
        return start_use(g, f.seat, code)
    g.push(Frame(ROLL, seat=f.seat, mode=BY_CAVE))
    return None


def cave_lit(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    lit, inv.lit = inv.lit, 0
    g.push(Frame(LIGHT if lit else ROLL, seat=f.seat, mode=BY_CAVE))
    return None


def light_throw(g: Game, f: Frame) -> Outcome:
    if len(f.path) == 2:  # rolled again: both dice
        f.path = ()
    return ask_die(g, f, f.seat, "torch")


def light_throw_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.dice += 1
    f.path = (*f.path, code)
    f.n = max(f.path)
    tell_roll(g, f.seat, code, _factor(g) == 2, "torch")
    return "thrown" if len(f.path) == 2 else "again"


def light_window(g: Game, f: Frame) -> Outcome:
    return window(g, W_AFTER_ROLL, f.seat)


def light_pick(g: Game, f: Frame) -> Outcome:
    """One of the two dice counts; equal dice leave no choice."""
    codes = sorted({die * _factor(g) for die in f.path})
    legal = [["die", value] for value in codes]
    return g.pose(f, f.seat, "torch_die", g.seats[f.seat], legal, codes)


def light_pick_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.value = code
    if _factor(g) == 2:
        g.s.double = 0
    return "rolled"


def _factor(g: Game) -> int:
    return 2 if g.s.double and g.options.double_caves else 1


# --- Boat Anchor --------------------------------------------------------------------------------
def turn_moored(g: Game, f: Frame) -> Outcome:
    g.push(Frame(MOORED, seat=f.seat, mode=anchor_holds(g, f.seat, g.s.value)))
    return None


def moored_judge(g: Game, f: Frame) -> Outcome:
    return "high" if f.mode == TOO_HIGH else "low"


def moored_stay(g: Game, f: Frame) -> Outcome:
    g.emit("anchor", pawn=g.seats[f.seat], what="holds")
    return "moved"


def moored_cut(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ITEM_ROLL, seat=f.seat, mode=FOR_ANCHOR))
    return None


def moored_free(g: Game, f: Frame) -> Outcome:
    """A 1 cuts the anchor loose: the owner is on the Dock."""
    s, inv, dock = g.s, g.s.inv, g.board.dock
    assert inv is not None
    if inv.value != 1:
        g.emit("anchor", pawn=g.seats[f.seat], what="holds")
        return "held"
    inv.anchor = 0
    g.emit("anchor", pawn=g.seats[f.seat], what="cut")
    s.pos[f.seat] = dock
    name = g.board.names[dock]
    g.emit("moved", pawn=g.seats[f.seat], path=[name], to=name, why="anchor", by=f.seat)
    g.check_win()
    return "won"


def moored_back(g: Game, f: Frame) -> Outcome:
    """One space back, on to the next open one."""
    paths = retreat_paths(g, f.seat)
    if not paths:
        return "moved"
    names = g.board.names
    legal = [["move", g.board.ids(p)] for p in paths]
    data = {"count": 1, "from": names[g.s.pos[f.seat]], "why": "anchor"}
    return g.pose(f, f.seat, "slide", g.seats[f.seat], legal, paths, data)


def moored_back_take(g: Game, f: Frame, code: Path) -> Outcome:
    set_back(g, f.seat, code, "anchor", f.seat)
    return "moved"
