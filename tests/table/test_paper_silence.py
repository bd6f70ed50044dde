"""What a seat hears and sees, and when, at a table with a real deck: nothing of another's phone.

Two tables that differ only in what other phones were told are played by people who all think for
the same time, as in ``test_silence.py``.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.rules.real_deck import RealDeck
from tests.rules.test_paper import others_dealt_anew
from tests.table import test_silence
from tests.table.test_silence import THINK_S, Person, told_alike, watched
from vulkar.rules import Answer, Ask
from vulkar.rules.classic import Game, PaperGame
from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.paper.deck import TOLD, hidden_from


class Drawer(Person):
    """Has the commonest card that can be before it, whenever it tells which one it is."""

    async def choose(self, game: Game, ask: Ask) -> Answer:
        if ask.kind not in TOLD:
            return await super().choose(game, ask)
        await asyncio.sleep(THINK_S)
        left = hidden_from(game, ask.asker)
        can = [v for v in ask.legal if game.objection(ask.asker, v) is None]
        return max(can, key=lambda v: left[KINDS.index(v[1])])


def twins(seed: int) -> tuple[PaperGame, PaperGame, int] | None:
    """Two games at one point, for a phone seat that has the word or waits for the world."""
    table, rng = RealDeck(seed, middle=True, items=seed % 2 == 1), random.Random(seed)
    phones = [seat for seat, paper in enumerate(table.host.paper) if not paper]
    if len(phones) < 2:
        return None
    for at in range(120):
        ask, x = table.host.ask, phones[0]
        if ask is None:
            return None
        if at > 20 and ask.kind not in TOLD and (ask.asker == x or ask.kind in ("roll", "die")):
            other = others_dealt_anew(table.host, x, rng)
            if other.s.hands != table.host.s.hands:
                return table.host.copy(), other, x
        table.step()
    return None


def test_pauses_tasks_and_views_tell_nothing_of_another_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_silence, "Person", Drawer)
    rows = games = drawn = 0
    for seed in range(40):
        found = twins(seed)
        if found is None:
            continue
        one, other, x = found
        (mine, _), (theirs, _) = (
            watched(game, x, tmp_path / f"{seed}-{which}")
            for which, game in enumerate((one, other))
        )
        rows += told_alike(mine, theirs)
        games += 1
        drawn += sum(kind == "choice_opened" and e.data["choice"] == "draw" for _, kind, e in mine)
    assert rows > 1000 and games > 8 and drawn > 5, (rows, games, drawn)
