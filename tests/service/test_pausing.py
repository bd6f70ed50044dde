"""A pause lasts until whoever may end it ends it; what can pass is tried again by itself."""

import asyncio

import pytest

from tests.service.quickhouse import evening, house_at, marshal_of, run
from tests.service.test_answers import Elsewhere, answering, begun, question_of
from vulkar.errors import VulkarError
from vulkar.service.messages import fault_of
from vulkar.service.pausing import MOST_TRIES, Pausing
from vulkar.table.journal import Journal
from vulkar.texts import render


async def paused(phone):
    return (await phone.ask("table.state"))["table"]["paused"]


async def again(e):
    """The same house after a kill of its process: the marshal, and the phones on it."""
    await e.house.close()
    house = await house_at(e.house.data)
    for phone in (*e.phones, e.marshal):
        phone.house = house
    e.house, e.marshal = house, await marshal_of(house)
    await asyncio.sleep(1)


def test_the_marshals_pause_lasts_over_a_restart_until_the_marshal_ends_it(tmp_path):
    async def main():
        e, phone, question = await begun(tmp_path)
        assert await e.marshal.ask("pause") == {"lasts": True}
        await again(e)
        assert await paused(phone) == {"by": "marshal", "code": None}
        answers = len(Journal.read(e.house.sitting.journal).answers())
        await asyncio.sleep(60.0)
        assert len(Journal.read(e.house.sitting.journal).answers()) == answers
        assert not e.house.sitting.running.table.layout.known  # nobody has laid anything out
        assert await phone.refused("answer", **answering(question)) == "table.paused"
        await e.marshal.ask("resume")
        assert (await question_of(phone, 0))["question"] == question["question"]
        await again(e)
        assert await paused(phone) is None
        await e.house.close()

    run(main())


def test_a_pause_and_an_error_end_apart(tmp_path):
    async def main():
        e, phone, question = await begun(tmp_path)
        await e.marshal.ask("pause")
        e.house.sitting.running.pausing.fail(fault_of(VulkarError("table.fault", reason="x")))
        assert (await paused(phone))["by"] == "error"
        await phone.ask("retry")
        assert (await paused(phone))["by"] == "marshal"
        await e.marshal.ask("resume")
        assert await paused(phone) is None
        await phone.ask("answer", **answering(question))
        await e.house.close()

    run(main())


def test_a_full_disk_keeps_nobody_from_pausing(tmp_path, monkeypatch):
    async def main():
        e, phone, _ = await begun(tmp_path)

        async def full(*statements):
            raise VulkarError("house.unwritable", path="p", reason="disk full")

        monkeypatch.setattr(e.house.store, "write", full)
        assert await e.marshal.ask("pause") == {"lasts": False}
        assert (await paused(phone))["by"] == "marshal"
        await e.house.close()

    run(main())


def test_a_game_that_was_abandoned_in_a_pause_leaves_no_pause_to_the_next(tmp_path):
    async def main():
        e, phone, _ = await begun(tmp_path)
        await e.marshal.ask("pause")
        await e.marshal.ask("table.abandon")
        await e.marshal.ask("table.rematch")
        await question_of(phone, 0)
        assert await paused(phone) is None
        running = e.house.sitting.running
        assert not running._firing.trigger.paused
        await e.house.close()

    run(main())


def test_a_word_to_a_go_on_of_before_a_restart_counts_for_no_other(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo", window_s=1.0)
        await e.marshal.ask("table.start")
        await asyncio.sleep(1)
        desk = e.house.sitting.running.desks[0]
        one = desk.pose(e.house.sitting.running.table.game, None, "red").name
        await again(e)
        desk = e.house.sitting.running.desks[0]
        other = desk.pose(e.house.sitting.running.table.game, None, "red").name
        assert one.split("g")[0] == other.split("g")[0]  # the same count of answers before it
        stale = {"seat": 0, "question": one, "id": "new", "value": ["go_on"]}
        assert await e.phones[0].refused("answer", **stale) == "seat.question"
        await e.phones[0].ask("answer", **stale | {"question": other, "id": "n2"})
        await e.house.close()

    run(main())


@pytest.mark.parametrize("code", ["port.missing", "people.connect"])
def test_a_game_goes_on_by_itself_once_its_board_is_back(tmp_path, code):
    async def main():
        e = await evening(tmp_path, "ob")
        params = {"port": "p", "path": "p", "reason": "r"}
        e.house.place.fails = VulkarError(code, **params)
        await e.marshal.ask("table.start")
        await asyncio.sleep(20)
        assert (await paused(e.phones[0]))["code"] == code
        told = [event for event in e.phones[0].events() if event["kind"] == "retry"]
        assert [event["data"]["after_s"] for event in told] == [1, 2, 4, 8, 16]
        assert render(told[-1]["text"]) == "The table tries again by itself in 16 s."
        kinds = [event["kind"] for event in e.phones[0].events()]
        assert kinds.count("pause") == 1  # it is said once, not with each try
        e.house.place.fails = None
        await asyncio.sleep(15)
        assert await paused(e.phones[0]) is None
        await question_of(e.phones[0], 0)
        await e.house.close()

    run(main())


def test_people_who_come_back_find_the_game_at_the_same_question(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob", window_s=1.0)
        people = e.house.place.socket = Elsewhere()
        await e.marshal.ask("table.start")
        question = await question_of(e.phones[0], 0)
        people.end.set()
        await asyncio.sleep(0.1)
        assert (await paused(e.phones[0]))["code"] == "people.lost"
        e.house.place.socket = None
        await asyncio.sleep(2)
        assert await question_of(e.phones[0], 0) == question
        await e.house.close()

    run(main())


@pytest.mark.parametrize("code", ["journal.unwritable", "journal.broken", "table.fault"])
def test_what_does_not_pass_by_itself_waits_for_a_word(tmp_path, code):
    async def main():
        e = await evening(tmp_path, "ob")
        e.house.place.fails = VulkarError(code, path="p", reason="r")
        await e.marshal.ask("table.start")
        await asyncio.sleep(1)
        e.house.place.fails = None
        await asyncio.sleep(600)
        assert (await paused(e.phones[0]))["code"] == code
        await e.phones[0].ask("retry")
        await question_of(e.phones[0], 0)
        await e.house.close()

    run(main())


def test_a_board_that_stays_away_is_not_tried_for_ever(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob")
        e.house.place.fails = VulkarError("port.missing", port="p")
        await e.marshal.ask("table.start")
        await asyncio.sleep(3600)
        told = [event["data"] for event in e.phones[0].events() if event["kind"] == "retry"]
        assert [row["number"] for row in told] == list(range(1, MOST_TRIES + 1))
        assert max(row["after_s"] for row in told) == 30
        e.house.place.fails = None
        await e.phones[0].ask("retry")
        await question_of(e.phones[0], 0)
        await e.house.close()

    run(main())


def test_an_error_that_comes_at_once_again_uses_up_the_tries():
    async def main():
        waited = []
        pausing = Pausing(False, lambda kind, data: None, lambda on: None)
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pausing.fail(fault_of(VulkarError("port.missing", port="p")))
            began = loop.time()
            await pausing.until_retry()
            waited.append(round(loop.time() - began))
            await pausing.gate()
        pausing.sound()
        pausing.fail(fault_of(VulkarError("port.missing", port="p")))
        began = loop.time()
        await pausing.until_retry()
        assert [*waited, round(loop.time() - began)] == [1, 2, 4, 1]

    run(main())
