"""What each audience hears: in numbers of its own, since any of them, and not a moment longer than
it may."""

import asyncio

from tests.service.quickhouse import HOME, Phone, evening, house_at, run
from tests.service.test_answers import begun
from vulkar.service.channel import MOST_PENDING
from vulkar.service.sessions import MOST_SPECTATORS


async def watching(house, audience="public", **since):
    phone = Phone(house)
    await phone.ask("join.watch")
    await phone.ask("subscribe", **{"as": audience}, **since)
    await asyncio.sleep(0)
    return phone


def test_each_audience_counts_its_own_events_and_hears_no_others(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.marshal.ask("table.start")
        await asyncio.sleep(5)
        public = (await e.marshal.ask("events", **{"as": "public"}))["events"]
        for seat, each in enumerate(e.phones):
            own = (await each.ask("events", **{"as": seat}))["events"]
            assert [row["n"] for row in own] == list(range(1, len(own) + 1))
            assert len(own) > len(public)
        assert [row["n"] for row in public] == list(range(1, len(public) + 1))
        drawn = [row for row in public if row["kind"] == "card_drawn"]
        assert len(drawn) == 2 and all("card" not in row["data"] for row in drawn)
        assert await e.phones[0].refused("events", **{"as": 1}) == "seat.other"
        assert await e.marshal.refused("subscribe", **{"as": 0}) == "seat.other"
        assert await Phone(e.house).refused("events", **{"as": "public"}) == "session.none"
        await e.house.close()

    run(main())


def test_who_was_away_gets_what_was_missed_and_nothing_twice(tmp_path):
    async def main():
        e, phone, _ = await begun(tmp_path)
        heard = phone.events()
        stream = (await phone.ask("hello"))["stream"]
        late = Phone(e.house, HOME, phone.credential)
        since = heard[len(heard) // 2]["n"]
        await late.ask("subscribe", **{"as": 0, "since": since, "stream": stream})
        await asyncio.sleep(0)
        assert late.events() == heard[len(heard) // 2 + 1 :]
        await e.house.close()

    run(main())


def test_numbers_of_before_a_restart_are_void_and_said_to_be(tmp_path):
    async def main():
        e, phone, _ = await begun(tmp_path)
        stream, heard = (await phone.ask("hello"))["stream"], phone.events()
        e.house.sitting.running._task.cancel()
        house = await house_at(tmp_path)
        await asyncio.sleep(0.1)
        back = Phone(house, HOME, phone.credential)
        reply = await back.ask("subscribe", **{"as": 0, "since": 3, "stream": stream})
        await asyncio.sleep(0)
        assert reply["stream"] != stream
        (reset,) = [event for event in back.events() if event["kind"] == "reset"]
        assert reset["data"]["stream"] == reply["stream"] and reset["n"] == reply["n"]
        again = (await back.ask("events", **{"as": 0}))["events"]
        assert "resumed" in [row["kind"] for row in again]
        rules = [row["data"] for row in heard if row["kind"] == "card_drawn"]
        assert [row["data"] for row in again if row["kind"] == "card_drawn"] == rules
        await house.close()

    run(main())


def test_who_reads_too_slowly_is_cut_and_can_go_on(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        slow = await watching(e.house)
        other = await watching(e.house)
        for n in range(MOST_PENDING + 10):
            e.house.streams.tell("noise", {"n": n})
            other.events()
        pushes = slow.pushes()
        assert [push.closed.code for push in pushes] == ["stream.slow"]
        assert len(other.events()) == MOST_PENDING + 10 + 2  # two seats were taken before
        await slow.ask("subscribe", **{"as": "public", "since": MOST_PENDING})
        await asyncio.sleep(0)
        assert next(event["n"] for event in slow.events()) == MOST_PENDING + 1

    run(main())


def test_a_revoked_session_hears_no_more_at_once(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        await e.marshal.ask("seat.kick", seat=0)
        e.house.streams.tell("secret", {})
        assert loop.time() - began_s < 1.0
        pushes = e.phones[0].pushes()
        assert pushes[-1].closed.code == "session.unknown"
        assert "secret" not in [push.event["kind"] for push in pushes if push.event]

    run(main())


def test_a_session_that_ends_between_reply_and_first_event_hears_nothing(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        phone = Phone(e.house, HOME, e.phones[0].credential)
        await phone.ask("subscribe", **{"as": 0})
        await e.house.sessions.revoke(e.house.sessions.find(phone.credential))
        await asyncio.sleep(0)
        (push,) = phone.pushes()
        assert push.closed.code == "session.unknown"

    run(main())


def test_spectators_without_end_take_no_more_room(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        first = await watching(e.house)
        for _ in range(3 * MOST_SPECTATORS):
            await Phone(e.house).ask("join.watch")
        assert len(e.house.sessions.all()) <= MOST_SPECTATORS + 3
        await first.ask("events", **{"as": "public"})  # who listens is not forgotten

    run(main())


def test_a_connection_that_is_gone_leaves_nothing_behind(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        session = e.house.sessions.find(e.phones[0].credential)
        for _ in range(1000):
            phone = Phone(e.house, HOME, e.phones[0].credential)
            await phone.ask("subscribe", **{"as": 0})
            await asyncio.sleep(0)
            e.house.gone(phone.channel)
        assert session.listening == 1 and len(e.house.streams._subscriptions) == 2

    run(main())
