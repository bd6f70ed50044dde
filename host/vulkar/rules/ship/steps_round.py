"""Steps of the flows ``round`` and ``turn``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.core import CHANCE, WORLD
from vulkar.rules.flow import Frame, Outcome
from vulkar.rules.ship.cards import CARDS, ON_ISLAND, PLACES, SIDE_NAMES, SIDES, bits, connected
from vulkar.rules.ship.flows import TURN
from vulkar.rules.ship.state import NOWHERE

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game

LOOKED_AT = tuple(bits(SIDES[name]) for name in SIDE_NAMES)


def round_begin(g: Game, f: Frame) -> Outcome:
    s = g.s
    s.round += 1
    s.active = s.start
    g.emit("round", round=s.round, seat=s.start, pawn=g.seats[s.start])
    return "begun"


def round_turn(g: Game, f: Frame) -> Outcome:
    g.push(Frame(TURN, g.s.active))
    return None


def round_next(g: Game, f: Frame) -> Outcome:
    """The next seat without a volcano; the round is over where no volcano is left for it."""
    s = g.s
    s.active = next(i for i in (*g.from_seat(s.active)[1:], s.active) if not s.volcano[i])
    return "over" if s.volcano.count(0) == 1 else "turn"


def turn_begin(g: Game, f: Frame) -> Outcome:
    s = g.s
    s.turns += 1
    g.emit("turn", seat=f.seat, pawn=g.seats[f.seat], turn=s.turns, why="next")
    return "begun"


def barred(g: Game, seat: int) -> int:
    """Bits of the covered places that ``seat`` may not open now, though nobody has opened them."""
    s = g.s
    if s.round > 1 or seat != s.start or (s.open and g.options.barred == "first_turn"):
        return 0
    looked = 0
    for side in s.sides:
        looked |= LOOKED_AT[side]
    others = bits(ON_ISLAND) & ~(s.open | looked)
    return looked & ~s.open if others else 0


def turn_open(g: Game, f: Frame) -> Outcome:
    s = g.s
    closed = s.open | barred(g, f.seat)
    codes = [place for place in ON_ISLAND if not closed >> place & 1]
    if not codes:
        f.n = 1
        return "nothing"
    data = {"last": CARDS[s.cards[s.last]] if s.last >= 0 else None}
    legal = [["open", PLACES[place]] for place in codes]
    return g.pose(f, f.seat, "open", g.seats[f.seat], legal, codes, data)


def turn_open_take(g: Game, f: Frame, code: int) -> Outcome:
    """Everybody sees the location, and it is what the next one is compared with, failed or not."""
    s = g.s
    last = s.cards[s.last] if s.last >= 0 else NOWHERE
    card = s.cards[code]
    s.open |= 1 << code
    s.last = code
    s.when[code] = s.turns
    for seat in range(len(s.known)):
        s.known[seat] |= 1 << code
    fits = last < 0 or connected(card, last)
    if g.sink is not None:
        g.emit(
            "opened",
            seat=f.seat,
            pawn=g.seats[f.seat],
            place=PLACES[code],
            card=CARDS[card],
            last=CARDS[last] if last >= 0 else None,
            fits=fits,
        )
    return "fits" if fits else "fails"


def turn_volcano(g: Game, f: Frame) -> Outcome:
    s = g.s
    codes = [birds for birds in s.volcanoes if birds not in s.volcano]
    data = {"what": "volcano", "ordinal": s.draws, "seat": f.seat}
    return g.pose(f, CHANCE, "draw", None, codes, codes, data)


def turn_volcano_take(g: Game, f: Frame, code: int) -> Outcome:
    s = g.s
    if s.volcano.count(0) > 2:  # the last volcano of a stack is no draw
        s.draws += 1
    s.volcano[f.seat] = code
    why = "all_open" if f.n else "not_connected"
    g.emit("eliminated", seat=f.seat, pawn=g.seats[f.seat], birds=code, why=why)
    return "taken"


def turn_marble(g: Game, f: Frame) -> Outcome:
    """The idol's show: a marble on the side of who is out. No answer changes anything."""
    if not g.options.marble or not g.routes:
        return "rests"
    route, home = g.routes[f.seat * len(g.routes) // len(g.seats)]
    data: dict[str, Any] = {
        "route": route,
        "home": home,
        "target": None,
        "standing": {},
        "by": f.seat,
        "ordinal": g.s.marbles,
    }
    return g.pose(f, WORLD, "roll", None, (), (), data)


def turn_marble_take(g: Game, f: Frame, code: object) -> Outcome:
    g.s.marbles += 1
    return "rolled"
