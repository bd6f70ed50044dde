"""A tap counts within 3 s of being made or never."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from tests.pages.house import House, alive
from vulkar.errors import VulkarError
from vulkar.pages.taps import HEADER, Clock, Taps, now_ms

CLOCK = Clock("0a1b2c3d")


@pytest.mark.parametrize("age_ms", [-300, 0, 3000])
def test_a_tap_of_just_now_counts(age_ms: int) -> None:
    CLOCK.check(CLOCK.moment(10_000 - age_ms), 10_000)


@pytest.mark.parametrize("moment", ["", "0a1b2c3d", "0a1b2c3d--5", "0a1b2c3d-1e4", "9" * 400])
def test_a_moment_that_is_none_does_not_count(moment: str) -> None:
    with pytest.raises(VulkarError, match="too late"):
        CLOCK.check(moment, 10_000)


@pytest.mark.parametrize("age_ms", [-301, 3001])
def test_an_older_tap_or_one_from_the_future_does_not_count(age_ms: int) -> None:
    with pytest.raises(VulkarError, match="too late"):
        CLOCK.check(CLOCK.moment(10_000 - age_ms), 10_000)


def test_a_moment_of_another_run_of_the_process_does_not_count() -> None:
    with pytest.raises(VulkarError, match="too late"):
        CLOCK.check(Clock("ffffffff").moment(10_000), 10_000)


def test_a_tap_whose_body_hung_in_a_radio_is_too_late_when_it_is_here() -> None:
    refused: Counter[str] = Counter()
    sent: list[Any] = []
    asked: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])

    async def act(age_ms: int, path: str = "/api/fire") -> None:
        moment = CLOCK.moment(now_ms() - age_ms)
        headers = [(HEADER.encode(), moment.encode()), (b"accept-language", b"de")]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers}

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.2)  # the last of the body comes now
            return {"type": "http.request", "body": b"{}"}

        async def send(message: Any) -> None:
            sent.append(message)

        await Taps(app, CLOCK, refused)(scope, receive, send)

    asyncio.run(act(2000))
    asyncio.run(act(2900))
    asyncio.run(act(60_000, "/api/estop"))  # a stop is never too late
    assert asked == ["/api/fire", "/api/estop"]
    assert refused == {"tap.late": 1}
    assert sent[0]["status"] == 409
    assert json.loads(sent[1]["body"])["error"]["what"].startswith("Das Tippen kam zu spät")


PRESS = """(op) => vulkar.press({path: `/api/${op}`, args: {}, key: op})"""


def test_offline_nothing_is_queued_and_the_person_is_told(house: House) -> None:
    keys = house.new_table()
    page = house.open("/history", house.sit(keys[0]))
    posts: list[str] = []
    page.on("request", lambda r: posts.append(r.url) if r.method == "POST" else None)
    page.context.set_offline(True)
    page.wait_for_function("() => !vulkar.connected()")
    assert "No connection" in page.locator("#vulkar-notice").inner_text()
    assert page.locator("#main").evaluate("main => main.inert")
    for _ in range(2):
        assert page.evaluate(PRESS, "veto") is None
    page.context.set_offline(False)
    alive(page)
    page.wait_for_timeout(500)
    assert not page.locator("#main").evaluate("main => main.inert")
    assert posts == []


def test_a_double_tap_is_one_call(house: House) -> None:
    page = house.open("/history", house.marshal())
    posts: list[str] = []
    page.on("request", lambda r: posts.append(r.url) if r.method == "POST" else None)
    page.evaluate(f"() => Promise.all([1, 2, 3].map(() => ({PRESS})('disarm')))")
    assert [url.rpartition("/")[2] for url in posts] == ["disarm"]


def test_a_tap_made_too_long_ago_is_refused_and_the_person_is_told(house: House) -> None:
    page = house.open("/history", house.marshal())
    before = house.web.refused().get("tap.late", 0)
    order = "{path: '/api/disarm', args: {}, key: 'k'}"
    page.evaluate(f"() => vulkar.press({order}, {{}}, performance.now() - 4000)")
    assert "too late" in page.locator("#vulkar-wrong").inner_text()
    assert house.web.refused()["tap.late"] == before + 1
