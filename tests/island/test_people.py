"""Simulated people on the real world, and what real people read at a terminal."""

from __future__ import annotations

import asyncio
import itertools
import math
import statistics
from collections.abc import Awaitable, Callable

import pytest

from tests.island.chain import ISLAND, Chain, on_chain
from vulkar.island.check import Kind, Wrong, wrong_said
from vulkar.island.people_terminal import TerminalPeople
from vulkar.island.people_text import CODES, question_said, speak, task_said
from vulkar.island.port import Question, Task, TaskKind
from vulkar.texts import named, render, text


def place(pawn: str, space: str) -> Task:
    return Task(TaskKind.PLACE, pawn, space)


def test_hands_take_human_time_and_set_pawns_down_with_scatter() -> None:
    async def play(chain: Chain) -> None:
        hands, world = chain.hands, chain.sim.world
        off_mm: list[float] = []
        took_s: list[float] = []
        spaces = [space for space, _ in ISLAND.sensored()][:12]
        for space in spaces * 3:
            before_us = chain.sim.clock.now_us
            hands.tell(place("red", space))
            assert await hands.ask(Question("done", "red", space))
            took_s.append((chain.sim.clock.now_us - before_us) / 1e6)
            pose = world.pose("red")
            assert pose is not None
            at = ISLAND.spaces[space]
            off_mm.append(math.hypot(pose[0] - at.x_mm, pose[1] - at.y_mm))
        # to notice, lift, carry, place, and to look and answer
        assert min(took_s) > 2.6 and max(took_s) < 6.0
        assert max(off_mm) < 2.9
        assert 0.6 < statistics.mean(off_mm) < 1.2  # 0.7 mm each way

    on_chain(play)


def test_hands_wait_for_a_free_space_and_give_up_on_one_that_stays_full() -> None:
    async def play(chain: Chain) -> None:
        hands = chain.hands
        await chain.stand(red="HR6", blue="HR4", green="WT3")
        # red goes where blue still stands: blue goes first, whatever the order of asking
        hands.tell(place("red", "HR4"))
        hands.tell(place("blue", "WT1"))
        assert await hands.ask(Question("done", "red", "HR4"))
        assert hands.look(Question("done", "blue", "WT1"))
        hands.tell(place("red", "WT3"))
        assert not await hands.ask(Question("done", "red", "WT3"))
        assert hands.on("WT3") == ["green"]

    on_chain(play)


def test_a_pawn_of_an_earlier_game_is_taken_away_where_it_is_in_the_way() -> None:
    async def play(chain: Chain) -> None:
        hands, world = chain.hands, chain.sim.world
        await chain.stand(red="HR6", green="WT1")
        hands.tell(place("green", "WT3"))
        assert await hands.ask(Question("done", "green", "WT3"))
        hands.meet()
        hands.tell(place("red", "HR4"))
        for space in ("WT3", "HR4"):
            hands.say(wrong_said(ISLAND, Wrong(Kind.STRANGER, seen=space)))
        assert await hands.ask(Question("done", "red", "HR4"))
        assert world.pose("green") is None

    on_chain(play)


def test_people_say_what_is_so() -> None:
    async def play(chain: Chain) -> None:
        hands, world = chain.hands, chain.sim.world
        await chain.stand(red="HR6")
        hands.tell(Task(TaskKind.LAY, "blue", "PIT_A"))
        await hands.ask(Question("done", "blue", "PIT_A"))
        world.take_marble("B")
        truths = {
            Question("standing", "red", "HR6"): True,
            Question("standing", "red", "HR7"): False,
            Question("empty", space="HR6"): False,
            Question("empty", space="HR7"): True,
            Question("done", "blue", "PIT_A"): True,
            Question("done", "blue", "PIT_B"): False,
            Question("done", "green"): True,  # taken off: it is not on the board
            Question("done", "red"): False,
            Question("touched", "red", "HR6"): False,
            Question("marble_home", source="B"): False,
            Question("marble_left", source="B"): True,
            Question("marble_home", source="idol"): True,
            Question("marbles_home"): False,
            Question("all_done", number=1): True,
            Question("aimed", source="idol", number=1): True,
            Question("rolled", source="idol", number=1): False,
            Question("stuck", source="idol", number=1): False,
        }
        assert {question: hands.look(question) for question in truths} == truths
        hands.tell(Task(TaskKind.MARBLE_HOME, source="B"))
        hands.tell(Task(TaskKind.REMOVE, "red"))
        assert await hands.ask(Question("done", "red"))
        assert world.marble_home("B")

    on_chain(play)


def test_a_marble_is_carried_to_whichever_cradle_wants_it() -> None:
    async def play(chain: Chain) -> None:
        hands, world = chain.hands, chain.sim.world
        for task, homes in (
            (Task(TaskKind.MARBLE_OUT, source="A"), {"B", "C", "D", "idol"}),
            (Task(TaskKind.MARBLE_OUT, source="B"), {"C", "D", "idol"}),
            (Task(TaskKind.MARBLE_HOME, source="A", origin="B"), {"A", "C", "D", "idol"}),
            (Task(TaskKind.MARBLE_BESIDE, source="C", origin="A"), {"A", "C", "D", "idol"}),
            (Task(TaskKind.MARBLE_HOME, source="B", origin="B"), {"A", "B", "C", "D", "idol"}),
        ):
            hands.tell(task)
            assert await hands.ask(Question("marble_beside", source=task.source))
            assert {source for source in ISLAND.sources if world.marble_home(source)} == homes
            assert await chain.island.marble_home("A") is ("A" in homes)
        assert world.loose_marbles() == {}

    on_chain(play)


def test_pawns_on_one_space_are_counted_and_stand_apart() -> None:
    async def play(chain: Chain) -> None:
        hands, world = chain.hands, chain.sim.world
        await chain.stand(red="DOCK", blue="DOCK", green="DOCK", yellow="DOCK")
        poses = [world.pose(pawn) for pawn in ("red", "blue", "green", "yellow")]
        spots = [pose[:2] for pose in poses if pose]
        assert min(math.dist(a, b) for a, b in itertools.combinations(spots, 2)) > 20.0
        assert all(pose and pose[3] < 1.0 for pose in poses)
        assert hands.look(Question("count", space="DOCK", number=4))
        assert not hands.look(Question("count", space="DOCK", number=3))
        assert not hands.look(Question("empty", space="DOCK"))
        assert chain.island.parts.occupied["DOCK"] == 1

    on_chain(play)


def test_a_task_told_twice_is_done_once() -> None:
    async def play(chain: Chain) -> None:
        lifted: list[str] = []
        whole: Callable[[str], None] = chain.sim.world.lift

        def lift(pawn: str) -> None:
            lifted.append(pawn)
            whole(pawn)

        chain.sim.world.lift = lift  # type: ignore[method-assign]
        for _ in range(3):
            chain.hands.tell(place("red", "HR6"))
        await chain.hands.ask(Question("done", "red", "HR6"))
        assert lifted == ["red"]

    on_chain(play)


def test_every_task_and_question_names_what_it_is_about() -> None:
    assert render(task_said(ISLAND, Task(TaskKind.PLACE, "red", "HR6", via=("HR8", "HR7")))) == (
        "Set red upright on High Road 6 (HR6) (by way of HR8, HR7)."
    )
    assert render(task_said(ISLAND, Task(TaskKind.LAY, "red", "PIT_A"))) == (
        "Lay red on its side in Smolder pit A (PIT_A)."
    )
    assert render(task_said(ISLAND, Task(TaskKind.REMOVE, "red"))) == "Take red off the island."
    assert render(task_said(ISLAND, Task(TaskKind.MARBLE_HOME, source="idol"))) == (
        "Put the marble back into the idol."
    )
    carried = {
        render(task_said(ISLAND, Task(kind, source="A", origin=origin)))
        for kind in (TaskKind.MARBLE_HOME, TaskKind.MARBLE_BESIDE)
        for origin in ("A", "B")
    } | {render(task_said(ISLAND, Task(TaskKind.MARBLE_OUT, source="A")))}
    roll = {
        TaskKind.AIM: ("Turn the idol to face S (186 degrees).", "S"),
        TaskKind.PLATE: ("Set the plate at D_W so that it opens the way I_W.", "I_W"),
        TaskKind.ROLL: ("Push the marble of station A, way west (", "west"),
    }
    for kind, (line, way) in roll.items():
        task = Task(kind, source="A", route="A_W", plate="D_W", way=way)
        assert render(task_said(ISLAND, task)).startswith(line)
        assert task_said(ISLAND, task)["params"]["way"] == named("way", way, way)
    assert len(carried) == 5 and all("station A" in line for line in carried)
    lines = {
        render(question_said(ISLAND, Question(kind, "red", "HR6", source)))
        for kind, source in (
            ("touched", ""),
            ("done", ""),
            ("standing", ""),
            ("empty", ""),
            ("marble_left", "A"),
            ("marble_home", "A"),
            ("marble_beside", "A"),
            ("count", ""),
            ("aimed", "A"),
            ("rolled", "A"),
        )
    }
    assert len(lines) == 10
    clears = {
        render(question_said(ISLAND, Question("clear", number=number))) for number in range(7)
    }
    assert len(clears) == 7 and "emergency stop" in render(question_said(ISLAND, Question("clear")))
    assert all(line.endswith("?") for line in clears)
    assert all("HR6" in line or "station A" in line for line in lines)
    assert all(line.endswith("?") for line in lines)


def test_what_people_are_told_has_a_code_and_names_in_every_language() -> None:
    said = task_said(ISLAND, Task(TaskKind.PLACE, "red", "HR6"))
    assert said["code"] == "people.task.place"
    assert render(said, "de") == "Stell Rot aufrecht hierhin: Höhenweg 6 (HR6)."
    for code, params in CODES.items():
        filled = speak(code, ISLAND, **dict.fromkeys(params, "x"))
        assert filled["code"] == f"people.{code}" and set(filled["params"]) == set(params)
        assert not set("{}") & set(render(filled)), code


@pytest.mark.parametrize("words", [["y"], ["", "what", " YES "], ["n"], ["maybe", "No"]])
def test_a_terminal_asks_until_it_is_yes_or_no(words: list[str]) -> None:
    written: list[str] = []
    prompts: list[str] = []
    left = list(words)

    async def read_line(prompt: str) -> str:
        prompts.append(prompt)
        return left.pop(0)

    reader: Callable[[str], Awaitable[str]] = read_line
    people = TerminalPeople(ISLAND, written.append, reader)
    people.tell(place("red", "HR6"))
    people.say(text("hello"))
    answer = asyncio.run(people.ask(Question("touched", "red", "HR6")))
    assert answer is (words[-1].strip().lower()[0] == "y")
    assert written[:2] == ["Please: Set red upright on High Road 6 (HR6).", "hello"]
    assert written[2:] == ["Please answer y or n."] * (len(words) - 1)
    assert all(prompt.endswith("? [y/n] ") for prompt in prompts)
