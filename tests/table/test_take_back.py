"""Taking an order back: whom it asks, what it writes. With the whole board: service/test_recall."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import Table as Arranged
from tests.table.quick import QuickIsland, run, table_of
from vulkar.errors import VulkarError
from vulkar.island.port import RollOrder
from vulkar.table.journal import HeldRoll, RollRow
from vulkar.table.recall import take_back
from vulkar.table.rows import order_row
from vulkar.table.table import Table

ORDER = RollOrder(7, "I_SW", None, {"red": "WT3"}, None)


class Remembering(QuickIsland):
    """A board that remembers of some releases that their marbles went; ``asked`` of which."""

    def __init__(self, table: Table, *gone: int) -> None:
        super().__init__(table.map, 1)
        self.gone = gone
        self.asked: list[RollOrder] = []

    async def went(self, order: RollOrder) -> bool:
        self.asked.append(order)
        return order.release_id in self.gone


def ordered(path: Path, *gone: int) -> tuple[Table, Remembering]:
    """A table that stands still with an order under way."""
    table = table_of(Arranged({"red": "WT3", "blue": "WT5"}).g, [], path / "game.journal", 0.5)
    table.island = island = Remembering(table, *gone)
    table.journal.add_roll(RollRow(ORDER.release_id, 3, order_row(ORDER), 0, None, None))
    table.rolling = True
    return table, island


def refused(table: Table) -> str:
    with pytest.raises(VulkarError) as error:
        run(take_back(table))
    return error.value.code


def test_an_order_whose_marble_stayed_is_void_and_its_number_is_never_used_again(
    tmp_path: Path,
) -> None:
    table, island = ordered(tmp_path)
    run(take_back(table))
    assert island.asked == [ORDER]
    (row,) = table.journal.rolls()
    assert row.release_id == ORDER.release_id and row.done_us is not None
    assert row.report == {"release_id": ORDER.release_id, "void": True, "waited": True}
    assert not table.rolling
    run(take_back(table))  # nothing is open any more
    assert island.asked == [ORDER] and table.journal.rolls() == [row]


def test_an_order_whose_marble_went_stays_open(tmp_path: Path) -> None:
    table, island = ordered(tmp_path, ORDER.release_id)
    assert refused(table) == "amend.rolling"
    assert island.asked == [ORDER]
    pending = table.journal.pending_roll()
    assert pending is not None and pending.release_id == ORDER.release_id
    assert table.rolling


def test_an_outcome_that_is_known_is_not_taken_back_whatever_the_board_remembers(
    tmp_path: Path,
) -> None:
    table, island = ordered(tmp_path)
    report: dict[str, Any] = {"release_id": ORDER.release_id}
    table.journal.hold_roll(HeldRoll(ORDER.release_id, report, [["hit", "red"]]))
    assert refused(table) == "amend.rolling"
    assert island.asked == [] and table.journal.held_roll() is not None
    assert table.rolling


def test_where_nothing_is_ordered_nobody_is_asked(tmp_path: Path) -> None:
    table = table_of(Arranged({"red": "WT3", "blue": "WT5"}).g, [], tmp_path / "game.journal", 0.5)
    table.island = island = Remembering(table)
    run(take_back(table))
    assert island.asked == [] and table.journal.rolls() == []
