"""Steps of the flows ``game`` (except its dice) and ``turn``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import AHEAD as MOVE_AHEAD
from vulkar.rules.classic.flows import (
    BY_CAVE,
    BY_TRAIL,
    CARD,
    CAVE,
    DRAW,
    FIREBALL,
    MOVE,
    ROLL,
    ROLLED,
    TURN,
    W_AFTER_MOVE,
    W_BEFORE_CARDS,
    W_BEFORE_ROLL,
    W_STANDING_UP,
    WINDOW,
)
from vulkar.rules.classic.plays import OWN_AFTER, OWN_BEFORE, Play, play_answer, plays
from vulkar.rules.classic.state import FREE, LYING, STOOD_UP
from vulkar.rules.core import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

Code = int | Play

# codes of answers that are no plays
GO_ROLL, GO_CAVE, END_TURN, TOKEN = 0, 1, 2, 3


def game_deal(g: Game, f: Frame) -> Outcome:
    n = len(g.seats)
    if len(f.path) == n:
        return "dealt"
    seat = (g.s.active + len(f.path)) % n
    f.path = (*f.path, seat)
    g.push(Frame(DRAW, seat=seat, n=1))
    return None


def game_turn(g: Game, f: Frame) -> Outcome:
    s = g.s
    why = "next"
    if s.turns:
        if s.another:
            why = "another_turn"
        elif s.bonus[s.active]:
            s.bonus[s.active] -= 1
            why = "bonus"
        else:
            s.active = (s.active + 1) % len(g.seats)
    s.turns += 1
    s.another = s.over = s.ahead = s.double = 0
    s.trail = [()] * len(g.seats)
    g.emit("turn", seat=s.active, pawn=g.seats[s.active], turn=s.turns, why=why)
    g.push(Frame(TURN, seat=s.active))
    return None


def turn_begin(g: Game, f: Frame) -> Outcome:
    s = g.s
    state = s.out[f.seat]
    if state == LYING:
        s.out[f.seat] = STOOD_UP
        space = g.board.names[s.pos[f.seat]]
        g.emit("placed", pawn=g.seats[f.seat], space=space, posture="up", why="stood_up")
        return "lying"
    s.out[f.seat] = FREE
    return "ready"


def turn_standing(g: Game, f: Frame) -> Outcome:
    g.push(Frame(WINDOW, seat=f.seat, mode=W_STANDING_UP))
    return None


def turn_before_cards(g: Game, f: Frame) -> Outcome:
    g.push(Frame(WINDOW, seat=f.seat, mode=W_BEFORE_CARDS))
    return None


def turn_choose(g: Game, f: Frame) -> Outcome:
    if g.active_is_out():
        return "out"
    if g.s.ahead:
        return "ahead"
    found = plays(g, f.seat, OWN_BEFORE)
    codes: list[Code] = [*found]
    legal = [play_answer(g, f.seat, p) for p in found]
    if may_use_token(g, f.seat):
        codes.append(TOKEN)
        legal.append(["token"])
    cave = g.board.cave_of.get(g.s.pos[f.seat])
    if cave is None:
        codes.append(GO_ROLL)
        legal.append(["roll"])
    else:
        codes.append(GO_CAVE)
        legal.append(["roll", "cave"])
        if g.board.next[g.s.pos[f.seat]]:
            codes.append(GO_ROLL)
            legal.append(["roll", "trail"])
    data = {"phase": "before_roll", "space": g.board.names[g.s.pos[f.seat]]}
    return g.pose(f, f.seat, "act", g.seats[f.seat], legal, codes, data)


def turn_choose_take(g: Game, f: Frame, code: Code) -> Outcome:
    if code in (GO_ROLL, GO_CAVE):
        f.mode = BY_CAVE if code == GO_CAVE else BY_TRAIL
        return "roll"
    return _play_or_token(g, f, code)


def turn_before_roll(g: Game, f: Frame) -> Outcome:
    g.push(Frame(WINDOW, seat=f.seat, mode=W_BEFORE_ROLL))
    return None


def turn_roll(g: Game, f: Frame) -> Outcome:
    if f.mode == BY_CAVE and g.board.is_cave[g.s.pos[f.seat]]:
        g.push(Frame(CAVE, seat=f.seat))
    else:
        g.push(Frame(ROLL, seat=f.seat, mode=BY_TRAIL))
    return None


def turn_use(g: Game, f: Frame) -> Outcome:
    return "fireball" if g.s.value == 1 else "move"


def turn_ahead(g: Game, f: Frame) -> Outcome:
    count, g.s.ahead = g.s.ahead, 0
    g.push(Frame(MOVE, seat=f.seat, pawn=f.seat, n=count, mode=MOVE_AHEAD))
    return None


def turn_move(g: Game, f: Frame) -> Outcome:
    g.push(Frame(MOVE, seat=f.seat, pawn=f.seat, n=g.s.value, mode=ROLLED))
    return None


def turn_fireball(g: Game, f: Frame) -> Outcome:
    g.push(Frame(FIREBALL, seat=f.seat, m=f.seat))
    return None


def turn_after_move(g: Game, f: Frame) -> Outcome:
    if g.active_is_out():
        return "out"
    g.push(Frame(WINDOW, seat=f.seat, mode=W_AFTER_MOVE))
    return None


def turn_last(g: Game, f: Frame) -> Outcome:
    if g.active_is_out():
        return "out"
    found = plays(g, f.seat, OWN_AFTER)
    codes: list[Code] = [*found]
    legal = [play_answer(g, f.seat, p) for p in found]
    if may_use_token(g, f.seat):
        codes.append(TOKEN)
        legal.append(["token"])
    codes.append(END_TURN)
    legal.append(["end_turn"])
    data = {"phase": "after_move", "space": g.board.names[g.s.pos[f.seat]]}
    return g.pose(f, f.seat, "act", g.seats[f.seat], legal, codes, data)


def turn_last_take(g: Game, f: Frame, code: Code) -> Outcome:
    if code == END_TURN:
        return "end_turn"
    return _play_or_token(g, f, code)


def turn_end(g: Game, f: Frame) -> Outcome:
    g.emit("turn_ended", seat=f.seat, pawn=g.seats[f.seat])
    return "ended"


def may_use_token(g: Game, seat: int) -> bool:
    """The token is held and the hand is not full."""
    return g.s.token[seat] == 1 and g.to_fill(seat) > 0


def _play_or_token(g: Game, f: Frame, code: Code) -> Outcome:
    if code == TOKEN:
        g.s.token[f.seat] = 2
        g.emit("token", seat=f.seat, pawn=g.seats[f.seat], what="returned")
        g.push(Frame(DRAW, seat=f.seat, n=g.to_fill(f.seat)))
        return None
    assert isinstance(code, tuple)
    kind, on = code
    g.push(Frame(CARD, seat=f.seat, n=kind, pawn=on))
    return None
