"""Steps of ``attack`` and ``defend``, and the steps of a fireball that a Shield or a Staff adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import W_SHIELD, WINDOW_NAMES
from vulkar.rules.classic.items.flows import DEFEND, FOR_DODGE, ITEM_ROLL
from vulkar.rules.classic.items.kinds import REVOLVER, SHIELD
from vulkar.rules.classic.items.reach import first_open_back
from vulkar.rules.classic.items.uses import Use, idol_routes, start_use
from vulkar.rules.classic.state import FREE, LYING
from vulkar.rules.classic.steps_fireball import penalties
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


# --- Revolver and Whip --------------------------------------------------------------------------
def attack_dodge(g: Game, f: Frame) -> Outcome:
    if f.n == len(f.path):
        return "over"
    g.push(Frame(ITEM_ROLL, seat=f.path[f.n], mode=FOR_DODGE))
    return None


def attack_judge(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    victim = f.path[f.n]
    f.n += 1
    if inv.value == 1:
        g.emit("dodged", pawn=g.seats[victim], by=f.seat)
    else:
        f.m |= 1 << victim
    return "next"


def attack_shields(g: Game, f: Frame) -> Outcome:
    hit = tuple(p for p in f.path if f.m >> p & 1)
    g.push(Frame(DEFEND, seat=f.seat, path=hit))
    return None


def attack_fall(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    for pawn in f.path:
        if f.m >> pawn & 1 and not inv.value >> pawn & 1:
            _fell(g, pawn, f.mode == REVOLVER)
    return "done"


def _fell(g: Game, pawn: int, shot: bool) -> None:
    """Shot or whipped: lying where it stood; from a bridge into the water, or back the way."""
    s, board, inv = g.s, g.board, g.s.inv
    assert inv is not None
    here = to = s.pos[pawn]
    why = "shot" if shot else "whipped"
    owner = s.owner == pawn
    wet = False
    if board.bridge[here]:
        if owner:
            g.jewel_down(here, why)
        wet = shot
        to = board.water if shot else first_open_back(g, pawn)
        inv.track[pawn] = ()
    elif owner and g.options.lying_owner == "drops":
        g.jewel_down(here, why)
        inv.fallen[pawn] = 1
    s.pos[pawn] = to
    s.trail[pawn] = ()
    s.climbing[pawn] = int(wet or (s.climbing[pawn] == 1 and to in board.climb))
    s.out[pawn] = FREE if wet else LYING
    if wet and pawn == s.active and g.options.bridge_hit == "turn_over":
        s.over = 1
    posture = "up" if wet else "lying"
    g.emit("placed", pawn=g.seats[pawn], space=board.names[to], posture=posture, why=why)


# --- Shield -------------------------------------------------------------------------------------
def defend_open(g: Game, f: Frame) -> Outcome:
    g.emit("window_opened", window=WINDOW_NAMES[W_SHIELD], seat=f.seat)
    return "opened"


def defend_offer(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    while f.n < len(f.path) and not inv.has(f.path[f.n], SHIELD):
        f.n += 1
    if f.n == len(f.path):
        return "all"
    victim = f.path[f.n]
    legal = [["use", "shield"], ["pass"]]
    data = {"window": WINDOW_NAMES[W_SHIELD], "about": g.seats[f.seat]}
    return g.pose(f, victim, "respond", g.seats[victim], legal, (Use(SHIELD), None), data)


def defend_offer_take(g: Game, f: Frame, code: Use | None) -> Outcome:
    if code is None:
        f.n += 1
        return "pass"
    return start_use(g, f.path[f.n], code)


def defend_judge(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    victim = f.path[f.n]
    f.n += 1
    if inv.value != 1:
        f.m |= 1 << victim
        g.emit("shielded", pawn=g.seats[victim])
    g.emit("window_again", window=WINDOW_NAMES[W_SHIELD], seat=f.seat)
    return "next"


def defend_close(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    inv.value = f.m
    g.emit("window_closed", window=WINDOW_NAMES[W_SHIELD], seat=f.seat)
    return "over"


# --- what items add to a fireball ---------------------------------------------------------------
def fireball_shields(g: Game, f: Frame) -> Outcome:
    g.push(Frame(DEFEND, seat=f.seat, path=f.path))
    return None


def fireball_fall(g: Game, f: Frame) -> Outcome:
    inv = g.s.inv
    assert inv is not None
    penalties(g, [p for p in f.path if not inv.value >> p & 1])
    return "rolled"


def fireball_face(g: Game, f: Frame) -> Outcome:
    """A Staff turned the fireball: it comes from the idol, the way that the Staff's user says."""
    board, inv = g.board, g.s.inv
    assert inv is not None
    user = inv.redirect - 1
    routes = idol_routes(g)
    legal = [["route", board.route_ids[r]] for r in routes]
    return g.pose(f, user, "route", g.seats[user], legal, routes, {"target": None})


def fireball_face_take(g: Game, f: Frame, code: int) -> Outcome:
    board, inv = g.board, g.s.inv
    assert inv is not None
    user, inv.redirect = inv.redirect - 1, 0
    f.n, f.pawn, f.m = code, -1, user
    g.emit(
        "fireball_declared",
        by=f.seat,
        pawn=g.seats[user],
        source=board.route_source[code],
        route=board.route_ids[code],
        target=None,
    )
    return "declared" if g.options.redirect_window else "sure"
