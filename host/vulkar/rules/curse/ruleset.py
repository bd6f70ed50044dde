"""The 2018 game as the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules.core import Sink
from vulkar.rules.curse.describe import describe, describe_choice
from vulkar.rules.curse.flows import FLOWS
from vulkar.rules.curse.game import PAWNS, Game
from vulkar.rules.curse.ids import RULES
from vulkar.rules.curse.invariants import broken
from vulkar.rules.curse.options import OPTIONS
from vulkar.rules.curse.summary import seat_summary
from vulkar.rules.ruleset import Ruleset, Seats

HANDS: Final = ("phone",)


def game_of(
    island: IslandMap,
    preset: str,
    seats: tuple[str, ...],
    options: dict[str, object] | None = None,
    sink: Sink | None = None,
    hands: Sequence[str] = (),
) -> Game:
    """A game as it stands before its first answer. Raises ``VulkarError``."""
    if hands and (len(hands) != len(seats) or not set(hands) <= set(HANDS)):
        raise VulkarError("hands.bad", hands=", ".join(map(str, hands)))
    return Game(island, preset, seats, options, sink)


RULESET: Final = Ruleset(
    name="curse",
    make=game_of,
    options=OPTIONS,
    seats=Seats(2, 4, PAWNS),
    map="curse",
    places=("COPTER",),
    rules=RULES,
    flows=FLOWS,
    describe=describe,
    describe_choice=describe_choice,
    summary=seat_summary,
    on_island=(
        "turn", "active", "playing", "pieces", "facing", "trees", "urns", "pit", "heart",
        "snapshots_left", "scar", "tracker", "copter", "called", "result",
    ),
    broken=broken,
    hands=HANDS,
)  # fmt: skip
