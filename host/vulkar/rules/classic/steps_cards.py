"""Steps of the flow ``card``: it is played, may be cancelled, then takes effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import (
    AHEAD,
    ANOTHER_TURN,
    BACK,
    DOUBLE,
    FIREBALL,
    KINDS,
    TAKE_CARD,
)
from vulkar.rules.classic.flows import BACK as MOVE_BACK
from vulkar.rules.classic.flows import DRAW, MOVE, W_RESPONSE
from vulkar.rules.classic.flows import FIREBALL as FIREBALL_FRAME
from vulkar.rules.classic.plays import RESPONSE_KINDS
from vulkar.rules.classic.steps_window import window
from vulkar.rules.core import CHANCE
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def card_play(g: Game, f: Frame) -> Outcome:
    g.s.drop_card(f.seat, f.n)
    g.s.table.append(f.n)
    if f.n not in RESPONSE_KINDS:
        g.s.played[f.seat] += 1
    on = g.seats[f.pawn] if f.pawn >= 0 else None
    g.emit("card_played", seat=f.seat, pawn=g.seats[f.seat], card=KINDS[f.n], on=on)
    return "immune" if f.n == FIREBALL else "open"


def card_respond(g: Game, f: Frame) -> Outcome:
    return window(g, W_RESPONSE, f.seat)


def card_void(g: Game, f: Frame) -> Outcome:
    _discard(g, f.n)
    g.emit("card_cancelled", seat=f.seat, pawn=g.seats[f.seat], card=KINDS[f.n])
    return "done"


def card_resolve(g: Game, f: Frame) -> Outcome:
    """The effect. The step runs again where its question is posed anew: m says it was discarded."""
    s = g.s
    kind = f.n
    leave_table(g, f)
    if kind == FIREBALL:
        g.push(Frame(FIREBALL_FRAME, seat=f.seat, m=f.seat))
        return None
    if kind == TAKE_CARD:
        return _ask_pick(g, f)
    if kind in BACK:
        by = f.seat if g.options.back_path_by == "card_player" else f.pawn
        g.push(Frame(MOVE, seat=by, pawn=f.pawn, n=BACK[kind], mode=MOVE_BACK))
        return None
    if kind in AHEAD:
        s.ahead = AHEAD[kind]
    elif kind == DOUBLE:
        s.double = 1
    elif kind == ANOTHER_TURN and f.seat == s.active:
        s.another += 1
    elif kind == ANOTHER_TURN:
        s.extra = (*s.extra, f.seat)
    else:  # Cancel, Talisman, Reroll, Fake Jewel: the window below hears of it
        s.effect = kind + 1
    return "done"


def card_replace(g: Game, f: Frame) -> Outcome:
    """Under an option a played card is replaced from the pile."""
    if not g.options.replace_after_play:
        return "done"
    g.push(Frame(DRAW, seat=f.seat, n=1))
    return None


def card_resolve_take(g: Game, f: Frame, code: int) -> Outcome:
    """A card was picked blindly: thief and victim know which, others only that it changed hands."""
    g.s.picks += 1
    take_card(g, f.seat, f.pawn, g.s.hands[f.pawn][code])
    return "done"


def take_card(g: Game, thief: int, victim: int, kind: int) -> None:
    """A card goes into another hand."""
    s, n = g.s, len(g.seats)
    s.drop_card(victim, kind)
    for other in range(n):
        if other not in (thief, victim):  # what they knew of that hand is no longer certain
            s.known[other * n + victim] = ()
    s.add_card(thief, kind)
    s.known[victim * n + thief] = tuple(sorted((*s.known[victim * n + thief], kind)))
    both = (thief, victim)
    rest = tuple(i for i in range(n) if i not in both)
    who = {"seat": thief, "pawn": g.seats[thief], "victim": g.seats[victim]}
    g.emit("card_taken", both, **who, card=KINDS[kind])
    if rest:
        g.emit("card_taken", rest, **who)


def _ask_pick(g: Game, f: Frame) -> Outcome:
    s = g.s
    hand = s.hands[f.pawn]
    if not hand or not g.to_fill(f.seat):
        return "done"
    legal = list(range(len(hand)))
    data = {"ordinal": s.picks, "victim": f.pawn, "seat": f.seat}
    return g.pose(f, CHANCE, "pick", g.seats[f.pawn], legal, legal, data)


def leave_table(g: Game, f: Frame) -> None:
    """The card of this frame goes to the discards, once."""
    if not f.m:
        f.m = 1
        _discard(g, f.n)


def _discard(g: Game, kind: int) -> None:
    g.s.table.remove(kind)
    g.s.discard[kind] += 1
