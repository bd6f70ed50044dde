"""A game of a table as it may be after many turns: its journal is written by itself."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from vulkar.bots import RandomWorld
from vulkar.rules import CHANCE, WORLD, Event
from vulkar.rules.chance import Chance
from vulkar.table.files import SIDES
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import AnswerRow, Journal
from vulkar.table.replaying import chained

MOST_ANSWERS = 400


def write_played(path: Path, seed: int, wanted: Collection[str]) -> None:
    """Puts a game on the same terms in a journal's place, in which everything ``wanted`` happened.

    ``wanted`` are kinds of events and of questions; a seat is asked when the game breaks off. With
    nothing ``wanted`` nothing has happened, and the seed is known. No table may play it meanwhile.
    """
    journal = Journal.read(path)
    setup = replace(journal.setup, seed=seed)
    journal.close()
    for side in ("", *SIDES):
        Path(f"{path}{side}").unlink(missing_ok=True)
    island_map, rng = load_map(setup), random.Random(seed)
    game, opening = build_game(island_map, setup)
    chance, world, chain = Chance(seed), RandomWorld(island_map, rng), chained("", opening)
    journal = Journal.create(path, setup)
    missing = set(wanted)
    for t_us in range(MOST_ANSWERS):
        ask = game.ask
        assert ask is not None, f"the game is over without {missing}"
        if not missing and (ask.kind == "act" or not wanted):
            break
        value: Any
        if ask.asker == CHANCE:
            value = chance.answer(ask)
        else:
            value = world.answer(ask) if ask.asker == WORLD else rng.choice(ask.legal)
        heard: list[Event] = []
        game.answer(ask.number, value, heard.append)
        chain = chained(chain, heard)
        missing -= {ask.kind} | {event.kind for event in heard}
        journal.add_answer(AnswerRow(ask.number, ask.asker, ask.kind, value, t_us, chain))
    journal.close()
    assert not missing, f"no {missing} in {MOST_ANSWERS} answers"
