"""Somebody who is gone is waited for, visibly; then a bot may play, until they are back. And how
long people may think."""

import asyncio

from tests.service.quickhouse import Phone, evening, run
from tests.service.test_answers import answering, question_of


async def state_of(phone, seat):
    return (await phone.ask("table.state"))["table"]["seats"][seat]["state"]


def told(phone, kind):
    return [event["data"] for event in phone.events() if event["kind"] == kind]


async def gone(e, phone):
    """The phone's connection is lost."""
    e.house.gone(phone.channel)


def test_a_gone_seat_waits_and_a_bot_only_plays_where_that_was_agreed(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo", window_s=1.0)
        await e.marshal.ask("table.start")
        await asyncio.sleep(60)
        assert await state_of(e.marshal, 0) == "claimed"  # it listens, and says nothing
        await gone(e, e.phones[0])
        await asyncio.sleep(9)
        assert await state_of(e.marshal, 0) == "claimed"
        await asyncio.sleep(2)
        assert await state_of(e.marshal, 0) == "gone"
        await asyncio.sleep(3600)
        assert await state_of(e.marshal, 0) == "gone"
        assert [row["state"] for row in told(e.phones[1], "seat") if row["seat"] == 0][-1] == "gone"
        await e.phones[0].ask("view", seat=0)
        assert await state_of(e.marshal, 0) == "claimed"
        await e.house.close()

    run(main())


def test_a_bot_plays_for_a_gone_seat_until_it_is_back(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob", window_s=1.0, bot_after_s=30.0)
        await e.marshal.ask("table.start")
        phone = e.phones[0]
        await question_of(phone, 0)
        await gone(e, phone)
        await asyncio.sleep(28)
        assert await state_of(e.marshal, 0) == "gone"
        turn = (await e.marshal.ask("table.state"))["table"]["turn"]
        await asyncio.sleep(300)
        assert await state_of(e.marshal, 0) == "bot"
        assert (await e.marshal.ask("table.state"))["table"]["turn"] > turn
        back = Phone(e.house, credential=phone.credential)
        await back.ask("seat.back", seat=0)
        assert await state_of(e.marshal, 0) == "claimed"
        question = await question_of(back, 0)
        turn = (await e.marshal.ask("table.state"))["table"]["turn"]
        await asyncio.sleep(8)  # less than what makes it gone again
        assert (await e.marshal.ask("table.state"))["table"]["turn"] == turn
        await back.ask("answer", **answering(question, id="back"))
        await e.house.close()

    run(main())


def test_a_seat_that_was_given_up_in_a_game_is_a_bots_after_a_while(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob", window_s=1.0, bot_after_s=30.0)
        await e.marshal.ask("table.start")
        await e.phones[0].ask("seat.leave", seat=0)
        assert await state_of(e.marshal, 0) == "open"
        await asyncio.sleep(31)
        assert await state_of(e.marshal, 0) == "bot"
        heir = Phone(e.house)
        await heir.ask("join.claim", key=e.keys[0], name="Heir")
        assert await state_of(e.marshal, 0) == "claimed"
        await e.house.close()

    run(main())


def test_gentle_time_tells_who_thinks_and_leaves_the_choice(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob", window_s=1.0, choice_time="gentle", choice_s=20.0)
        await e.marshal.ask("table.start")
        question = await question_of(e.phones[0], 0)
        assert question["deadline_ms"] is None
        await asyncio.sleep(60)
        assert {"seat": 0, "strict": False} in told(e.phones[0], "late")
        assert (await e.phones[0].ask("view", seat=0))["question"] == question
        await e.house.close()

    run(main())


def test_strict_time_ends_each_choice_and_a_pause_does_not_count(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob", window_s=1.0, choice_time="strict", choice_s=20.0)
        await e.marshal.ask("table.start")
        phone = e.phones[0]
        question = await question_of(phone, 0)
        assert 19_000 < question["deadline_ms"] <= 20_000
        running = e.house.sitting.running
        running.pausing.hold(True)
        await asyncio.sleep(100)
        assert (await phone.ask("view", seat=0))["question"]["question"] == question["question"]
        running.pausing.hold(False)
        await asyncio.sleep(25)
        now = (await phone.ask("view", seat=0))["question"]
        assert now is None or now["question"] != question["question"]
        assert await phone.refused("answer", **answering(question)) == "seat.question"
        await e.house.close()

    run(main())
