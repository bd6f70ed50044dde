"""Expect, against a board of switches and scripted people (the real chain is in test_chain.py)."""

from __future__ import annotations

import asyncio

from tests.island.switchboard import ISLAND, Board
from vulkar.island.expect import Expecter, Patience
from vulkar.island.port import Question, Task, TaskKind

FAST = Patience(steady_s=0.002, quiet_s=0.01)


def place(pawn: str, space: str) -> Task:
    return Task(TaskKind.PLACE, pawn, space)


def expect(
    board: Board, tasks: tuple[Task, ...], standing: dict[str, str], before: dict[str, str] | None
) -> None:
    async def go() -> None:
        expecter = Expecter(ISLAND, board, board, FAST)
        await asyncio.wait_for(expecter.expect(tasks, standing, before), 20)

    asyncio.run(go())


def test_a_move_between_sensors_needs_no_words() -> None:
    board = Board(red="HR6")
    expect(board, (place("red", "HR4"),), {"red": "HR4"}, {"red": "HR6"})
    assert (board.said, board.asked) == ([], [])


def test_each_task_is_ticked_off_once_its_sensors_show_it() -> None:
    board = Board(red="HR1", blue="HR3")
    tasks = (place("red", "HR6"), place("blue", "HR8"))
    seen: list[list[Task]] = []

    def one_after_the_other(task: Task) -> None:
        seen.append(list(board.ticked))
        if task.pawn == "red" or len(board.told) > 2:
            board.obey(task)

    board.does = one_after_the_other
    expect(board, tasks, {"red": "HR6", "blue": "HR8"}, {"red": "HR1", "blue": "HR3"})
    assert seen == [[], [], [tasks[0]]] and board.ticked == list(tasks)


def test_a_pawn_on_the_wrong_pad_is_said_by_name_and_waited_for() -> None:
    board = Board(red="HR1")
    first = True

    def clumsy(task: Task) -> None:
        nonlocal first
        board.lift("red")
        board.put("red", "HR7" if first else task.space)
        first = False

    board.does = clumsy
    expect(board, (place("red", "HR6"),), {"red": "HR6"}, {"red": "HR1"})
    assert board.said == [
        "Red stands on the wrong space, High Road 7 (HR7): it belongs on High Road 6 (HR6)."
    ]
    assert board.at == {"red": "HR6"}
    assert board.asked == []


def test_a_pawn_that_nobody_moves_is_asked_for_again() -> None:
    board = Board(red="HR1")
    board.does = lambda task: board.obey(task) if len(board.told) > 1 else None
    expect(board, (place("red", "HR6"),), {"red": "HR6"}, {"red": "HR1"})
    assert board.said == ["Red is still on High Road 1 (HR1): it belongs on High Road 6 (HR6)."]
    assert board.told == [place("red", "HR6")] * 2


def test_a_missing_pawn_that_has_no_task_is_told_home() -> None:
    board = Board(red="HR1")
    expect(board, (place("red", "HR6"),), {"red": "HR6", "blue": "HR8"}, {"red": "HR1"})
    assert "High Road 8 (HR8) is empty: blue belongs there." in board.said
    assert board.at == {"red": "HR6", "blue": "HR8"}


def test_a_space_that_is_full_already_is_said_at_once_and_its_pawn_is_asked_about() -> None:
    """red comes from the Plateau, which nobody senses: a full HR6 alone proves nothing."""
    board = Board(red="DMP", stranger="HR6")

    def hands(task: Task) -> None:
        if "stranger" in board.at and len(board.told) == 1:
            return  # no room for red
        board.lift("stranger")
        board.obey(task)

    board.does = hands
    expect(board, (place("red", "HR6"),), {"red": "HR6"}, {"red": "DMP"})
    assert board.said[0] == ("High Road 6 (HR6) is occupied already: clear it, then set red there.")
    assert board.asked == [Question("done", "red", "HR6")]
    assert board.at == {"red": "HR6"}


def test_two_pawns_that_change_places_are_not_taken_for_two_that_stayed() -> None:
    board = Board(red="HR4", blue="HR6")
    tasks = (place("red", "HR6"), place("blue", "HR4"))

    def hands(task: Task) -> None:
        if len(board.told) >= 4:  # not at the first asking
            for pawn in ("red", "blue"):
                board.lift(pawn)
            for each in tasks:
                board.put(each.pawn, each.space)

    board.does = hands
    expect(board, tasks, {"red": "HR6", "blue": "HR4"}, {"red": "HR4", "blue": "HR6"})
    assert board.at == {"red": "HR6", "blue": "HR4"}
    assert [q.pawn for q in board.asked] == ["red", "blue"]


def test_spaces_without_sensors_need_a_word_until_it_is_yes() -> None:
    board = Board(red="HR6", blue="HR4")
    tasks = (Task(TaskKind.LAY, "red", "PIT_D"), place("blue", "DMP"))
    lazy = True

    def hands(task: Task) -> None:
        nonlocal lazy
        board.lift(task.pawn)
        if task.pawn == "red" or not lazy:
            board.put(task.pawn, task.space)
        lazy = False if task.pawn == "blue" else lazy

    board.does = hands
    expect(board, tasks, {"blue": "DMP"}, {"red": "HR6", "blue": "HR4"})
    assert board.at == {"red": "PIT_D", "blue": "DMP"}
    assert board.said == ["Not done yet."] and board.told[-1] == place("blue", "DMP")
    assert len(board.asked) == 3


def test_a_dead_sensor_is_overruled_by_people_after_two_tellings() -> None:
    board = Board(red="HR1")

    def dead(task: Task) -> None:
        board.obey(task)
        board.occupied["HR6"] = False

    board.does = dead
    expect(board, (place("red", "HR6"),), {"red": "HR6"}, {"red": "HR1"})
    assert board.asked[0] == Question("standing", "red", "HR6")
    assert board.distrusted == {"HR6"}


def test_a_sensor_stuck_full_is_overruled_too() -> None:
    board = Board(red="HR1")
    board.occupied["WT3"] = True
    expect(board, (place("red", "HR6"),), {"red": "HR6"}, {"red": "HR1"})
    assert Question("empty", space="WT3") in board.asked
    assert board.distrusted == {"WT3"}


def test_a_marble_is_home_when_its_beam_says_so() -> None:
    board = Board()
    board.home["A"] = False
    expect(board, (Task(TaskKind.MARBLE_HOME, source="A"),), {}, {})
    assert (board.home["A"], board.said, board.asked) == (True, [], [])


def test_a_dead_beam_is_overruled_by_people() -> None:
    board = Board()
    board.home["A"] = False
    board.does = lambda task: None
    board.word = lambda question: True
    expect(board, (Task(TaskKind.MARBLE_HOME, source="A"),), {}, {})
    assert board.said == ["The marble is not in station A: put it back."]
    assert board.asked == [Question("marble_home", source="A")]
    assert board.trusted == ["A"]


def out_of(source: str) -> Task:
    return Task(TaskKind.MARBLE_OUT, source=source)


def test_a_cradle_that_should_be_empty_is_emptied() -> None:
    board = Board()
    expect(board, (out_of("A"),), {}, {})
    assert (board.home["A"], board.said, board.asked) == (False, [], [])


def test_a_beam_that_sees_a_marble_in_an_empty_cradle_is_overruled_by_people() -> None:
    board = Board()
    board.does = lambda task: None
    board.word = lambda question: False
    expect(board, (out_of("A"),), {}, {})
    assert board.said == ["A marble lies in station A, which should be empty: take it out."]
    assert board.asked == [Question("marble_home", source="A")]
    assert board.trusted == []


def test_a_pawn_that_comes_to_a_slot_with_a_sensor_is_seen_and_on_one_without_is_asked() -> None:
    for seen_there, asked in ((True, 0), (False, 1)):
        board = Board(red="DR8")

        def hands(task: Task, board: Board = board, seen_there: bool = seen_there) -> None:
            board.obey(task)
            board.occupied["DOCK"] = int(seen_there)
            board.placed["DOCK"] = int(seen_there)

        board.does = hands
        expect(board, (place("red", "DOCK"),), {"red": "DOCK"}, {"red": "DR8"})
        assert (board.at, board.said, len(board.asked)) == ({"red": "DOCK"}, [], asked)


def test_a_pawn_on_its_way_to_a_free_sensor_is_waited_for_before_anybody_is_asked() -> None:
    board = Board(red="DR8")

    def slow(task: Task) -> None:
        board.lift(task.pawn)
        asyncio.get_running_loop().call_later(0.005, board.put, "red", "DOCK")

    board.does = slow
    expect(board, (place("red", "DOCK"),), {"red": "DOCK"}, {"red": "DR8"})
    assert (board.at, board.asked) == ({"red": "DOCK"}, [])


def test_two_pawns_that_come_to_one_space_are_both_seen_or_both_asked_about() -> None:
    """One change of one sensor must not stand for two pawns."""
    board = Board(red="DR8", green="DR7")
    tasks = (place("red", "DOCK"), place("green", "DOCK"))
    expect(board, tasks, dict.fromkeys(("red", "green"), "DOCK"), {"red": "DR8", "green": "DR7"})
    assert [(q.kind, q.pawn) for q in board.asked] == [("done", "red"), ("done", "green")]


def test_a_pawn_that_leaves_a_space_of_several_is_not_seen_by_a_sensor_that_was_empty() -> None:
    """green stood at the Dock without a sensor: an empty sensor there is no proof that it left."""
    board = Board(green="DOCK")
    board.occupied["DOCK"] = 0
    board.does = lambda task: board.at.pop(task.pawn, None) and None
    expect(board, (Task(TaskKind.REMOVE, "green"),), {}, {"green": "DOCK"})
    assert [q.kind for q in board.asked] == ["done"]


def test_nothing_known_before_means_that_every_pawn_is_asked_about() -> None:
    board = Board(red="HR6", blue="HR4")
    tasks = (place("red", "HR6"), place("blue", "HR4"))
    board.does = lambda task: None
    expect(board, tasks, {"red": "HR6", "blue": "HR4"}, None)
    assert [q.pawn for q in board.asked] == ["red", "blue"]
    assert board.said == []


def test_removing_a_pawn_is_seen_by_its_sensor() -> None:
    board = Board(red="HR6")
    expect(board, (Task(TaskKind.REMOVE, "red"),), {}, {"red": "HR6"})
    assert (board.said, board.asked, board.at) == ([], [], {})
