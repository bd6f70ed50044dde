"""A game as JSON lines, one object a line, for people and programs that read it later.

``public_lines`` holds what everybody at the table knew: no seed, no hand, no key, no hash (a hash
would let whoever knows the rest try every seed), and no times of single events (how long an answer
took tells whether there was a choice). ``all_lines`` is the whole journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vulkar.maps import IslandMap
from vulkar.table.journal import Journal, Setup
from vulkar.table.statistics import statistics
from vulkar.table.told import Told, told

FORMAT: Final = 1
SECRET: Final = frozenset({"seed"})  # fields of a setup that nobody may know before the end


def setup_row(setup: Setup) -> dict[str, object]:
    """The setup without its secrets."""
    return {key: value for key, value in setup.to_json().items() if key not in SECRET}


def public_lines(journal: Journal, island_map: IslandMap) -> Iterator[dict[str, object]]:
    """What everybody knew, see ``told``. Raises ``VulkarError("journal.diverged")``."""
    return lines_of(journal.setup, told(journal, island_map))


def lines_of(setup: Setup, known: Told) -> Iterator[dict[str, object]]:
    """The same of what is known already."""
    yield {"type": "game", "format": FORMAT, **setup_row(setup)}
    for n, event in enumerate(known.events, 1):
        yield {"type": "event", "n": n, "kind": event.kind, "data": event.data}
    counted = statistics(setup.pawns, ((e.kind, e.data) for e in known.events))
    played_ms = None if known.played_us is None else known.played_us // 1000
    yield {
        "type": "end",
        "finished": known.finished,
        "played_ms": played_ms,
        "statistics": counted.to_json(),
    }


def all_lines(journal: Journal) -> Iterator[dict[str, object]]:
    """The whole journal with its secrets: of a game that is over, or whose players are all here."""
    yield {"type": "game", "format": FORMAT, **journal.setup.to_json()}
    for row in journal.answers():
        yield {
            "type": "answer", "number": row.number, "asker": row.asker, "kind": row.kind,
            "value": row.value, "t_us": row.t_us,
        }  # fmt: skip
    for roll in journal.rolls():
        yield {
            "type": "roll", "release_id": roll.release_id, "number": roll.number,
            "order": roll.order, "t_us": roll.t_us, "report": roll.report, "done_us": roll.done_us,
        }  # fmt: skip
    for change in journal.amendments():
        yield {
            "type": "amendment", "number": change.number, "t_us": change.t_us,
            "note": change.note, "before": change.before,
        }  # fmt: skip
    yield {"type": "end", "sha256": journal.sha256()}
