"""What everybody heard of a game, from its journal. Pure functions.

A journal may be further on than what has been told: the events of its last answer are told one by
one, while windows and choices take their time. How far the game went without anybody would tell of
hands. Whoever knows how many have been told takes :func:`whole` and keeps as many; else they are
left out from the first window or choice on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vulkar.maps import IslandMap
from vulkar.rules import Event
from vulkar.rules.chance import Chance
from vulkar.table.games import build_game
from vulkar.table.journal import Journal
from vulkar.table.replaying import replay
from vulkar.table.windows import HELD


@dataclass(frozen=True, slots=True)
class Told:
    """A game as everybody at the table knows it."""

    events: tuple[Event, ...]  # none that only some seats may know
    finished: bool
    played_us: int | None  # of the board's time, up to the last answer; None while it goes on

    def first(self, most: int) -> Told:
        """A game that goes on, of which ``most`` events have been told."""
        return Told(self.events[:most], finished=False, played_us=None)


def told(journal: Journal, island_map: IslandMap) -> Told:
    """Plays the journal's answers again. Raises ``VulkarError("journal.diverged")``."""
    return _played(journal, island_map, heard)


def whole(journal: Journal, island_map: IslandMap) -> Told:
    """As :func:`told`, with all events of the last answer, told or not."""
    return _played(journal, island_map, list)


def _played(
    journal: Journal, island_map: IslandMap, kept: Callable[[Sequence[Event]], list[Event]]
) -> Told:
    game, opening = build_game(island_map, journal.setup)
    last: list[Event] = opening
    before: list[Event] = []

    def hear(number: int, events: list[Event]) -> None:
        nonlocal last
        before.extend(last)
        last = events

    replay(game, opening, journal, Chance(journal.setup.seed), hear)
    over = game.result is not None
    events = before + (last if over else kept(last))
    return Told(
        events=tuple(shown for event in events if (shown := public(event)) is not None),
        finished=over,
        played_us=_played_us(journal) if over else None,
    )


def public(event: Event) -> Event | None:
    """What everybody hears of an event; None: nothing.

    The rules tell the other seats that a card went to somebody; so are those who look on.
    """
    if event.audience is None:
        return event
    if "card" not in event.data:
        return None
    return Event(event.kind, {key: value for key, value in event.data.items() if key != "card"})


def heard(events: Sequence[Event]) -> list[Event]:
    """The last answer's events, as far as they must have been told already."""
    held = next((i for i, event in enumerate(events) if event.kind in HELD), len(events))
    return list(events[: held + 1])


def _played_us(journal: Journal) -> int:
    """The board's time starts again with each sitting: only its steps forward count."""
    times = [row.t_us for row in journal.answers()]
    return sum(max(0, later - earlier) for earlier, later in zip([0, *times], times, strict=False))
