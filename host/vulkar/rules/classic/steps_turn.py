"""Steps of the flows ``game`` (except its dice) and ``turn``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import AHEAD as MOVE_AHEAD
from vulkar.rules.classic.flows import (
    BY_CAVE,
    BY_DOCK,
    BY_TRAIL,
    CAVE,
    DRAW,
    FIREBALL,
    MOVE,
    OWN_AFTER,
    OWN_BEFORE,
    ROLL,
    ROLLED,
    TURN,
    W_AFTER_MOVE,
    W_BEFORE_CARDS,
    W_BEFORE_ROLL,
    W_STANDING_UP,
)
from vulkar.rules.classic.items.turns import held_by_anchor, pay_curse, stood_up
from vulkar.rules.classic.plays import Play, play_answer, plays, start_play
from vulkar.rules.classic.state import FREE, LYING, STOOD_UP
from vulkar.rules.classic.steps_window import choice_closed, choice_opened, window
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

Code = int | Play

# codes of answers that are no plays
GO_ROLL, GO_CAVE, END_TURN, TOKEN, GO_DOCK, STAY, GIVE = range(7)
HOW = {GO_ROLL: BY_TRAIL, GO_CAVE: BY_CAVE, GO_DOCK: BY_DOCK}


def game_deal(g: Game, f: Frame) -> Outcome:
    if len(f.path) == len(g.seats):
        return "dealt"
    seat = (g.s.active, *g.left[g.s.active])[len(f.path)]
    f.path = (*f.path, seat)
    g.push(Frame(DRAW, seat=seat, n=1))
    return None


def game_turn(g: Game, f: Frame) -> Outcome:
    s = g.s
    why = "next"
    if s.turns:
        if s.another:
            s.another -= 1
            why = "another_turn"
        elif s.bonus[s.active]:
            s.bonus[s.active] -= 1
            why = "bonus"
        elif s.extra:
            s.order = s.active if s.order < 0 else s.order
            s.active, s.extra = s.extra[0], s.extra[1:]
            why = "another_turn"
        else:
            s.active = g.left[s.active if s.order < 0 else s.order][0]
            s.order = -1
    s.turns += 1
    s.over = s.ahead = s.stole = 0
    if g.options.double_unused == "lost":
        s.double = 0
    s.played = [0] * len(g.seats)
    s.trail = [()] * len(g.seats)
    if s.inv is not None:
        s.inv.new_turn()
    if g.sink is not None:
        g.emit("turn", seat=s.active, pawn=g.seats[s.active], turn=s.turns, why=why)
    g.push(Frame(TURN, s.active))
    return None


def turn_begin(g: Game, f: Frame) -> Outcome:
    s = g.s
    state = s.out[f.seat]
    if state == LYING:
        s.out[f.seat] = STOOD_UP
        space = g.board.names[s.pos[f.seat]]
        g.emit("placed", pawn=g.seats[f.seat], space=space, posture="up", why="stood_up")
        if s.inv is not None:
            stood_up(g, f.seat)
        return "lying"
    s.out[f.seat] = FREE
    return "ready"


def turn_standing(g: Game, f: Frame) -> Outcome:
    return window(g, W_STANDING_UP, f.seat)


def turn_before_cards(g: Game, f: Frame) -> Outcome:
    return window(g, W_BEFORE_CARDS, f.seat)


def turn_choose(g: Game, f: Frame) -> Outcome:
    if g.active_is_out():
        return "out"
    if g.s.ahead:
        return "ahead"
    found = plays(g, f.seat, OWN_BEFORE)
    codes: list[Code] = [*found]
    legal = [play_answer(g, f.seat, p) for p in found]
    _add_own(g, f.seat, codes, legal)
    here = g.s.pos[f.seat]
    cave = g.board.cave_of.get(here)
    if here == g.board.dock:
        if dock_victim(g, f.seat) >= 0:
            codes.append(GO_DOCK)
            legal.append(["roll", "dock"])
        codes.append(STAY)
        legal.append(["stay"])
    elif cave is None:
        codes.append(GO_ROLL)
        legal.append(["roll"])
    else:
        codes.append(GO_CAVE)
        legal.append(["roll", "cave"])
        if g.board.next[here]:
            codes.append(GO_ROLL)
            legal.append(["roll", "trail"])
    data = {"phase": "before_roll", "space": g.board.names[here]}
    choice_opened(g, OWN_BEFORE, f.seat)
    return g.pose(f, f.seat, "act", g.seats[f.seat], legal, codes, data)


def turn_choose_take(g: Game, f: Frame, code: Code) -> Outcome:
    choice_closed(g, OWN_BEFORE, f.seat)
    if code == STAY:
        return "stay"
    if isinstance(code, int) and code in HOW:
        f.mode = HOW[code]
        return "roll"
    return _play_or_token(g, f, code)


def turn_before_roll(g: Game, f: Frame) -> Outcome:
    return window(g, W_BEFORE_ROLL, f.seat)


def turn_roll(g: Game, f: Frame) -> Outcome:
    if f.mode == BY_CAVE and g.board.is_cave[g.s.pos[f.seat]]:
        g.push(Frame(CAVE, seat=f.seat))
    else:
        g.push(Frame(ROLL, seat=f.seat, mode=BY_DOCK if f.mode == BY_DOCK else BY_TRAIL))
    return None


def turn_use(g: Game, f: Frame) -> Outcome:
    if f.mode == BY_DOCK:
        return "dock"
    if g.active_is_out():
        return "out"
    return "fireball" if g.s.value == 1 else "move"


def turn_dock(g: Game, f: Frame) -> Outcome:
    """A roll on the Dock: 4 to 6 takes the jewel, nothing else happens."""
    if g.s.value >= 4 and dock_victim(g, f.seat) >= 0:
        g.jewel_to(f.seat, "stolen")
    return "done"


def turn_rest(g: Game, f: Frame) -> Outcome:
    """Who stays on the Dock with the jewel draws a card."""
    if g.s.owner != f.seat:
        return "done"
    g.push(Frame(DRAW, seat=f.seat, n=1))
    return None


def dock_victim(g: Game, seat: int) -> int:
    """The seat that a roll on the Dock can take the jewel from, -1 if none."""
    owner = g.s.owner
    if owner < 0 or not g.opposed(seat, owner):
        return -1
    there = g.s.pos[owner] == g.board.dock or g.options.dock_roll_from == "anyone"
    return owner if there else -1


def turn_ahead(g: Game, f: Frame) -> Outcome:
    count, g.s.ahead = g.s.ahead, 0
    g.push(Frame(MOVE, seat=f.seat, pawn=f.seat, n=count, mode=MOVE_AHEAD))
    return None


def turn_move(g: Game, f: Frame) -> Outcome:
    if held_by_anchor(g, f.seat):
        return "held"
    g.push(Frame(MOVE, seat=f.seat, pawn=f.seat, n=g.s.value, mode=ROLLED))
    return None


def turn_fireball(g: Game, f: Frame) -> Outcome:
    g.push(Frame(FIREBALL, seat=f.seat, m=f.seat))
    return None


def turn_after_move(g: Game, f: Frame) -> Outcome:
    if g.s.inv is not None and g.s.inv.cursed:
        return pay_curse(g, f.seat)
    if g.active_is_out():
        return "out"
    return window(g, W_AFTER_MOVE, f.seat)


def turn_last(g: Game, f: Frame) -> Outcome:
    if g.active_is_out():
        return "out"
    found = plays(g, f.seat, OWN_AFTER)
    codes: list[Code] = [*found]
    legal = [play_answer(g, f.seat, p) for p in found]
    _add_own(g, f.seat, codes, legal)
    if not (must_use(g, f.seat) and _surely_holds(g, f.seat, found)):
        codes.append(END_TURN)
        legal.append(["end_turn"])
    data = {"phase": "after_move", "space": g.board.names[g.s.pos[f.seat]]}
    choice_opened(g, OWN_AFTER, f.seat)
    return g.pose(f, f.seat, "act", g.seats[f.seat], legal, codes, data)


def turn_last_take(g: Game, f: Frame, code: Code) -> Outcome:
    choice_closed(g, OWN_AFTER, f.seat)
    if code == END_TURN:
        return "end_turn"
    return _play_or_token(g, f, code)


def turn_end(g: Game, f: Frame) -> Outcome:
    if g.sink is not None:
        g.emit("turn_ended", seat=f.seat, pawn=g.seats[f.seat])
    return "ended"


def may_use_token(g: Game, seat: int) -> bool:
    """The token is held and the hand is not full."""
    return g.s.token[seat] == 1 and g.to_fill(seat) > 0


def must_use(g: Game, seat: int) -> bool:
    """Under an option a full hand must give a card in the own turn."""
    full = g.options.force_use_at_four and not g.to_fill(seat)
    return full and not g.s.played[seat]


def _surely_holds(g: Game, seat: int, found: list[Play]) -> bool:
    """Whether one of these plays is a card that is known to be in the hand."""
    return any(type(p) is tuple and p[0] in g.s.hands[seat] for p in found)


def receiver(g: Game, seat: int) -> int:
    """The partner whom ``seat`` can give the jewel to, -1 if none."""
    s, board = g.s, g.board
    if s.owner != seat:
        return -1
    for mate in g.mates(seat):
        near = board.trail[s.pos[seat]] and board.trail[s.pos[mate]]
        if mate != seat and (near or g.options.jewel_pass == "anywhere") and s.out[mate] == FREE:
            return mate
    return -1


def _add_own(g: Game, seat: int, codes: list[Code], legal: list[list[str]]) -> None:
    """What a seat can do in its own turn besides cards, before the roll and after the move."""
    if may_use_token(g, seat):
        codes.append(TOKEN)
        legal.append(["token"])
    mate = receiver(g, seat) if g.teamed else -1
    if mate >= 0:
        codes.append(GIVE)
        legal.append(["give_jewel", g.seats[mate]])


def _play_or_token(g: Game, f: Frame, code: Code) -> Outcome:
    if code == GIVE:
        g.jewel_to(receiver(g, f.seat), "passed")
        return "done"
    if code == TOKEN:
        g.s.token[f.seat] = 2
        g.emit("token", seat=f.seat, pawn=g.seats[f.seat], what="returned")
        g.push(Frame(DRAW, seat=f.seat, n=g.to_fill(f.seat)))
        return None
    assert isinstance(code, tuple)
    return start_play(g, f.seat, code)
