"""Steps of the flow ``window``: seats are asked one by one, in a fixed order, until all pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.flows import (
    CHOICE_NAMES,
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
    WINDOW,
    WINDOW_NAMES,
)
from vulkar.rules.classic.items.flows import DEFEND
from vulkar.rules.classic.items.kinds import ITEMS, SHIELD
from vulkar.rules.classic.plays import CANDIDATES, Play, play_answer, plays, start_play
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

PASS = -1
TURN_WINDOWS = frozenset({W_BEFORE_CARDS, W_BEFORE_ROLL, W_AFTER_MOVE})
FOR_OTHERS = frozenset(WINDOW_NAMES[mode] for mode in (*TURN_WINDOWS, W_STANDING_UP, W_RESPONSE))


def order(g: Game, mode: int, seat: int, pawn: int) -> tuple[int, ...]:
    """Who is asked, in which order: left of the one it is about, who comes last where included."""
    if mode == W_THEFT:
        return (pawn,)
    if mode in (W_AFTER_ROLL, W_ITEM_ROLL):
        return g.left_and_own[seat]
    if mode == W_TALISMAN and pawn == seat and g.options.talisman_by == "opponents_or_target":
        return g.left_and_own[seat]
    return g.left[seat]


def asked_in(g: Game, name: str, seat: int) -> frozenset[int]:
    """Whom a window of that name about ``seat`` may ask, as far as everybody knows."""
    if name in FOR_OTHERS:
        return frozenset(g.left[seat])
    return frozenset(range(len(g.seats)))


def window(g: Game, mode: int, seat: int, pawn: int = -1) -> Outcome:
    """Opens a window. Where nobody can act in it, it is announced and closed without a frame.

    So every play that a window offers must come from ``plays``.
    """
    kinds, hands, inv = CANDIDATES[mode], g.s.hands, g.s.inv
    for n, who in enumerate(order(g, mode, seat, pawn)):
        holds = kinds[hands[who]] or (inv is not None and inv.held[who])
        if holds and plays(g, who, mode):
            g.s.stack.append(Frame(WINDOW, seat, pawn, n, 0, mode))
            return None
    if g.sink is not None:
        g.emit("window_opened", window=WINDOW_NAMES[mode], seat=seat)
        g.emit("window_closed", window=WINDOW_NAMES[mode], seat=seat)
    return "closed"


def choice_opened(g: Game, mode: int, seat: int) -> None:
    """Announces an own choice whose answers depend on the hand, whether or not there are several.

    So the step that poses it must call ``choice_closed`` first thing when it is answered.
    """
    if g.sink is not None:
        g.emit("choice_opened", choice=CHOICE_NAMES[mode], seat=seat, pawn=g.seats[seat])


def choice_closed(g: Game, mode: int, seat: int) -> None:
    """The seat has decided, or had nothing to decide."""
    if g.sink is not None:
        g.emit("choice_closed", choice=CHOICE_NAMES[mode], seat=seat, pawn=g.seats[seat])


def offers(g: Game, seat: int) -> list[list[str]]:
    """What ``seat`` could play in the window that waits for an answer; empty outside of one."""
    f = g.s.stack[-1] if g.s.stack else None
    if f is not None and f.kind == DEFEND:  # a shield is raised in a window of its own
        inv = g.s.inv
        may = inv is not None and seat in f.path[f.n :] and inv.has(seat, SHIELD)
        return [["use", "shield"]] if may else []
    if f is None or f.kind != WINDOW or seat not in order(g, f.mode, f.seat, f.pawn)[f.n :]:
        return []
    return [play_answer(g, seat, p) for p in plays(g, seat, f.mode)]


def window_open(g: Game, f: Frame) -> Outcome:
    if g.sink is not None:
        g.emit("window_opened", window=WINDOW_NAMES[f.mode], seat=f.seat)
    return "opened"


def window_poll(g: Game, f: Frame) -> Outcome:
    seats = order(g, f.mode, f.seat, f.pawn)
    while f.n < len(seats):
        seat = seats[f.n]
        found = plays(g, seat, f.mode)
        if found:
            codes: list[int | Play] = [*found, PASS]
            legal = [play_answer(g, seat, p) for p in found]
            legal.append(["pass"])
            data = {"window": WINDOW_NAMES[f.mode], "about": g.seats[f.seat]}
            if f.mode == W_RESPONSE:
                data["card"] = KINDS[g.s.stack[-2].n]
            elif f.mode == W_ITEM:
                data["item"] = ITEMS[g.s.stack[-2].n]
            return g.pose(f, seat, "respond", g.seats[g.s.active], legal, codes, data)
        f.n += 1
    return "nobody"


def window_poll_take(g: Game, f: Frame, code: int | Play) -> Outcome:
    if code == PASS:
        f.n += 1
        return "passed"
    assert isinstance(code, tuple)
    seat = order(g, f.mode, f.seat, f.pawn)[f.n]
    f.n, f.m = 0, 1
    return start_play(g, seat, code)


def window_heard(g: Game, f: Frame) -> Outcome:
    s = g.s
    if s.effect:
        return "over"
    if f.mode in TURN_WINDOWS and (s.ahead or g.active_is_out()):
        return "over"
    if f.mode == W_AFTER_ROLL and g.active_is_out():  # open windows: hit before it could move
        return "over"
    g.emit("window_again", window=WINDOW_NAMES[f.mode], seat=f.seat)
    return "on"


def window_close(g: Game, f: Frame) -> Outcome:
    s = g.s
    if g.sink is not None:
        g.emit("window_closed", window=WINDOW_NAMES[f.mode], seat=f.seat)
    if s.effect:
        s.effect = 0
        return "effect"
    if f.mode in (W_BEFORE_CARDS, W_BEFORE_ROLL):
        if g.active_is_out():
            return "out"
        if s.ahead:
            return "ahead"
    return "played" if f.m else "closed"
