"""Why a path is refused: walks it step by step until a rule breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.classic.flows import BACK as MOVE_BACK
from vulkar.rules.classic.ids import refuse
from vulkar.rules.classic.items.reach import item_terms
from vulkar.rules.core import Ask, Refused

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def explain_path(g: Game, ask: Ask, value: list[Any]) -> Refused:
    """The first rule that ``["move", [space ids]]`` breaks."""
    board, s, frame = g.board, g.s, g.s.stack[-1]
    path = value[1] if len(value) == 2 else None
    if not isinstance(path, list) or not path or not all(p in board.index for p in path):
        return refuse("core.form", 'A move is ["move", [space, space, ...]].')
    pawn = frame.pawn
    terms = g.terms(pawn, back=frame.mode == MOVE_BACK)
    if s.inv is not None and frame.mode != MOVE_BACK:
        terms = item_terms(g, terms, pawn, frame.mode)
    steps = [board.index[p] for p in path]
    here = board.index[ask.data["from"]]
    seen = {s.pos[pawn], *frame.path[: frame.m], here}
    owner = s.owner == pawn and g.options.jewel_one_way and frame.mode != MOVE_BACK
    last = len(steps) - 1
    for i, there in enumerate(steps):
        name = board.names[there]
        if there not in board.next[here]:
            if there == board.dock and here in board.next[there]:
                return refuse("C86.dock.owner_only")
            return refuse("C86.move.link", f"{name} is not next to {board.names[here]}.")
        if there in seen:
            return refuse("C86.move.twice", f"{name} was used already in this move.")
        owns = s.owner == pawn or terms.dock_open or set(terms.jewel_from) & set(steps[:i])
        if there == board.dock and not owns:
            last_one = g.options.teams != "none"
            return refuse("C86.team.last" if last_one else "C86.dock.owner_only")
        if board.is_cave[there] and not terms.caves:
            return refuse("C86.jewel.no_caves")
        if there in board.low_road and owner and here not in board.low_road:
            return refuse("C86.jewel.high_road")
        if owner and not frame.m and terms.dist and terms.dist[there] >= terms.dist[here]:
            return refuse("C86.jewel.one_way")
        climbs = terms.climbing and board.top not in steps[:i] and here in board.climb_next
        if climbs and there != board.climb_next[here]:
            return refuse("C86.fireball.climb")
        taken = there in terms.occupied
        if i < last:
            if there in terms.stops and not taken:
                return refuse("INF.doll.stop")
            if board.bridge[there] and not taken:
                return refuse("C86.bridge.stop")
            if there == board.start and terms.plateau_stops:
                return refuse("C86.plateau.stop")
            if board.is_cave[there]:
                return refuse("C86.cave.enter")
            if there == board.vulkar and terms.jewel_on_vulkar:
                return refuse("C86.vulkar.capture")
        elif taken:
            return refuse("C86.cave.occupied" if board.is_cave[there] else "C86.move.next_open")
        seen.add(there)
        here = there
    if frame.mode == MOVE_BACK and len(s.trail[pawn]) > 1:
        return refuse("C86.back.way")
    left = frame.n - frame.m
    if terms.dock_exact and steps[-1] == board.dock:
        return refuse("INF.anchor.exact")
    if len(steps) < left:
        return refuse("C86.move.count", f"The count is {left}, this way has {len(steps)}.")
    return refuse("C86.move.count", f"The count is {left}: this way is too long.")
