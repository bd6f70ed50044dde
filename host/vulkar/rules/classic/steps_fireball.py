"""Steps of the flow ``fireball``: declare, be stopped or push, hear the world, penalties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.errors import VulkarError
from vulkar.facts import (
    BridgeDown,
    Fact,
    Fell,
    Hit,
    NeverLeft,
    NotPushed,
    OffBoard,
    from_row,
)
from vulkar.rules.classic.flows import W_TALISMAN, WINDOW
from vulkar.rules.classic.state import FREE, LYING
from vulkar.rules.core import WORLD, Frame, Outcome, Refused

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def targets(g: Game) -> list[int]:
    """Pawns that a fireball can be declared at: on a space that is not safe and has a route."""
    s, board = g.s, g.board
    return [p for p, at in enumerate(s.pos) if not board.safe[at] and board.routes_at[at]]


def fireball_target(g: Game, f: Frame) -> Outcome:
    pawns = targets(g)
    if not pawns:
        f.pawn = -1
        return "harmless"
    legal = [["target", g.seats[p]] for p in pawns]
    return g.pose(f, f.seat, "target", g.seats[f.seat], legal, pawns, {})


def fireball_target_take(g: Game, f: Frame, code: int) -> Outcome:
    f.pawn = code
    return "aim"


def fireball_route(g: Game, f: Frame) -> Outcome:
    board = g.board
    routes: tuple[int, ...] = tuple(range(len(board.route_ids)))
    if f.pawn >= 0:
        routes = board.routes_at[g.s.pos[f.pawn]]
    legal = [["route", board.route_ids[r]] for r in routes]
    target = g.seats[f.pawn] if f.pawn >= 0 else None
    return g.pose(f, f.seat, "route", g.seats[f.seat], legal, routes, {"target": target})


def fireball_route_take(g: Game, f: Frame, code: int) -> Outcome:
    f.n = code
    target = g.seats[f.pawn] if f.pawn >= 0 else None
    g.emit(
        "fireball_declared",
        by=f.seat,
        pawn=g.seats[f.seat],
        source=g.board.route_source[code],
        route=g.board.route_ids[code],
        target=target,
    )
    return "declared" if f.pawn >= 0 else "harmless"


def fireball_window(g: Game, f: Frame) -> Outcome:
    g.push(Frame(WINDOW, seat=f.seat, pawn=f.pawn, mode=W_TALISMAN))
    return None


def fireball_stopped(g: Game, f: Frame) -> Outcome:
    g.emit("fireball_cancelled", by=f.seat, route=g.board.route_ids[f.n])
    return "done"


def fireball_push(g: Game, f: Frame) -> Outcome:
    data: dict[str, Any] = {
        "route": g.board.route_ids[f.n],
        "source": g.board.route_source[f.n],
        "target": g.seats[f.pawn] if f.pawn >= 0 else None,
        "standing": g.standing(),
        "by": f.m,
        "ordinal": g.s.rolls,
    }
    return g.pose(f, WORLD, "roll", data["target"], (), (), data)


def fireball_push_take(g: Game, f: Frame, code: tuple[Fact, ...]) -> Outcome:
    """Hears the settled facts: pushed again by the left neighbour, or hits and their penalties."""
    s, board = g.s, g.board
    s.rolls += 1
    if NotPushed() in code:
        f.m = g.seats_left_of(f.m)[0]
        g.emit("fireball_again", by=f.m, pawn=g.seats[f.m], route=board.route_ids[f.n])
        return "again"
    touched = {p for fact in code for p in _touched(g, fact)}
    hits = [p for p in (*g.seats_left_of(f.seat), f.seat) if p in touched and may_be_hit(g, p)]
    immune = [g.seats[p] for p in sorted(touched) if p not in hits]
    g.emit(
        "fireball_rolled",
        route=board.route_ids[f.n],
        hit=[g.seats[p] for p in hits],
        immune=immune,
        left=NeverLeft() not in code,
    )
    for p in hits:
        fireballed(g, p)
    occupant = g.options.jewel_on_occupied_chip == "occupant"
    if occupant and s.captured and s.owner < 0 and s.jewel_at in s.pos:
        g.jewel_to(s.pos.index(s.jewel_at), "stood_there")
    return "rolled"


def may_be_hit(g: Game, pawn: int) -> bool:
    """Not on a safe space, in a cave, a pit or the water."""
    s, board = g.s, g.board
    at = s.pos[pawn]
    return board.trail[at] and not board.safe[at]


def fireballed(g: Game, pawn: int) -> None:
    """The penalty: off a bridge into the water, else lying in the pit of the zone it stood in."""
    s, board = g.s, g.board
    at = s.pos[pawn]
    to = board.water if board.bridge[at] else board.pit_for[at]
    s.pos[pawn] = to
    s.trail[pawn] = ()
    if s.owner == pawn:
        g.jewel_down(at if board.bridge[at] else board.rock_chip.get(to, at), "fireballed")
    if g.options.bonus_after_fireball == "ends":
        s.bonus[pawn] = 0
    if to == board.water:
        s.climbing[pawn], s.out[pawn] = 1, FREE
        if pawn == s.active and g.options.bridge_hit == "turn_over":
            s.over = 1
        posture = "up"
    else:
        s.climbing[pawn], s.out[pawn] = 0, LYING
        posture = "lying"
    g.emit("placed", pawn=g.seats[pawn], space=board.names[to], posture=posture, why="fireballed")


def _touched(g: Game, fact: Fact) -> tuple[int, ...]:
    """The pawns that a fact counts as touched by a fireball."""
    if isinstance(fact, Hit):
        return (g.seats.index(fact.pawn),) if g.options.hit_rule == "touch" else ()
    if isinstance(fact, Fell | OffBoard):
        return (g.seats.index(fact.pawn),)
    if isinstance(fact, BridgeDown):
        at = g.board.index[fact.bridge]
        return tuple(p for p, here in enumerate(g.s.pos) if here == at)
    return ()


def check_facts(g: Game, value: object) -> tuple[Fact, ...]:
    """The facts of a roll. Raises Refused for rows that are none, or name no pawn or bridge."""
    if not isinstance(value, list | tuple):
        raise Refused("C86.world.facts", "The world answers a roll with a list of facts.")
    try:
        facts = tuple(from_row(row) for row in value)
    except VulkarError as exc:
        raise Refused("C86.world.facts", exc.what) from exc
    board = g.board
    for fact in facts:
        pawn = getattr(fact, "pawn", None)
        if pawn is not None and pawn not in g.seats:
            raise Refused("C86.world.pawn", f"There is no pawn {pawn!r} in this game.")
        if isinstance(fact, BridgeDown):
            at = board.index.get(fact.bridge)
            if at is None or not board.bridge[at]:
                raise Refused("C86.world.bridge", f"There is no bridge {fact.bridge!r}.")
    alone = NotPushed() in facts or NeverLeft() in facts
    if alone and len(facts) > 1:
        why = "A marble that was not pushed, or never left, touched nothing."
        raise Refused("C86.world.alone", why)
    return facts
