"""The game that a journal's setup names: its map, the game before its first answer, its end."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, replace
from typing import Final

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap, load
from vulkar.rules import Event, Game, rulesets
from vulkar.rules.chance import Chance
from vulkar.table.journal import Journal, Setup, canonical
from vulkar.table.replaying import replay


def load_map(setup: Setup) -> IslandMap:
    """The map that a game was set up with. Raises ``VulkarError`` if it has changed since."""
    island_map = load(setup.map_id)
    sha = map_sha(island_map)
    if sha != setup.map_sha:
        raise VulkarError(
            "journal.differs",
            path="this journal",
            what="map",
            theirs=setup.map_sha[:12],
            ours=sha[:12],
        )
    return island_map


SAID_LATER: Final = ("urns", "snapshots", "areas")  # tables that the first maps did not have


def map_sha(island_map: IslandMap) -> str:
    """The SHA-256 of all that a map says, however its file is laid out.

    What a map can say by now and does not leaves the sum as it was, so that old journals open.
    """
    bare = asdict(replace(island_map))  # a copy, without what others have made of this map
    said = {
        key: value
        for key, value in bare.items()
        if not key.startswith("_") and (value or key not in SAID_LATER)
    }
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def build_game(island_map: IslandMap, setup: Setup) -> tuple[Game, list[Event]]:
    """The game before its first answer, and what happened while it was set up.

    Raises ``VulkarError`` where the setup's ruleset is unknown or cannot be played so.
    """
    ruleset = rulesets.get(setup.ruleset)
    ruleset.check_seats(len(setup.pawns))
    ruleset.check_map(island_map)
    opening: list[Event] = []
    game = ruleset.make(
        island_map, setup.preset, setup.pawns, setup.options, opening.append, setup.hands
    )
    return game, opening


def ended(journal: Journal, island_map: IslandMap) -> bool:
    """Whether the journal's game has a winner. Raises ``VulkarError`` if it cannot be replayed."""
    game, opening = build_game(island_map, journal.setup)
    replay(game, opening, journal, Chance(journal.setup.seed), lambda number, events: None)
    return game.result is not None
