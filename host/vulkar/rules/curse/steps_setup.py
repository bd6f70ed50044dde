"""Steps of the flows ``game`` and ``souvenir``: what is dealt, and who is next (003, setup)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import CHANCE
from vulkar.rules.curse.cards import (
    ACTION_IDS,
    CATACLYSM,
    COLOURS,
    DECK,
    SOUVENIRS,
)
from vulkar.rules.curse.flows import SOUVENIR, TURN
from vulkar.rules.curse.state import more
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vulkar.rules.curse.game import Game

HANDS = {"two": 2, "three": 3}


def ask_draw(
    g: Game, f: Frame, pile: str, names: Sequence[str], counts: Sequence[int], seat: int | None
) -> Outcome:
    """Asks chance for one of what lies in a pile. The codes are kinds."""
    kinds = [k for k, n in enumerate(counts) if n]
    data = {
        "pile": pile,
        "seat": seat,
        "ordinal": g.s.draws,
        "counts": [counts[k] for k in kinds],
    }
    pawn = None if seat is None else g.pawns[g.pawns_of[seat][0]]
    return g.pose(f, CHANCE, "draw", pawn, [names[k] for k in kinds], kinds, data)


def game_treasures(g: Game, f: Frame) -> Outcome:
    """All tokens are mixed and laid on the urns (003:58)."""
    s = g.s
    left = tuple(n - sum(u[k] for u in s.urns) for k, n in enumerate(DECK.colour_counts))
    if not sum(left):
        return "dealt"
    return ask_draw(g, f, "treasure", COLOURS, left, None)


def game_treasures_take(g: Game, f: Frame, code: int) -> Outcome:
    s = g.s
    s.draws += 1
    urn = next(u for u, held in enumerate(s.urns) if sum(held) < g.urn_sizes[u])
    s.urns[urn] = more(s.urns[urn], code)
    g.emit("urn_filled", urn=g.board.urns[urn], treasure=COLOURS[code])
    return "drawn"


def game_souvenirs(g: Game, f: Frame) -> Outcome:
    seat = next((n for n, held in enumerate(g.s.souvenirs) if not held), None)
    if seat is None:
        return "dealt"
    return ask_draw(g, f, "souvenir", SOUVENIRS, g.s.spile, seat)


def game_souvenirs_take(g: Game, f: Frame, code: int) -> Outcome:
    seat = next(n for n, held in enumerate(g.s.souvenirs) if not held)
    g.take_souvenir(seat, code)
    return "drawn"


def _short_of_cards(g: Game) -> int | None:
    size = HANDS[g.options.hand_size]
    return next((n for n, hand in enumerate(g.s.hands) if len(hand) < size), None)


def game_cards(g: Game, f: Frame) -> Outcome:
    seat = _short_of_cards(g)
    if seat is None:
        return "dealt"
    pile = g.s.pile
    if not g.options.opening_cataclysms:
        pile = [0 if CATACLYSM[k] else n for k, n in enumerate(pile)]
    return ask_draw(g, f, "action", ACTION_IDS, pile, seat)


def game_cards_take(g: Game, f: Frame, code: int) -> Outcome:
    seat = _short_of_cards(g)
    assert seat is not None
    g.take_card(seat, code)
    return "drawn"


def game_turn(g: Game, f: Frame) -> Outcome:
    s = g.s
    s.pawn = g.pawns_of[s.active][s.token[s.active]]
    g.push(Frame(TURN, seat=s.active, pawn=s.pawn))
    return None


def souvenir_draw(g: Game, f: Frame) -> Outcome:
    """One souvenir; used ones are mixed anew when the pile is empty (003:94)."""
    s = g.s
    if not sum(s.spile):
        s.spile, s.sdiscard = list(s.sdiscard), (0,) * len(SOUVENIRS)
        g.emit("mixed", pile="souvenir", cards=sum(s.spile))
    if not sum(s.spile):
        return "drawn"
    return ask_draw(g, f, "souvenir", SOUVENIRS, s.spile, f.seat)


def souvenir_draw_take(g: Game, f: Frame, code: int) -> Outcome:
    g.take_souvenir(f.seat, code)
    return "drawn"


def draw_souvenir(g: Game, seat: int) -> None:
    """Starts a frame in which ``seat`` draws one."""
    g.push(Frame(SOUVENIR, seat=seat))
