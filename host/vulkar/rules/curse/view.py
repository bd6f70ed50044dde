"""What a seat, and what everybody, may know of a 2018 game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.core import View
from vulkar.rules.curse.cards import ACTION_IDS, COLOURS, SOUVENIRS
from vulkar.rules.curse.state import ABOARD, ITS_PLACE, LYING, THE_PIT

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

WHERE = ("at_first", "away", "back")


def _named(counts: tuple[int, ...], names: tuple[str, ...]) -> dict[str, int]:
    return {names[k]: n for k, n in enumerate(counts) if n}


def view_of(g: Game, seat: int | None) -> View:
    """``visible``: the board, counts, the seat's own cards and treasures, its own open question.

    ``known``: the treasures of others. They lie face down, but everybody saw them taken (003:150).
    """
    s, board = g.s, g.board
    names = board.names
    pieces = [
        {
            "seat": g.owner(p),
            "pawn": pawn,
            "space": names[s.pos[p]] if s.pos[p] >= 0 else None,
            "posture": {LYING: "lying", ABOARD: "aboard"}.get(s.posture[p], "up"),
            "treasures": sum(s.treasures[p]),
            "heart": s.heart == p,
            "penny": s.penny == p,
        }
        for p, pawn in enumerate(g.pawns)
    ]
    seats = [
        {
            "seat": n,
            "cards": len(s.hands[n]),
            "souvenirs": len(s.souvenirs[n]),
            "snapshots": _named(s.shots[n], board.shots),
        }
        for n in range(len(g.seats))
    ]
    visible: dict[str, Any] = {
        "preset": g.preset,
        "turn": s.turns,
        "active": s.active,
        "playing": g.pawns[s.pawn],
        "pieces": pieces,
        "seats": seats,
        "facing": board.facings[s.facing],
        "trees": {
            t: board.source_map.diverters[t].ways[w]
            for t, w in zip(board.trees, s.trees, strict=True)
        },
        "urns": {u: _named(h, COLOURS) for u, h in zip(board.urns, s.urns, strict=True)},
        "pit": _named(s.maw, COLOURS)
        | ({"heart": 1} if s.heart == THE_PIT else {})
        | ({"penny": 1} if s.penny == THE_PIT else {}),
        "heart": "place" if s.heart == ITS_PLACE else None,
        "snapshots_left": _named(s.shots_left, board.shots),
        "scar": s.scar,
        "tracker": [ACTION_IDS[k] for k in s.tracker],
        "copter": WHERE[s.copter],
        "called": bool(s.called),
        "pile": sum(s.pile),
        "discard": _named(s.discard, ACTION_IDS),
        "souvenir_discard": _named(s.sdiscard, SOUVENIRS),
        "played": ACTION_IDS[s.played] if s.played >= 0 else None,
        "result": list(g.result.winners) if g.result else None,
    }
    if seat is None:
        return View(visible, {})
    visible |= {
        "seat": seat,
        "pawns": [g.pawns[p] for p in g.pawns_of[seat]],
        "hand": [ACTION_IDS[k] for k in s.hands[seat]],
        "souvenirs": [SOUVENIRS[k] for k in s.souvenirs[seat]],
        "treasures": {g.pawns[p]: _named(s.treasures[p], COLOURS) for p in g.pawns_of[seat]},
    }
    if g.ask is not None and g.ask.asker == seat:
        visible["ask"] = {
            "kind": g.ask.kind,
            "pawn": g.ask.pawn,
            "legal": list(g.ask.legal),
            "data": dict(g.ask.data),
        }
    known = {
        pawn: _named(s.treasures[p], COLOURS)
        for p, pawn in enumerate(g.pawns)
        if p not in g.pawns_of[seat] and any(s.treasures[p])
    }
    return View(visible, {"treasures": known} if known else {})
