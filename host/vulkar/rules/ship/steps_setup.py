"""Steps of the flow ``game`` before its rounds: laying, volcanoes, the start player, the looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import CHANCE
from vulkar.rules.flow import Frame, Outcome
from vulkar.rules.ship.cards import CARDS, ON_ISLAND, PLACES, ROUNDS, SIDE_NAMES, SIDES, VOLCANOES

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


def game_lay(g: Game, f: Frame) -> Outcome:
    """Locations are drawn for every place but the centre; the one that is left is never known."""
    s = g.s
    if s.draws == len(ON_ISLAND):
        g.emit("laid", locations=len(ON_ISLAND), treasures=ROUNDS)
        return "laid"
    laid = set(s.cards)
    codes = [card for card in range(len(CARDS)) if card not in laid]
    data = {"what": "location", "ordinal": s.draws, "place": PLACES[ON_ISLAND[s.draws]]}
    return g.pose(f, CHANCE, "draw", None, [CARDS[card] for card in codes], codes, data)


def game_lay_take(g: Game, f: Frame, code: int) -> Outcome:
    s = g.s
    s.cards[ON_ISLAND[s.draws]] = code
    s.draws += 1
    return "more"


def game_volcanoes(g: Game, f: Frame) -> Outcome:
    """One volcano fewer than players goes into the stack."""
    s = g.s
    wanted = len(g.seats) - 1
    if g.options.volcanoes == "most_birds" or wanted == len(VOLCANOES):
        s.volcanoes = VOLCANOES[-wanted:]
    if len(s.volcanoes) == wanted:
        g.emit("volcanoes", birds=list(s.volcanoes), count=wanted)
        return "chosen"
    codes = [birds for birds in VOLCANOES if birds not in s.volcanoes]
    return g.pose(f, CHANCE, "draw", None, codes, codes, {"what": "set", "ordinal": s.draws})


def game_volcanoes_take(g: Game, f: Frame, code: int) -> Outcome:
    s = g.s
    s.draws += 1
    s.volcanoes = tuple(sorted((*s.volcanoes, code)))
    return "more"


def game_start(g: Game, f: Frame) -> Outcome:
    if g.options.first_start == "first_seat":
        return start_with(g, 0, "first")
    seats = range(len(g.seats))
    return g.pose(f, CHANCE, "pick", None, list(seats), seats, {"ordinal": g.s.picks})


def game_start_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.picks += 1
    return start_with(g, code, "first")


def start_with(g: Game, seat: int, why: str) -> Outcome:
    """Says who begins the next round, and why: ``first`` of all, or by the most ``birds``."""
    s = g.s
    s.start = s.active = seat
    g.emit("start_player", seat=seat, pawn=g.seats[seat], why=why, birds=s.volcano[seat])
    return "chosen"


def game_look(g: Game, f: Frame) -> Outcome:
    """Each seat, the start player first, looks at the three middle cards of a side of its own."""
    s = g.s
    seat = next((i for i in g.from_seat(s.start) if s.sides[i] < 0), -1)
    if seat < 0:
        return "looked"
    f.seat = seat
    codes = [side for side in range(len(SIDES)) if side not in s.sides]
    legal = [["look", SIDE_NAMES[side]] for side in codes]
    return g.pose(f, seat, "look", g.seats[seat], legal, codes)


def game_look_take(g: Game, f: Frame, code: int) -> Outcome:
    s, seat = g.s, f.seat
    side = SIDE_NAMES[code]
    pawn = g.seats[seat]
    s.sides[seat] = code
    g.emit("looked", seat=seat, pawn=pawn, side=side)
    for place in SIDES[side]:
        s.known[seat] |= 1 << place
        if g.sink is not None:
            card = CARDS[s.cards[place]]
            g.emit("location_seen", (seat,), seat=seat, pawn=pawn, place=PLACES[place], card=card)
    return "more"
