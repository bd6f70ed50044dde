"""The history in a real browser: a whole game, its numbers, its steps and its export."""

from __future__ import annotations

import asyncio
import datetime
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.house import House
from tests.service.quickhouse import evening, plays, run


def play_one(data: Path) -> None:
    """A whole game of two people on a board that answers at once."""

    async def main() -> None:
        e = await evening(data, "oo", window_s=0.5)
        await e.marshal.ask("table.start")
        people = [plays(p, s, think_s=0.1) for p, s in zip(e.phones, e.keys, strict=True)]
        await asyncio.gather(*people)
        await e.house.close()

    run(main())


@pytest.fixture(scope="module")
def played(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("history")
    thread = threading.Thread(target=play_one, args=(data / "house",))  # no loop of the browser's
    thread.start()
    thread.join()
    house = House(data, browser)
    yield house
    house.close()


@pytest.fixture
def page(played: House) -> Iterator[Page]:
    phone = played.phone(played.ask("join/watch"), viewport={"width": 1280, "height": 800})
    yield phone
    played.put_phones_away()


def test_games_are_listed_with_what_players_count(played: House, page: Page) -> None:
    page.goto(played.url + "/history")
    game = page.locator(".game")
    expect(game).to_have_count(1)
    expect(game.get_by_text("won.")).to_be_visible()
    heads = game.locator("thead th").all_inner_texts()
    assert heads == ["Who", "Turns", "Fireballs", "Hits", "Was hit", "Thefts", "Spaces walked"]
    numbers = played.looks(played.marshal(), "statistics", "?game=1")["statistics"]["pawns"]
    for row, pawn in zip(game.locator("tbody tr").all(), ("red", "blue"), strict=True):
        cells = [int(text.rstrip(" ★")) for text in row.locator("td").all_inner_texts()]
        assert cells == [
            numbers[pawn][name]
            for name in ("turns", "fireballs", "hits", "struck", "thefts", "spaces")
        ]


def test_a_game_is_shown_step_by_step(played: House, page: Page) -> None:
    page.goto(played.url + "/history/1")
    where = page.locator(".where")
    total = played.looks(played.marshal(), "steps", "?game=1")["total"]
    expect(where).to_have_text(f"Step 1 of {total}")
    expect(page.locator("svg.over .pawn")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(where).to_contain_text("Step 2 of")
    page.get_by_role("button", name="Next").click()
    expect(where).to_contain_text("Step 3 of")
    before = page.locator("svg.over .pawns").inner_html()
    page.get_by_role("slider").fill(str(total // 2))
    expect(where).to_contain_text(f"Step {total // 2 + 1} of")
    assert page.locator("svg.over .pawns").inner_html() != before
    page.get_by_role("button", name="Last").click()
    expect(where).to_contain_text(f"Step {total} of")
    expect(page.locator(".said")).to_contain_text("wins")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible(timeout=4000)


def test_the_game_can_be_downloaded(played: House, page: Page) -> None:
    page.goto(played.url + "/history/1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "vulkar-0001.jsonl"
    lines = [json.loads(line) for line in download.value.path().read_text("utf-8").splitlines()]
    assert lines[0]["type"] == "game" and lines[-1]["finished"]
    assert "seed" not in lines[0]


def test_a_game_has_its_time_by_the_readers_clock(played: House) -> None:
    there = played.phone(played.ask("join/watch"), timezone_id="Asia/Tokyo")
    there.goto(played.url + "/history")
    time = there.locator(".game time")
    expect(time).to_have_attribute("data-local", "")
    made = datetime.datetime.fromisoformat(str(time.get_attribute("datetime")))
    local = made.astimezone(datetime.timezone(datetime.timedelta(hours=9)))
    assert time.inner_text().endswith(f", {local:%H:%M}")
    played.put_phones_away()


def test_a_game_that_does_not_exist_is_said(played: House, page: Page) -> None:
    page.goto(played.url + "/history/9")
    expect(page.locator(".error")).to_be_visible()
