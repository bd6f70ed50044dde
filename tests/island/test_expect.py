"""Expect, against a board of switches and scripted people (the real chain is in test_chain.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from vulkar.devices.changes import Changes
from vulkar.island.expect import Expecter, Patience
from vulkar.island.port import Question, Task, TaskKind
from vulkar.maps import load

ISLAND = load("classic")
FAST = Patience(steady_s=0.002, quiet_s=0.01)


class Board:
    """Sensors as switches, and people who do each task by ``does`` and answer by ``word``."""

    def __init__(self, **pawns: str) -> None:
        self.changes = Changes()
        self.occupied = {space: False for space, _ in ISLAND.sensored()}
        self.distrusted: set[str] = set()
        self.lifted: dict[str, int] = {}
        self.placed: dict[str, int] = {}
        self.home: dict[str, bool] = {}
        self.trusted: list[str] = []
        self.at = dict(pawns)
        for space in pawns.values():
            if space in self.occupied:
                self.occupied[space] = True
        self.told: list[Task] = []
        self.said: list[str] = []
        self.asked: list[Question] = []
        self.does: Callable[[Task], None] = self.obey
        self.word: Callable[[Question], bool] = self.truth

    # senses
    def lifts(self, space: str) -> int:
        return self.lifted.get(space, 0)

    def places(self, space: str) -> int:
        return self.placed.get(space, 0)

    def distrust(self, space: str) -> None:
        self.distrusted.add(space)

    def marble_home(self, source: str) -> bool:
        return self.home.get(source, True) or source in self.trusted

    def trust_people_marble(self, source: str) -> None:
        self.trusted.append(source)

    async def changed(self, timeout_s: float) -> bool:
        return await self.changes.wait(timeout_s)

    # people
    def tell(self, task: Task) -> None:
        self.told.append(task)
        asyncio.get_running_loop().call_later(0.001, self.does, task)

    def say(self, text: str) -> None:
        self.said.append(text)

    async def ask(self, question: Question) -> bool:
        self.asked.append(question)
        assert len(self.asked) < 20, "asked without end"
        await asyncio.sleep(0.002)
        return self.word(question)

    # hands
    def obey(self, task: Task) -> None:
        if task.kind is TaskKind.MARBLE_HOME:
            self.home[task.source] = True
            self.changes.note()
            return
        self.lift(task.pawn)
        if task.kind is not TaskKind.REMOVE:
            self.put(task.pawn, task.space)

    def lift(self, pawn: str) -> None:
        space = self.at.pop(pawn, "")
        if self.occupied.get(space):
            self.occupied[space] = False
            self.lifted[space] = self.lifts(space) + 1
            self.changes.note()

    def put(self, pawn: str, space: str) -> None:
        self.at[pawn] = space
        if space in self.occupied and not self.occupied[space]:
            self.occupied[space] = True
            self.placed[space] = self.places(space) + 1
            self.changes.note()

    def truth(self, question: Question) -> bool:
        if question.kind == "empty":
            return question.space not in self.at.values()
        if question.source:
            return self.home.get(question.source, True)
        return self.at.get(question.pawn, "") == question.space


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
        "red stands on the wrong space, High Road 7 (HR7): it belongs on High Road 6 (HR6)."
    ]
    assert board.at == {"red": "HR6"}
    assert board.asked == []


def test_a_pawn_that_nobody_moves_is_asked_for_again() -> None:
    board = Board(red="HR1")
    board.does = lambda task: board.obey(task) if len(board.told) > 1 else None
    expect(board, (place("red", "HR6"),), {"red": "HR6"}, {"red": "HR1"})
    assert board.said == ["red is still on High Road 1 (HR1): it belongs on High Road 6 (HR6)."]
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
    assert board.said == ["Not done yet: Set blue upright on Dead Man's Plateau (DMP)."]
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
