"""What a fireball touched can be corrected before the rules hear it, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.arrange import Table as Position
from tests.table.quick import QuickIsland, run, table_of
from vulkar.bots import make
from vulkar.facts import Hit
from vulkar.island.port import RollOrder, RollReport
from vulkar.rules import WORLD, Answer, Ask
from vulkar.table.journal import HeldRoll, Journal
from vulkar.table.players import BotPlayer
from vulkar.table.table import Table

BLUE, NOBODY = [["hit", "blue"]], list[object]()
Settle = Callable[[Ask, HeldRoll], Awaitable[Answer | None]]


class Touching(QuickIsland):
    """Each marble touches blue."""

    rolled: list[RollOrder]

    async def roll(self, order: RollOrder) -> RollReport:
        self.rolled.append(order)
        return replace(await super().roll(order), facts=(Hit("blue"),))


class Enough(Exception):
    """The host dies."""


def fireball(path: Path, settle: Settle | None, journal: Journal | None = None) -> Table:
    """Red is about to fire at blue; the game is played until the rules have heard of it."""
    game = Position({"red": "WT3", "blue": "WT5", "green": "WT6"}).g
    while game.ask is not None and game.ask.asker != WORLD:
        value = 1 if game.ask.kind == "die" else game.ask.legal[0]
        game.answer(game.ask.number, value)
    table = table_of(game, [], path, window_s=0.0)
    if journal is not None:
        table.journal.close()
        table.journal = journal
    island = Touching(table.map, 1)
    island.rolled = []
    table.island = island
    table.players = [
        BotPlayer(lambda rng: make("simple", rng, "classic"), seat, 1) for seat in range(3)
    ]
    table.hooks = replace(table.hooks, settle=settle, before=stop_after(game.ask))
    return table


def stop_after(first: Ask | None) -> Callable[[Ask], Awaitable[None]]:
    async def before(ask: Ask) -> None:
        if first is not None and ask.number != first.number:
            raise Enough

    return before


def play(table: Table) -> None:
    with pytest.raises(Enough):
        run(table.play())


def fired(table: Table) -> list[int]:
    assert isinstance(table.island, Touching)
    return [order.release_id for order in table.island.rolled]


def test_rules_hear_what_was_corrected_and_the_record_keeps_what_was_felt(tmp_path: Path) -> None:
    async def settle(ask: Ask, held: HeldRoll) -> Answer:
        assert held.facts == BLUE
        return NOBODY

    table = fireball(tmp_path / "j", settle)
    play(table)
    assert table.game.standing()["blue"] == "WT5"
    assert [row.value for row in table.journal.answers()] == [NOBODY]
    (roll,) = table.journal.rolls()
    assert roll.report is not None and roll.report["facts"] == BLUE
    assert roll.done_us is not None and table.journal.held_roll() is None


def test_a_fireball_that_does_not_count_is_rolled_again_under_a_new_number(tmp_path: Path) -> None:
    told: list[int] = []

    async def settle(ask: Ask, held: HeldRoll) -> Answer | None:
        told.append(held.release_id)
        return None if held.release_id == 1 else held.facts

    table = fireball(tmp_path / "j", settle)
    play(table)
    assert told == fired(table) == [1, 2]
    first, second = table.journal.rolls()
    assert first.report is not None and first.report["void"] is True
    assert second.report is not None and "void" not in second.report
    assert [row.value for row in table.journal.answers()] == [BLUE]


def test_a_host_that_dies_while_facts_are_corrected_goes_on_there_and_rolls_nothing(
    tmp_path: Path,
) -> None:
    async def dies(ask: Ask, held: HeldRoll) -> Answer:
        raise Enough

    async def settle(ask: Ask, held: HeldRoll) -> Answer:
        return held.facts

    table = fireball(tmp_path / "j", dies)
    play(table)
    assert fired(table) == [1]
    table.journal.close()
    again = fireball(tmp_path / "other", settle, Journal.open(tmp_path / "j"))
    play(again)
    assert fired(again) == []
    assert [row.value for row in again.journal.answers()] == [BLUE]
    assert again.game.standing()["blue"].startswith("PIT")


def test_a_fireball_that_was_void_before_the_host_died_is_rolled_once_more(tmp_path: Path) -> None:
    async def again_then_dies(ask: Ask, held: HeldRoll) -> Answer | None:
        if held.release_id == 2:
            raise Enough
        return None

    async def settle(ask: Ask, held: HeldRoll) -> Answer:
        return held.facts

    table = fireball(tmp_path / "j", again_then_dies)
    play(table)
    table.journal.close()
    resumed = fireball(tmp_path / "other", settle, Journal.open(tmp_path / "j"))
    play(resumed)
    assert fired(table) == [1, 2] and fired(resumed) == []
    assert [row.release_id for row in resumed.journal.rolls()] == [1, 2]


def test_without_anybody_to_correct_it_nothing_more_is_written(tmp_path: Path) -> None:
    async def settle(ask: Ask, held: HeldRoll) -> Answer:
        return held.facts

    plain, held = fireball(tmp_path / "a", None), fireball(tmp_path / "b", settle)
    play(plain)
    play(held)
    assert plain.journal.sha256() == held.journal.sha256()
