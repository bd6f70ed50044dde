"""How far it is along the trails, and the ways back that items throw pieces along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vulkar.rules.classic.flows import AHEAD, BOOTS
from vulkar.rules.classic.paths import Path, Terms, find_paths
from vulkar.rules.classic.state import LYING

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

REACH_OF_REVOLVER: Final = 12
REACH_OF_WHIP: Final = 6
SLIDES_BACK: Final = 3


def in_reach(g: Game, seat: int, reach: int) -> tuple[int, ...]:
    """The other seats whose upright pieces stand within ``reach``, left of ``seat`` first."""
    s, board = g.s, g.board
    here = s.pos[seat]
    if board.is_cave[here] or here in board.rock_chip:
        return ()
    dist = board.steps_from(here)
    return tuple(
        other
        for other in g.seats_left_of(seat)
        if dist[at := s.pos[other]] <= reach
        and s.out[other] != LYING
        and at != board.dock
        and at != board.water
        and at not in board.rock_chip
    )


def first_open_back(g: Game, pawn: int) -> int:
    """The first unoccupied space on the way that a piece on a bridge came."""
    s, board = g.s, g.board
    assert s.inv is not None
    here = s.pos[pawn]
    occupied = g.occupied_by_others(pawn)
    track = s.inv.track[pawn]
    way = [*track[-2::-1]] if track[-1:] == (here,) else []
    seen = {here}
    for there in way:
        if there not in board.next[here] or board.is_cave[there]:
            break
        if there not in occupied:
            return there
        seen.add(there)
        here = there
    queue = [here]  # the way is not known any farther: the nearest open space on from there
    for at in queue:
        for there in board.next[at]:
            if there in seen or board.is_cave[there]:
                continue
            if there not in occupied:
                return there
            seen.add(there)
            queue.append(there)
    return s.pos[pawn]


def item_terms(g: Game, terms: Terms, pawn: int, mode: int) -> Terms:
    """``terms`` with what dolls and the anchor change for a move (``mode`` as in the flow)."""
    inv, o = g.s.inv, g.options
    assert inv is not None
    if inv.anchor and (mode != AHEAD or o.anchor_ahead == "exact"):
        terms = terms._replace(dock_exact=True)
    if inv.dolls and (mode != AHEAD or o.doll_stops_ahead):
        if not (o.doll_stops_empty or g.s.hands[pawn] or inv.held[pawn]):
            return terms
        terms = terms._replace(stops=frozenset(at for at, by in inv.dolls if by != pawn))
    return terms


def slide_paths(g: Game, pawn: int) -> tuple[Path, ...]:
    """The ways back in a landslide; none for a piece that cannot be carried back."""
    s, board = g.s, g.board
    assert s.inv is not None
    here = s.pos[pawn]
    if not board.trail[here]:
        return ()
    terms = g.terms(pawn, back=True)
    track = s.inv.track[pawn]
    if g.options.landslide_way == "came_from" and len(track) > 1 and track[-1] == here:
        terms = terms._replace(way=g.way_back(track))
    return find_paths(board, here, SLIDES_BACK, (), terms)


def retreat_paths(g: Game, pawn: int) -> list[Path]:
    """One space back from the Dock, on to the next open one."""
    s, board = g.s, g.board
    here = s.pos[pawn]
    dist = board.plain_dist
    terms = g.terms(pawn, back=True)._replace(caves=False)
    return [p for p in find_paths(board, here, 1, (), terms) if dist[p[0]] > dist[here]]


def boots_paths(g: Game, pawn: int) -> tuple[Path, ...]:
    """The ways on with the Boots: off a bridge, or one to three spaces after a rolled move."""
    s, board = g.s, g.board
    trail, here = s.trail[pawn], s.pos[pawn]
    assert s.inv is not None
    if not s.inv.rolled or len(trail) < 2 or trail[-1] != here or board.is_cave[here]:
        return ()
    counts = (1,) if board.bridge[here] else (1, 2, 3)
    terms = item_terms(g, g.terms(pawn), pawn, BOOTS)
    found = [p for n in counts for p in find_paths(board, here, n, trail, terms)]
    return tuple(dict.fromkeys(found))


def anchor_holds(g: Game, pawn: int, value: int) -> int:
    """0 if the owner moves with this roll, 1 if the roll is too low, 2 if it is too high."""
    s, board = g.s, g.board
    assert s.inv is not None
    here = s.pos[pawn]
    terms = g.terms(pawn)._replace(dock_exact=False)
    lengths = [len(p) for p in find_paths(board, here, value, (), terms) if p[-1] == board.dock]
    if any(n >= value for n in lengths):
        return 0
    if lengths:
        return 2
    if g.options.anchor_freeze == "always":
        return 1
    dist = (terms.dist or board.plain_dist)[board.rock_chip.get(here, here)]
    doubled = value != s.inv.die
    return int(dist <= (12 if doubled else 6))
