"""The 1986 game as the house knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vulkar.rules.classic import causes
from vulkar.rules.classic.board import BLUFF, LOW_ROAD
from vulkar.rules.classic.describe import describe, describe_choice
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.invariants import broken
from vulkar.rules.classic.items.flows import ALL_FLOWS
from vulkar.rules.classic.options import OPTIONS, mix
from vulkar.rules.classic.paper.game import HANDS, game_of
from vulkar.rules.classic.summary import TELLING, TURN_NOTE, seat_summary
from vulkar.rules.ruleset import Ruleset, Seats

if TYPE_CHECKING:
    from vulkar.rules.scenario.port import Scenarios


def _scenarios() -> Scenarios:
    from vulkar.rules.classic import scenario  # pydantic takes longer to import than all the rest

    return scenario


RULESET: Final = Ruleset(
    name="classic",
    make=game_of,
    options=OPTIONS,
    seats=Seats(2, 4, ("red", "blue", "green", "yellow")),
    map="classic",
    places=(f"{BLUFF}1", f"{LOW_ROAD}1"),
    rules=RULES,
    flows=ALL_FLOWS,
    describe=describe,
    describe_choice=describe_choice,
    summary=seat_summary,
    on_island=("turn", "active", "pieces", "jewel", "marbles", "dolls", "anchor", "result"),
    broken=broken,
    hands=HANDS,
    told=TELLING,
    causes=causes,
    scenarios=_scenarios,
    turn_note=TURN_NOTE,
    mix=mix,
)
