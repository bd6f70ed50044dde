"""Whole games of every kind pass through the seat page's model without a word missing."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from tests.pages.positions import model, rows
from tests.rules.arrange import Table, island
from vulkar.bots import RandomWorld

MOST = 50  # questions of one game; each seat's are looked at
PAWNS = {"red": "DMP", "blue": "DMP", "green": "DMP", "yellow": "DMP"}
CODE = re.compile(r"\b(choice|page|card|item|event|window|map|pawn)\.[a-z_]")


@pytest.mark.parametrize(
    ("options", "language"),
    [({}, "en"), ({"items": "both"}, "en"), ({"teams": "pairs"}, "de"), ({"items": "both"}, "de")],
    ids=str,
)
def test_every_question_of_a_game_is_shown_in_words(options: dict[str, Any], language: str) -> None:
    rng = random.Random(7)
    table = Table(PAWNS, hands={"red": ["fireball"], "blue": ["cancel", "back_2"]}, **options)
    world = RandomWorld(island(), rng)
    looked = 0
    for _ in range(20 * MOST):
        ask = table.g.ask
        if ask is None or looked == MOST:
            break
        if ask.asker >= 0:
            looked += 1
            _look(model(table, ask.asker, language), list(ask.legal))
        legal = ask.legal
        value = rng.choice(legal) if legal else world.answer(ask)
        table.g.answer(ask.number, value, table.events.append)
        del table.events[:-200]
    assert looked > MOST // 2


def _look(found: dict[str, Any], legal: list[Any]) -> None:
    said = json.dumps({key: value for key, value in found.items() if key != "orders"})
    window = found["window"]
    shown = window["rows"] if window else rows(found)
    assert sorted(json.dumps(row["value"]) for row in shown) == sorted(map(json.dumps, legal))
    assert all(row["label"] for row in shown)
    assert CODE.findall(said) == []
