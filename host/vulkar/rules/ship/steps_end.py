"""Steps of the flow ``game`` from its rounds on: the treasure, the next start, the count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import CHANCE
from vulkar.rules.flow import Frame, Outcome
from vulkar.rules.ship.cards import ROUNDS, TREASURES
from vulkar.rules.ship.flows import ROUND
from vulkar.rules.ship.score import result_of, value_of
from vulkar.rules.ship.state import NOWHERE
from vulkar.rules.ship.steps_setup import start_with

if TYPE_CHECKING:
    from vulkar.rules.ship.game import Game


def game_round(g: Game, f: Frame) -> Outcome:
    g.push(Frame(ROUND))
    return None


def game_treasure(g: Game, f: Frame) -> Outcome:
    """Who has no volcano takes the top treasure; then all is covered and the volcanoes go back."""
    s = g.s
    seat = s.volcano.index(0)
    s.winners = (*s.winners, seat)
    rubies = value_of(g, len(s.winners) - 1)
    left = ROUNDS - len(s.winners)
    g.emit("treasure_won", seat=seat, pawn=g.seats[seat], rubies=rubies, left=left)
    if not left:
        return "last"
    s.open, s.last = 0, NOWHERE
    g.emit("covered", round=s.round)
    start_with(g, max(range(len(s.volcano)), key=s.volcano.__getitem__), "birds")
    s.volcano = [0] * len(g.seats)
    return "more"


def game_count(g: Game, f: Frame) -> Outcome:
    """The treasures are turned over, in the order in which they were won."""
    s = g.s
    if len(s.values) == ROUNDS:
        _decide(g)
        return None
    if g.options.stack == "ordered":
        s.values = TREASURES
        return "more"
    rest = list(TREASURES)
    for value in s.values:
        rest.remove(value)
    codes = sorted(set(rest))
    data = {
        "what": "treasure",
        "ordinal": s.draws,
        "seat": s.winners[len(s.values)],
        "counts": [rest.count(value) for value in codes],
    }
    return g.pose(f, CHANCE, "draw", None, codes, codes, data)


def game_count_take(g: Game, f: Frame, code: int) -> Outcome:
    s = g.s
    s.draws += 1
    s.values = (*s.values, code)
    return "more"


def _decide(g: Game) -> None:
    s = g.s
    treasures: list[list[int]] = [[] for _ in g.seats]
    for seat, value in zip(s.winners, s.values, strict=True):
        treasures[seat].append(value)
    for seat, mine in enumerate(treasures):
        g.emit("counted", seat=seat, pawn=g.seats[seat], treasures=mine, rubies=sum(mine))
    g.result = result_of(treasures)
    seat = g.result.winners[0]
    g.emit("won", seat=seat, pawn=g.seats[seat], reason=g.result.reason)
