"""The memory game as the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules.core import Sink
from vulkar.rules.ruleset import Ruleset, Seats
from vulkar.rules.ship.describe import describe, describe_choice
from vulkar.rules.ship.flows import FLOWS
from vulkar.rules.ship.game import Game
from vulkar.rules.ship.ids import RULES
from vulkar.rules.ship.invariants import broken
from vulkar.rules.ship.options import OPTIONS
from vulkar.rules.ship.summary import seat_summary

if TYPE_CHECKING:
    from vulkar.rules.scenario.port import Scenarios

HANDS: Final = ("phone",)


def game_of(
    island: IslandMap,
    preset: str,
    seats: tuple[str, ...],
    options: dict[str, object] | None = None,
    sink: Sink | None = None,
    hands: Sequence[str] = (),
) -> Game:
    """A game as it stands before its first answer. Raises ``VulkarError``.

    Nobody holds cards, so that there is one kind of ``hands`` only.
    """
    if hands and (len(hands) != len(seats) or not set(hands) <= set(HANDS)):
        raise VulkarError("hands.bad", hands=", ".join(map(str, hands)))
    return Game(island, preset, seats, options, sink)


def _scenarios() -> Scenarios:
    from vulkar.rules.ship import scenario  # pydantic takes longer to import than all the rest

    return scenario


RULESET: Final = Ruleset(
    name="ship",
    make=game_of,
    options=OPTIONS,
    seats=Seats(2, 4, ("red", "blue", "green", "yellow")),
    map="classic",
    rules=RULES,
    flows=FLOWS,
    describe=describe,
    describe_choice=describe_choice,
    summary=seat_summary,
    on_island=("turn", "active", "round", "open", "last", "players", "stack", "result"),
    broken=broken,
    hands=HANDS,
    scenarios=_scenarios,
)
