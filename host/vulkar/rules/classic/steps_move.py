"""Steps of the flows ``move``, ``theft`` and ``bonus``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import (
    AHEAD,
    BACK,
    BONUS,
    BOOTS,
    CAVE,
    DRAW,
    FIREBALL,
    THEFT,
    W_THEFT,
)
from vulkar.rules.classic.items.flows import ACQUIRE
from vulkar.rules.classic.items.reach import boots_paths
from vulkar.rules.classic.items.turns import set_down
from vulkar.rules.classic.paths import Path
from vulkar.rules.classic.steps_window import window
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

MODE_NAMES = ("rolled", "ahead", "back", "boots")


def _ask_path(g: Game, f: Frame, kind: str, paths: tuple[Path, ...]) -> Outcome:
    legal = [g.board.move_answer(p) for p in paths]
    names = g.board.names
    at = f.path[f.m - 1] if f.m else g.s.pos[f.pawn]
    data = {"count": f.n, "from": names[at], "why": MODE_NAMES[f.mode]}
    return g.pose(f, f.seat, kind, g.seats[f.pawn], legal, paths, data)


def move_choose(g: Game, f: Frame) -> Outcome:
    if f.mode == BACK:
        paths = g.back_paths(f.n)
    elif f.mode == AHEAD:
        paths = g.ahead_paths(f.n)
    elif f.mode == BOOTS:
        paths = boots_paths(g, f.pawn)
    else:
        paths = g.roll_paths(f.pawn, f.n)
    if not paths:
        g.emit("cannot_move", pawn=g.seats[f.pawn])
        return "stay"
    return _ask_path(g, f, "move", paths)


def move_choose_take(g: Game, f: Frame, code: Path) -> Outcome:
    f.path, f.m = code, 0
    if f.mode == BOOTS:
        f.n = len(code)  # as many spaces as were chosen
    if g.sink is not None:
        path = g.board.ids(code)
        g.emit("moving", pawn=g.seats[f.pawn], path=path, why=MODE_NAMES[f.mode], by=f.seat)
    return "chosen"


def move_walk(g: Game, f: Frame) -> Outcome:
    """Goes along the way until something happens on it. ``m`` counts the spaces done with."""
    s, board, path = g.s, g.board, f.path
    last = len(path) - 1
    while f.m <= last:
        here = path[f.m]
        f.m += 1
        s.climbing[f.pawn] = s.climbing[f.pawn] and here != board.top
        if here == board.step and (f.mode != BACK or g.options.back_awards):
            g.take_token(f.pawn)
        if f.mode == BACK:
            continue
        if s.jewel_at == here and s.captured:
            g.jewel_to(f.pawn, "picked_up")
            return "taken"
        owned_here = s.owner >= 0 and s.pos[s.owner] == here and board.trail[here]
        if f.m <= last and owned_here and g.steals_from(f.pawn):
            g.push(Frame(THEFT, seat=f.pawn, pawn=s.owner))
            return None
    return "there"


def move_rest(g: Game, f: Frame) -> Outcome:
    """The jewel changed hands, or nearly: the rest of the way is asked again if it is illegal."""
    s = g.s
    rest = f.path[f.m :]
    here = f.path[f.m - 1]
    left = f.n - f.m
    stop = s.owner == f.pawn and g.options.mid_move_capture == "stop"
    if stop:
        left = 0
        if here not in g.occupied_by_others(f.pawn):
            f.path = f.path[: f.m]
            return "walk"
    elif not rest:
        return "walk"
    before = s.trail[f.pawn] if f.mode == BOOTS else ()
    visited = (*before, s.pos[f.pawn], *f.path[: f.m])
    paths = g.rest_paths(f.pawn, here, left, visited, f.mode)
    if rest in paths:
        return "walk"
    if not paths:  # back to the last open space of the way
        taken = g.occupied_by_others(f.pawn)
        done = f.path[: f.m]
        while done and done[-1] in taken:
            done = done[:-1]
        f.path, f.m = done, len(done)
        return "walk"
    return _ask_path(g, f, "rest", paths)


def move_rest_take(g: Game, f: Frame, code: Path) -> Outcome:
    f.path = f.path[: f.m] + code
    g.emit("moving", pawn=g.seats[f.pawn], path=g.board.ids(f.path), why="rest", by=f.seat)
    return "walk"


def move_land(g: Game, f: Frame) -> Outcome:
    """The piece is set down where its way ends, and the space takes effect."""
    s, board, pawn = g.s, g.board, f.pawn
    if not f.path:
        g.emit("cannot_move", pawn=g.seats[pawn])
        return "done"
    start, here = s.pos[pawn], f.path[-1]
    s.pos[pawn] = here
    s.climbing[pawn] = int(s.climbing[pawn] == 1 and here in board.climb)
    s.trail[pawn] = _trail(s.trail[pawn], start, f)
    if s.inv is not None:
        set_down(g, pawn, start, f.path, f.mode)
    if g.sink is not None:
        g.emit(
            "moved",
            pawn=g.seats[pawn],
            path=board.ids(f.path),
            to=board.names[here],
            why=MODE_NAMES[f.mode],
            by=f.seat,
        )
    if f.mode != BACK:
        if here == board.vulkar and not s.captured:
            s.captured = 1
            g.jewel_to(pawn, "captured")
            s.bonus[pawn] = 3 if g.options.bonus_turns == "after" else 2
            g.push(Frame(BONUS, seat=pawn))
            return None
        if here == board.dock:
            g.check_win()
            return "done"
        if board.is_cave[here] and g.options.cave_roll == "immediate":
            g.push(Frame(CAVE, seat=pawn))
            return None
    if board.dark[here] and (f.mode != BACK or g.options.back_awards):
        g.push(Frame(DRAW, seat=pawn, n=1) if s.inv is None else Frame(ACQUIRE, seat=pawn))
        return None
    return "done"


def _trail(before: Path, start: int, f: Frame) -> Path:
    """The way a pawn came in this turn; a Move Back shortens it again."""
    if f.mode == BOOTS:
        return (*before, *f.path)
    if f.mode != BACK:
        return (start, *f.path)
    rest = before[: -len(f.path)]
    return rest if rest and rest[-1] == f.path[-1] else (f.path[-1],)


def theft_window(g: Game, f: Frame) -> Outcome:
    g.emit("theft", pawn=g.seats[f.seat], owner=g.seats[f.pawn])
    return window(g, W_THEFT, f.seat, f.pawn)


def theft_take(g: Game, f: Frame) -> Outcome:
    g.s.stole |= 1 << f.seat
    g.jewel_to(f.seat, "stolen")
    return "stolen"


def theft_keep(g: Game, f: Frame) -> Outcome:
    g.emit("theft_failed", pawn=g.seats[f.seat], owner=g.seats[f.pawn])
    return "kept"


def bonus_fill(g: Game, f: Frame) -> Outcome:
    g.push(Frame(DRAW, seat=f.seat, n=g.to_fill(f.seat)))
    return None


def bonus_fireball(g: Game, f: Frame) -> Outcome:
    g.push(Frame(FIREBALL, seat=f.seat, m=f.seat))
    return None
