"""A game from its journal: every answer again, and each checked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from vulkar.errors import VulkarError
from vulkar.rules import CHANCE, Event, Game, Refused
from vulkar.rules.chance import Chance
from vulkar.table.journal import Journal, canonical


def chained(chain: str, events: Sequence[Event]) -> str:
    """The hash of all events so far: SHA-256 over the chain before and the new events."""
    text = canonical([chain, [[e.kind, e.data, e.audience] for e in events]])
    return hashlib.sha256(text.encode()).hexdigest()


def replay(
    game: Game,
    opening: Sequence[Event],
    journal: Journal,
    chance: Chance,
    hear: Callable[[int, list[Event]], None],
    until: int | None = None,
) -> None:
    """Feeds a journal's answers to a fresh game, and checks each against what was written.

    Chance's answers are checked against the seed, all others against their consequences. Stops
    before question ``until``. Raises ``VulkarError("journal.diverged")``.
    """
    chain = chained("", opening)
    for row in journal.answers():
        if until is not None and row.number >= until:
            return

        def diverged(reason: str, number: int = row.number) -> VulkarError:
            return VulkarError("journal.diverged", path=journal.path, number=number, reason=reason)

        ask = game.ask
        if ask is None or (ask.number, ask.asker, ask.kind) != (row.number, row.asker, row.kind):
            raise diverged("answers another question than the rules ask")
        if ask.asker == CHANCE and chance.answer(ask) != row.value:
            raise diverged("is not what the seed gives")
        events: list[Event] = []
        try:
            game.answer(row.number, row.value, events.append)
        except (Refused, VulkarError) as exc:
            raise diverged(f"is refused ({exc})") from exc
        chain = chained(chain, events)
        if chain != row.events_sha:
            raise diverged("has other consequences than it had")
        hear(row.number, events)
