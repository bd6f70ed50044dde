"""One whole game, word for word.

After a wanted change: ``python -m tests.rules.test_golden`` writes the file anew; read the diff.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.rules.arrange import island
from vulkar.bots import playout
from vulkar.rules import Event, describe

FILE = Path(__file__).parent / "golden" / "anniversary-3.txt"
SEED = 3


def transcript() -> str:
    """Every event with its audience, its line, and the answers that made the game."""
    events: list[Event] = []
    p = playout(island(), ("simple", "simple", "random"), SEED, sink=events.append)
    lines = [f"seed {SEED}, seats simple simple random, {p.turns} turns, winner {p.result}", ""]
    for e in events:
        to = "" if e.audience is None else f" (to {', '.join(map(str, e.audience))})"
        lines.append(f"{describe(e)}{to}  {json.dumps(e.data)}")
    lines += ["", "answers"]
    lines += [f"{asker} {json.dumps(value)}" for asker, value in p.answers]
    return "\n".join(lines) + "\n"


def test_the_golden_game_is_as_it_was():
    assert transcript() == FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    FILE.write_text(transcript(), encoding="utf-8")
