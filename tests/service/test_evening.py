"""A whole evening: a table is made, seats are taken, a game is played to its end and once more."""

import asyncio

import pytest

from tests.service.quickhouse import evening, plays, run


@pytest.mark.parametrize("seats", ["oo", "obo"])
def test_people_and_bots_play_to_the_end(tmp_path, seats):
    async def main():
        e = await evening(tmp_path, seats, window_s=2.0)
        await e.marshal.ask("table.start")
        people = [
            asyncio.ensure_future(plays(phone, seat))
            for phone, seat in zip(e.phones, e.keys, strict=True)
        ]
        await asyncio.gather(*people)
        state = (await e.marshal.ask("table.state"))["table"]
        assert state["state"] == "over" and state["winners"]
        for phone in e.phones:
            events = phone.events()
            kinds = [event["kind"] for event in events]
            assert kinds.count("won") == 1
            numbers = [event["n"] for event in events]
            assert numbers == list(range(1, numbers[-1] + 1))  # no gap
        await e.house.close()

    run(main())
