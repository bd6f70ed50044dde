"""The people at the board of a served table: what they see open, and whose word counts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.island.crowd import Crowd
from tests.service.quickhouse import FAR, Evening, Phone, QuickPlace, evening, run
from vulkar.errors import VulkarError
from vulkar.island.account import question_of
from vulkar.island.manual import ManualIsland
from vulkar.island.port import Question, RollOrder, Task, TaskKind
from vulkar.maps import load
from vulkar.service.people import PeopleDesk
from vulkar.service.place import Opened

MAP = load("classic")
RED = Task(TaskKind.PLACE, "red", "BR6")


class ManualPlace(QuickPlace):
    """A board without electronics, whose people are asked through the house."""

    @asynccontextmanager
    async def open(self, journal: Any) -> AsyncIterator[Opened]:
        people = PeopleDesk(self.map)
        self.opened += 1
        yield Opened(ManualIsland(self.map, people), people)


async def board(phone: Phone) -> dict[str, Any]:
    """What is open at the board, once something is asked."""
    while True:
        row = (await phone.ask("table.state"))["table"]
        if row["state"] != "running" or (row["board"] and row["board"]["questions"]):
            return row["board"] or {}
        await asyncio.sleep(0.1)


async def crowd(phone: Phone, seed: int) -> list[dict[str, Any]]:
    """People who do what they are told and whose marbles touch at random; their questions."""
    rng, asked = random.Random(seed), []
    while (open_now := await board(phone)).get("questions"):
        for question in open_now["questions"]:
            value: Any = True
            if question["answer"] == "roll":
                touched = [pawn for pawn in question["pawns"] if rng.random() < 0.3]
                value = {"left": True, "touched": touched, "home": True}
            await phone.ask("word", number=question["number"], value=value)
            asked.append({**question, "value": value, "tasks": open_now["tasks"]})
        await asyncio.sleep(0.1)
    return asked


def test_a_whole_game_without_electronics_by_the_word_of_people(tmp_path: Path) -> None:
    async def main() -> None:
        table = await evening(tmp_path, "bb", ManualPlace())
        await table.marshal.ask("table.start")
        asked = await crowd(table.marshal, 3)
        state = (await table.marshal.ask("table.state"))["table"]
        assert state["state"] == "over" and len(state["winners"]) == 1
        kinds = {question["kind"] for question in asked}
        assert {"marbles_home", "all_done", "done", "roll"} <= kinds
        first = next(question for question in asked if question["kind"] == "all_done")
        assert {task["kind"] for task in first["tasks"]} == {"place"}
        assert first["tasks"][0]["text"]["code"] == "people.task.place"
        roll = next(question for question in asked if question["kind"] == "roll")
        assert {"roll", "marble_home"} <= {task["kind"] for task in roll["tasks"]}
        assert any(question["value"]["touched"] for question in asked if question["kind"] == "roll")
        await table.house.close()

    run(main())


async def started(path: Path, seats: str = "ob") -> tuple[Evening, dict[str, Any]]:
    table = await evening(path, seats, ManualPlace())
    await table.marshal.ask("table.start")
    return table, (await board(table.marshal))["questions"][0]


def test_whoever_is_not_at_the_board_vouches_for_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        table, question = await started(tmp_path)
        said = {"number": question["number"], "value": True}
        seat = table.phones[0]
        guest = Phone(table.house)
        await guest.ask("join.watch")
        assert await guest.refused("word", **said) == "session.role"
        assert await Phone(table.house).refused("word", **said) == "session.none"
        seat.client = FAR
        assert await seat.refused("word", **said) == "session.local"
        assert (await board(guest))["questions"] == [question]  # everybody sees it all the same
        table.marshal.client = FAR
        await table.marshal.ask("word", **said)
        await table.house.close()

    run(main())


def test_a_word_is_read_once_and_only_if_it_answers_what_is_open(tmp_path: Path) -> None:
    async def main() -> None:
        table, question = await started(tmp_path)
        seat, number = table.phones[0], question["number"]
        for value in (None, 1, "yes", {"left": True}, []):
            assert await seat.refused("word", number=number, value=value) == "people.value"
        assert await seat.refused("word", number=number + 1, value=True) == "people.question"
        assert await seat.refused("word", number="1", value=True) == "op.args"
        assert await seat.refused("word", number=number) == "op.args"
        await seat.ask("word", number=number, value=True)
        await seat.ask("word", number=number, value=True)  # a repeat of what was heard
        assert await seat.refused("word", number=number, value=False) == "people.question"
        await asyncio.sleep(0.1)
        boards = [event["data"] for event in seat.events() if event["kind"] == "board"]
        assert [q["number"] for q in boards[0]["questions"]] == [number]
        assert all(q["number"] != number for q in boards[-1]["questions"])
        await table.house.close()

    run(main())


def test_after_a_retry_the_board_asks_again_and_an_old_word_answers_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        table, question = await started(tmp_path)
        sitting = table.house.sitting
        assert sitting is not None
        await sitting.stop()
        assert (await table.marshal.ask("table.state"))["table"]["board"] is None
        assert await table.marshal.refused("word", number=1, value=True) == "people.none"
        sitting.take_up(again=True)
        again = (await board(table.marshal))["questions"][0]
        assert again["kind"] == question["kind"] and again["number"] != question["number"]
        late = {"number": question["number"], "value": True}
        assert await table.marshal.refused("word", **late) == "people.question"
        await table.house.close()

    run(main())


def test_a_task_is_shown_until_it_is_done_and_told_twice_it_is_one() -> None:
    desk, shown = PeopleDesk(MAP), []
    desk.on_event = lambda kind, data, text: shown.append((kind, len(data.get("tasks", ()))))
    desk.tell(RED)
    desk.tell(RED)
    assert [(t["pawn"], t["space"], t["told"]) for t in desk.to_json()["tasks"]] == [
        ("red", "BR6", 2)
    ]
    desk.done(RED)
    desk.done(RED)
    assert shown == [("board", 1), ("board", 1), ("board", 0)]


@pytest.mark.parametrize("said", [True, False])
def test_hands_and_people_may_both_answer_and_the_first_counts(said: bool) -> None:
    async def main() -> None:
        hands = Crowd(touched=not said)
        hands.hold = lambda question: said  # the hands never answer where a person does
        desk = PeopleDesk(MAP, hands)
        desk.tell(RED)
        answer = asyncio.ensure_future(desk.ask(Question("touched", "red", "BR6")))
        await asyncio.sleep(0)
        number = desk.to_json()["questions"][0]["number"]
        if said:
            desk.word(number, True)
        assert await answer is True
        assert hands.log == [("tell", "place"), ("ask", "touched red")]
        assert desk.to_json()["questions"] == []
        if not said:
            with pytest.raises(VulkarError):
                desk.word(number, True)

    asyncio.run(main())


def test_a_roll_in_one_message_names_pawns_that_stand_there() -> None:
    order = RollOrder(1, "I_S", None, {"red": "BR6", "yellow": "WT1"})
    asked = question_of(MAP, order, MAP.routes["I_S"], left=True)

    async def main() -> None:
        desk = PeopleDesk(MAP)
        answer = asyncio.ensure_future(desk.account(asked))
        await asyncio.sleep(0)
        (question,) = desk.to_json()["questions"]
        assert (question["pawns"], question["others"]) == (["red"], ["yellow"])
        whole = {"left": True, "touched": ["red"], "home": True}
        for wrong in (
            True,
            {**whole, "touched": ["green"]},
            {**whole, "touched": "red"},
            {**whole, "touched": [[]]},
            {**whole, "home": None},
            {**whole, "fell": []},
            {"touched": [], "home": True},
            {"left": False},  # this one is known to have left
        ):
            with pytest.raises(VulkarError) as caught:
                desk.word(question["number"], wrong)
            assert caught.value.code == "people.value", wrong
        desk.word(question["number"], {**whole, "touched": ["yellow", "red"]})
        assert (await answer).touched == {"red", "yellow"}

    asyncio.run(main())
