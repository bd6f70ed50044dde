"""An island without motors and sensors: what people are told and asked, and what comes of it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.island.crowd import Crowd, Reporters
from vulkar.errors import VulkarError
from vulkar.facts import Hit, NeverLeft
from vulkar.island.account import RollWord
from vulkar.island.manual import ManualIsland
from vulkar.island.port import Certainty, Marble, RollOrder, RollReport, Task, TaskKind
from vulkar.maps import load

ISLAND = load("classic")
# on the route of I_S in its order: blue, red; the others are out of reach
STANDING = {"red": "BR6", "blue": "BR2", "green": "BR8", "yellow": "WT1"}


def order(route: str = "I_S", number: int = 1, **standing: str) -> RollOrder:
    return RollOrder(number, route, None, standing or STANDING)


def play(crowd: Crowd, act: Callable[[ManualIsland], Coroutine[Any, Any, Any]]) -> Any:
    async def go() -> Any:
        island = ManualIsland(ISLAND, crowd)
        await island.open()
        return await asyncio.wait_for(act(island), 5)

    return asyncio.run(go())


def roll(crowd: Crowd, given: RollOrder) -> RollReport:
    report: RollReport = play(crowd, lambda island: island.roll(given))
    return report


def test_people_are_told_to_aim_and_roll_and_asked_along_the_route() -> None:
    crowd = Crowd(marbles_home=True, rolled=True, touched=False, touched_red=True, marble_home=True)
    report = roll(crowd, order())
    assert crowd.log == [
        ("ask", "marbles_home"),
        ("tell", "aim"),
        ("tell", "roll"),
        ("ask", "rolled idol"),
        ("ask", "touched blue"),
        ("ask", "touched red"),
        ("tell", "marble_home"),
        ("ask", "marble_home idol"),
    ]
    assert crowd.told[0].way == "S" and crowd.told[1].route == "I_S"
    assert report.facts == (Hit("red"),)
    assert (report.marble, report.retried) == (Marble.RETURNED, False)
    sure = {touch.pawn: touch.certainty for touch in report.touches}
    assert sure == {
        "red": Certainty.SEEN,
        "blue": Certainty.SEEN,
        "green": Certainty.SURE,
        "yellow": Certainty.SURE,
    }
    assert [t.pawn for t in report.touches if t.doubtful] == ["red"]  # only red is set right again
    assert math.isnan(report.touches[0].low_mt) and report.rest_us == -1


def test_who_stands_beside_a_pawn_that_did_not_move_is_not_asked_about() -> None:
    crowd = Crowd(marbles_home=True, rolled=True, touched=False, marble_home=True)
    report = roll(crowd, order("I_E", red="FC5", green="FC4"))
    near = "touched green" in crowd.asked
    crowd = Crowd(marbles_home=True, rolled=True, touched=True, marble_home=True)
    touched = roll(crowd, order("I_E", red="FC5", green="FC4"))
    assert not near and crowd.asked[2:4] == ["touched red", "touched green"]
    assert report.facts == () and touched.facts == (Hit("red"), Hit("green"))


def test_plates_and_pushes_are_told_as_the_route_has_them() -> None:
    crowd = Crowd(marbles_home=True, rolled=True, marble_home=True)
    roll(crowd, order("I_NE", yellow="WT1"))
    plates = {task.plate: task.way for task in crowd.told if task.kind is TaskKind.PLATE}
    assert plates == ISLAND.routes["I_NE"].diverters
    crowd = Crowd(marbles_home=True, rolled=True, marble_home=True)
    roll(crowd, order("B_N", yellow="WT1"))
    assert [(t.kind, t.source, t.way) for t in crowd.told[:-1]] == [(TaskKind.ROLL, "B", "north")]


def test_a_report_in_one_message_gives_the_same_facts() -> None:
    one_by_one = roll(
        Crowd(marbles_home=True, rolled=True, touched=False, touched_red=True, marble_home=False),
        order(),
    )
    crowd = Reporters(RollWord(True, frozenset({"red"}), home=False), marbles_home=True)
    assert roll(crowd, order()) == one_by_one
    assert one_by_one.marble is Marble.MISSING and ("say", "marble.missing") in crowd.log
    assert crowd.accounts[0].pawns == ("blue", "red")


def test_a_marble_that_stays_is_rolled_again_and_then_never_left() -> None:
    crowd = Crowd(marbles_home=True, rolled=[False, False], stuck=[False, True])
    report = roll(crowd, order())
    assert [task.kind for task in crowd.told].count(TaskKind.ROLL) == 2
    assert (report.facts, report.touches) == ((NeverLeft(),), ())
    assert (report.marble, report.retried) == (Marble.JAMMED, True)


def test_a_marble_is_brought_to_the_cradle_that_wants_it() -> None:
    async def both(island: ManualIsland) -> None:
        await island.roll(RollOrder(1, "I_S", None, {}, home="A"))
        assert not await island.marble_home("idol") and await island.marble_home("A")
        await island.roll(RollOrder(2, "A_W", None, {}, home="B", beside=True))

    crowd = Crowd(marbles_home=True, rolled=True, marble_home=True, marble_beside=True)
    play(crowd, both)
    brought = [(t.kind, t.source, t.origin) for t in crowd.told if t.origin]
    assert brought == [(TaskKind.MARBLE_HOME, "A", "idol"), (TaskKind.MARBLE_BESIDE, "B", "A")]


def test_no_marble_no_roll() -> None:
    crowd = Crowd(
        marbles_home=False,
        marble_home=True,
        marble_home_idol=[False, False, True, True],
        rolled=True,
    )
    roll(crowd, order(yellow="WT1"))
    kinds = [what for how, what in crowd.log if how == "tell"]
    assert kinds[:4] == ["marble_home", "marble_home", "aim", "roll"]


def test_the_go_comes_when_all_is_set_and_before_the_marble() -> None:
    crowd = Crowd(
        marbles_home=True, aimed=[False, True], rolled=True, touched=False, marble_home=True
    )

    async def go(given: RollOrder) -> None:
        assert given == order()
        crowd.log.append(("go", ""))

    async def act(island: ManualIsland) -> None:
        island.go = go
        await island.roll(order())

    play(crowd, act)
    assert crowd.log[1:7] == [
        ("tell", "aim"),
        ("ask", "aimed idol"),
        ("say", "task.undone"),
        ("ask", "aimed idol"),
        ("go", ""),
        ("tell", "roll"),
    ]


@pytest.mark.parametrize("left", [True, False])
def test_an_order_that_was_cut_short_is_asked_about_before_it_is_told_again(left: bool) -> None:
    crowd = Crowd(marbles_home=True, rolled=True, marble_left=left, touched=True, marble_home=True)
    crowd.hold = lambda question: question.kind == "rolled"

    async def act(island: ManualIsland) -> RollReport:
        first = asyncio.ensure_future(island.roll(order()))
        while "rolled idol" not in crowd.asked:
            await asyncio.sleep(0)
        with pytest.raises(VulkarError) as caught:
            await island.roll(order(number=2))
        assert caught.value.code == "island.busy"
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        crowd.hold = lambda question: False
        return await island.roll(order())

    report: RollReport = play(crowd, act)
    told = [task.kind for task in crowd.told].count(TaskKind.ROLL)
    assert (told, crowd.asked.count("marble_left idol")) == (1 if left else 2, 1)
    assert Hit("red") in report.facts


@pytest.mark.parametrize("left", [True, False])
def test_an_order_of_another_host_is_asked_about_once(left: bool) -> None:
    """The table asks ``went`` about the order that its journal has, then gives it."""
    crowd = Crowd(marbles_home=True, rolled=True, marble_left=left, touched=True, marble_home=True)

    async def act(island: ManualIsland) -> None:
        assert await island.went(order()) is left
        await island.roll(order())

    play(crowd, act)
    told = [task.kind for task in crowd.told].count(TaskKind.ROLL)
    assert (told, crowd.asked.count("marble_left idol")) == (0 if left else 1, 1)


def test_who_was_never_told_to_roll_is_not_asked_whether_it_went() -> None:
    """An order is taken back while its trigger is waited for."""
    crowd = Crowd(marbles_home=True, aimed=True)

    async def act(island: ManualIsland) -> bool:
        aimed = asyncio.Event()

        async def go(order: RollOrder) -> None:
            aimed.set()
            await asyncio.Event().wait()

        island.go = go
        rolling = asyncio.ensure_future(island.roll(order()))
        await aimed.wait()
        rolling.cancel()
        await asyncio.gather(rolling, return_exceptions=True)
        return await island.went(order())

    assert play(crowd, act) is False
    assert [task.kind for task in crowd.told] == [TaskKind.AIM]
    assert crowd.asked == ["marbles_home", "aimed idol"]


def test_tasks_are_done_when_people_say_so() -> None:
    tasks = (
        Task(TaskKind.PLACE, "red", "BR6"),
        Task(TaskKind.LAY, "blue", "PIT_A"),
        Task(TaskKind.MARBLE_OUT, source="A"),
    )
    crowd = Crowd(all_done=False, done=True, done_blue=[False, True], marble_home=[True, False])
    crowd.words["all_done"] = [False, False]

    async def act(island: ManualIsland) -> bool:
        await island.expect(tasks, {"red": "BR6"})
        return await island.marble_home("A")

    assert play(crowd, act) is False
    assert crowd.told == [*tasks, *tasks[1:]]
    one = Crowd(done=True)
    play(one, lambda island: island.expect(tasks[:1], {"red": "BR6"}))
    assert one.asked == ["done red"]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (order("I_X"), "island.route"),
        (order(red="BR99"), "island.space"),
        (order(red="BR6", blue="BR6"), "island.crowded"),
    ],
)
def test_impossible_orders_are_refused_before_anybody_is_told(given: RollOrder, code: str) -> None:
    crowd = Crowd()
    with pytest.raises(VulkarError) as caught:
        roll(crowd, given)
    assert caught.value.code == code and crowd.log == []


def test_a_closed_island_is_asked_nothing() -> None:
    async def go() -> None:
        island = ManualIsland(ISLAND, Crowd())
        for _ in range(2):
            for call in (
                island.roll(order()),
                island.expect((), {}),
                island.went(order()),
                island.marble_home("A"),
                island.observe(),
            ):
                with pytest.raises(VulkarError) as caught:
                    await call
                assert caught.value.code == "island.closed"
            await island.open()
            await island.close()
            await island.close()

    asyncio.run(go())
