"""kill -9 at random moments, ten times: the game goes on, no hand is lost, no second marble rolls.

Two hundred times: ``python -m tests.evidence kill_loop``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.service.kill_loop import BOTS, PEOPLE, campaign


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("k")  # short: a socket's path may have 107 bytes


def test_killed_while_marbles_roll(folder: Path) -> None:
    outcome = asyncio.run(campaign(folder, seed=2, runs=6, kinds=BOTS, web_every=3))
    assert outcome.problems == []
    assert (outcome.kills["table"], outcome.kills["web"]) == (4, 2)
    assert outcome.resumed == 4
    assert outcome.rolls == outcome.marbles > 0
    assert outcome.second_marbles == 0


def test_killed_while_people_answer(folder: Path) -> None:
    outcome = asyncio.run(campaign(folder, seed=3, runs=4, kinds=PEOPLE))
    assert outcome.problems == []
    assert outcome.resumed == outcome.kills["table"] == 4
    assert outcome.repeated > 0
    assert outcome.shown == 8
