"""A response window ends early only by the word of all who may be asked in it, never by a hand."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.service.quickhouse import Evening, Phone, QuickPlace, evening, run

WINDOW_S = 20.0
PASS = ["pass"]


async def until_window(e: Evening, seat: int) -> dict[str, Any]:
    """The first window in which ``seat`` is asked; every choice on the way is the last one."""
    for _ in range(4000):
        views = [await phone.ask("view", seat=at) for at, phone in enumerate(e.phones)]
        window = views[seat]["window"]
        if window is not None and window["asked"] and window["said"] is None:
            return dict(window)
        for at, view in enumerate(views):
            if (asked := view["question"]) is not None:
                name, value = asked["question"], asked["choices"][-1]["value"]
                await e.phones[at].ask("answer", seat=at, question=name, id=name, value=value)
        await asyncio.sleep(0.25)
    raise AssertionError("no window in which it is asked")


async def says(phone: Phone, seat: int, window: dict[str, Any]) -> None:
    name = window["window"]
    await phone.ask("intend", seat=seat, window=name, id=name, value=PASS)


async def lasted(phone: Phone, seat: int, window: dict[str, Any]) -> float:
    """Seconds from now until that window is closed."""
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    while (now := (await phone.ask("view", seat=seat))["window"]) is not None:
        if now["window"] != window["window"]:
            break
        await asyncio.sleep(0.05)
    return loop.time() - began_s


def test_a_window_ends_once_all_who_may_be_asked_in_it_have_spoken(tmp_path):
    async def main() -> None:
        e = await evening(tmp_path, "oob", QuickPlace(), window_s=WINDOW_S)
        await e.phones[0].ask("table.start")
        met = set()
        for _ in range(12):
            window = await until_window(e, 1)
            views = [await phone.ask("view", seat=at) for at, phone in enumerate(e.phones)]
            asked = [at for at, view in enumerate(views) if view["window"]["asked"]]
            for seat in asked:
                await says(e.phones[seat], seat, window)
            assert await lasted(e.phones[1], 1, window) < 2.0
            met.add(tuple(asked))
        assert met == {(0, 1), (1,)}  # in others' windows whose turn it is is not waited for
        await e.house.close()

    run(main())


def test_who_says_nothing_keeps_it_open_for_its_time(tmp_path):
    async def main() -> None:
        e = await evening(tmp_path, "ooo", QuickPlace(), window_s=WINDOW_S)
        await e.phones[0].ask("table.start")
        window = await until_window(e, 1)
        await says(e.phones[1], 1, window)
        assert await lasted(e.phones[1], 1, window) > WINDOW_S - 2.0
        await e.house.close()

    run(main())
