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
from vulkar.rules.classic.flows import W_TALISMAN
from vulkar.rules.classic.state import FREE, LYING
from vulkar.rules.classic.steps_window import window
from vulkar.rules.core import WORLD, Refused
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

UNSTOPPABLE = 1  # FIREBALL.mode: no card and no item stops it


def targets(g: Game) -> list[int]:
    """Pawns that a fireball can be declared at: on a space that is not safe and has a route."""
    s, board = g.s, g.board
    return [
        p for p, at in enumerate(s.pos) if not board.safe[at] and loaded(g, board.routes_at[at])
    ]


def loaded(g: Game, routes: tuple[int, ...]) -> tuple[int, ...]:
    """Those routes whose source holds a marble: all, unless marbles return to the nearest one."""
    if g.options.marble_return == "origin":
        return routes
    at, marbles = g.board.route_from, g.s.marbles
    return tuple(r for r in routes if marbles[at[r]])


def fireball_target(g: Game, f: Frame) -> Outcome:
    pawns = targets(g)
    # a partner is attacked only where nobody else can be hit
    pawns = [p for p in pawns if p == f.seat or g.opposed(p, f.seat)] or pawns
    if not pawns:
        f.pawn = -1
        if g.options.no_target == "rolls":
            return "harmless"
        g.emit("fireball_none", by=f.seat, pawn=g.seats[f.seat])
        return "none"
    legal = [["target", g.seats[p]] for p in pawns]
    if pawns == [f.seat] and g.options.self_target == "may_waste":
        legal.append(["no_target"])
        pawns.append(-1)
    return g.pose(f, f.seat, "target", g.seats[f.seat], legal, pawns, {})


def fireball_target_take(g: Game, f: Frame, code: int) -> Outcome:
    f.pawn = code
    return "aim" if code >= 0 else "harmless"


def fireball_route(g: Game, f: Frame) -> Outcome:
    board = g.board
    routes: tuple[int, ...] = tuple(range(len(board.route_ids)))
    if f.pawn >= 0:
        routes = board.routes_at[g.s.pos[f.pawn]]
    routes = loaded(g, routes)
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
    return "declared" if f.pawn >= 0 and f.mode != UNSTOPPABLE else "harmless"


def fireball_window(g: Game, f: Frame) -> Outcome:
    return window(g, W_TALISMAN, f.seat, f.pawn)


def fireball_stopped(g: Game, f: Frame) -> Outcome:
    if g.s.inv is not None and g.s.inv.redirect:
        return "redirected"
    g.emit("fireball_cancelled", by=f.seat, route=g.board.route_ids[f.n])
    return "done"


def fireball_push(g: Game, f: Frame) -> Outcome:
    data: dict[str, Any] = {
        "route": g.board.route_ids[f.n],
        "source": g.board.route_source[f.n],
        "home": g.board.sources[_home(g, f.n)],
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
    stuck, unpushed = NeverLeft() in code, NotPushed() in code
    if unpushed and g.options.bad_push == "left_repushes":
        f.m = g.seats_left_of(f.m)[0]
        return _again(g, f, "not_pushed")
    if stuck and g.options.stuck_marble == "again":
        return _again(g, f, "stuck")
    if not stuck and not unpushed:
        _return_marble(g, f.n)
    touched = {p for fact in code for p in _touched(g, fact)}
    hits = [p for p in (*g.seats_left_of(f.seat), f.seat) if p in touched and may_be_hit(g, p)]
    immune = [g.seats[p] for p in sorted(touched) if p not in hits]
    g.emit(
        "fireball_rolled",
        route=board.route_ids[f.n],
        hit=[g.seats[p] for p in hits],
        immune=immune,
        left=not stuck and not unpushed,
    )
    shields = s.inv is not None and not (f.mode == UNSTOPPABLE and g.options.ultimate_beats_shield)
    if hits and shields:
        f.path = tuple(hits)
        return "hits"
    penalties(g, hits)
    return "rolled"


def penalties(g: Game, hits: list[int]) -> None:
    """What happens to the pieces that a fireball hit, and to the jewel."""
    s = g.s
    for p in hits:
        fireballed(g, p)
    occupant = g.options.jewel_on_occupied_chip == "occupant"
    if occupant and s.captured and s.owner < 0 and s.jewel_at in s.pos:
        g.jewel_to(s.pos.index(s.jewel_at), "stood_there")


def _again(g: Game, f: Frame, why: str) -> Outcome:
    route = g.board.route_ids[f.n]
    g.emit("fireball_again", by=f.m, pawn=g.seats[f.m], route=route, why=why)
    return "again"


def _home(g: Game, route: int) -> int:
    """The source that a marble belongs to after it has rolled."""
    board = g.board
    nearest = g.options.marble_return == "nearest"
    return (board.route_home if nearest else board.route_from)[route]


def _return_marble(g: Game, route: int) -> None:
    """Under ``nearest`` a marble is loaded where it came to rest, so sources hold 0 or more."""
    board, s = g.board, g.s
    out, home = board.route_from[route], _home(g, route)
    if out == home:
        return
    marbles = list(s.marbles)
    marbles[out] -= 1
    marbles[home] += 1
    s.marbles = tuple(marbles)
    g.emit("marble", source=board.sources[out], to=board.sources[home])


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
        stays = board.bridge[at] or s.out[pawn] == LYING  # lying: shot or whipped before
        g.jewel_down(at if stays else board.rock_chip.get(to, at), "fireballed")
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
    if isinstance(fact, (Fell, OffBoard)):
        return (g.seats.index(fact.pawn),)
    if isinstance(fact, BridgeDown):
        at = g.board.index[fact.bridge]
        return tuple(p for p, here in enumerate(g.s.pos) if here == at)
    return ()


def check_facts(g: Game, value: object) -> tuple[Fact, ...]:
    """The facts of a roll. Raises Refused for rows that are none, or name no pawn or bridge."""
    if not isinstance(value, (list, tuple)):
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
