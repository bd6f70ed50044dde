"""The self-check before a roll, against switches and scripted people."""

from __future__ import annotations

import asyncio

import pytest

import vulkar.island.selfcheck as selfcheck
from tests.island.switchboard import ISLAND, Board
from vulkar.island.port import Question


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfcheck, "PUT_BACK_S", 0.04)


def check(board: Board, **standing: str) -> selfcheck.Checked:
    return asyncio.run(selfcheck.self_check(ISLAND, board, board, standing))


def test_a_board_as_believed_asks_nobody() -> None:
    board = Board(red="HR6", blue="DMP")
    assert check(board, red="HR6", blue="DMP") == selfcheck.Checked(
        {"red": "HR6", "blue": "DMP"}, ()
    )
    assert (board.asked, board.said, board.told) == ([], [], [])


def test_a_pawn_that_its_sensor_does_not_see_stays_where_people_say() -> None:
    board = Board(red="HR6")
    board.occupied["HR6"] = False
    assert check(board, red="HR6").where == {"red": "HR6"}
    assert board.asked == [Question("standing", "red", "HR6")]
    assert board.distrusted == {"HR6"}


def test_a_pawn_that_was_moved_is_found_where_it_stands_now() -> None:
    board = Board(red="WT3")
    assert check(board, red="HR6").where == {"red": "WT3"}
    assert board.told == []


def test_a_pawn_from_the_plateau_is_found_on_the_trail() -> None:
    board = Board(red="WT3")
    assert check(board, red="DMP").where == {"red": "WT3"}


def test_a_pawn_that_is_nowhere_is_asked_back() -> None:
    board = Board()
    assert check(board, red="HR6") == selfcheck.Checked({"red": "HR6"}, ())
    assert board.at == {"red": "HR6"}


def test_a_pawn_that_stays_away_is_left_out_of_the_roll() -> None:
    board = Board(blue="HR4")
    board.does = lambda task: None
    assert check(board, red="HR6", blue="HR4") == selfcheck.Checked({"blue": "HR4"}, ("red",))


def test_a_sensor_that_sees_a_ghost_is_distrusted() -> None:
    board = Board(red="HR6")
    board.occupied["WT3"] = True
    assert check(board, red="HR6").where == {"red": "HR6"}
    assert board.distrusted == {"WT3"}


def test_a_stranger_is_asked_off_the_board() -> None:
    board = Board(red="HR6", stranger="WT3")
    check(board, red="HR6")
    assert board.said == [
        "A pawn stands on Witchlord Trail 3 (WT3), which should be empty: take it away."
    ]
