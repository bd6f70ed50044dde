"""A game that is not played any more, step by step: what happened, and how the island stood then.

Only what everybody heard or could see is in it. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vulkar.maps import IslandMap
from vulkar.rules import Event, Game, Ruleset, rulesets
from vulkar.rules.chance import Chance
from vulkar.table.games import build_game
from vulkar.table.journal import Journal
from vulkar.table.replaying import replay
from vulkar.table.told import heard, public
from vulkar.texts import Text

Step = dict[str, Any]


def steps(journal: Journal, island_map: IslandMap, names: Mapping[str, Text]) -> tuple[Step, ...]:
    """One step for each answer that anybody heard of, the setting up of the game first.

    A step has its ``events`` (``kind``, ``data``, ``text``) and the ``island`` after them, None
    where nothing has changed on it. Of a game that was broken off the last answer is told as far as
    the table must have told it, without the island after it.
    Raises ``VulkarError("journal.diverged")``.
    """
    game, opening = build_game(island_map, journal.setup)
    found = [(list(opening), open_island(game))]

    def hear(number: int, events: list[Event]) -> None:
        del number
        found.append((events, open_island(game)))

    replay(game, opening, journal, Chance(journal.setup.seed), hear)
    if game.result is None:
        events, _ = found[-1]
        found[-1] = heard(events), found[-2][1] if len(found) > 1 else {}
    return tuple(_told(found, rulesets.get(journal.setup.ruleset), names))


def open_island(game: Game) -> dict[str, Any]:
    """What everybody can see of the island and in front of the players."""
    visible = game.view(None).visible
    return {key: visible[key] for key in rulesets.of(game).on_island if key in visible}


def _told(
    found: list[tuple[list[Event], dict[str, Any]]], ruleset: Ruleset, names: Mapping[str, Text]
) -> Iterator[Step]:
    before: dict[str, Any] = {}
    for events, island in found:
        shown = [event for each in events if (event := public(each)) is not None]
        if not shown:
            continue
        rows = [
            {"kind": event.kind, "data": event.data, "text": {**ruleset.describe(event, names)}}
            for event in shown
        ]
        yield {"events": rows, "island": island if island != before else None}
        before = island
