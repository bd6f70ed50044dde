"""Who changes seats waits in line, and is judged by how things are when it is their turn."""

import asyncio

from tests.service.quickhouse import Phone, Refusal, evening, run


async def lined_up(house, *asks):
    """What comes of operations that were all asked for while another one was under way."""
    async with house.one:
        tasks = [asyncio.ensure_future(ask) for ask in asks]
        await asyncio.sleep(0.1)
    return [
        each.code if isinstance(each, Refusal) else "done"
        for each in await asyncio.gather(*tasks, return_exceptions=True)
    ]


def test_seats_do_not_change_places_in_a_game_that_has_just_begun(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        begin, swap = e.marshal.ask("table.start"), e.marshal.ask("seat.swap", seat=0, other=1)
        assert await lined_up(e.house, begin, swap) == ["done", "table.state"]
        await e.house.close()

    run(main())


def test_a_link_that_is_void_by_now_takes_no_seat(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        late = Phone(e.house).ask("join.claim", key=e.keys[1], name="Late")
        kick = e.marshal.ask("seat.kick", seat=1)
        assert await lined_up(e.house, kick, late) == ["done", "seat.key"]
        await e.house.close()

    run(main())


def test_who_leaves_twice_does_not_put_out_the_next(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        other = Phone(e.house)
        asks = (
            e.phones[1].ask("seat.leave", seat=1),
            other.ask("join.claim", key=e.keys[1], name="Next"),
            e.phones[1].ask("seat.leave", seat=1),
        )
        assert await lined_up(e.house, *asks) == ["done", "done", "seat.other"]
        assert (await other.ask("table.state"))["me"]["seats"] == [1]
        await e.house.close()

    run(main())
