"""The seat page in a real browser, at a real table: a person plays by taps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.house import House
from tests.pages.positions import model
from tests.pages.prepared import act_with, hands, prepare, until, window_with
from tests.rules.arrange import Table

HOSTILE = "<img src=x>{n}%s"
# As if the server had sent it on its socket.
TELL = """(data) => window.socket.listeners("vulkar")[0](
    {_id: window.nextMessageId, name: "seat", data})"""
REASONS = {
    "aiming": ("trigger.aiming", "The fireball is not aimed yet."),
    "not_clear": ("trigger.not_clear", "The board is not clear."),
    "not_armed": ("arming.start", "The board is not armed."),
    "stopped": ("trigger.stopped", "The board is stopped."),
    "lost": ("trigger.lost", "The board does not answer."),
    "paused": ("trigger.paused", "The game is paused."),
    "vetoed": ("trigger.vetoed", "Somebody at the board said no."),
    "announced": ("trigger.announced", "The fireball is announced already."),
    "rolling": ("trigger.rolling", "The marble is on its way already."),
}


@pytest.fixture(scope="module")
def turn(house_of_file: House) -> Iterator[list[str]]:
    """A game in which it is the first seat's turn, with two cards; somebody is at the board."""
    sessions = prepare(house_of_file, act_with("double", also="fireball"), window_s=1.0)
    with hands(house_of_file):
        yield sessions


def title(page: Page, words: str) -> None:
    expect(page.locator("#seat h1")).to_have_text(words, timeout=15_000)


def posts(page: Page) -> list[str]:
    """The paths of all requests that do something, as they are made."""
    made: list[str] = []
    page.on("request", lambda r: made.append(r.url) if r.method == "POST" else None)
    return made


def hand(page: Page) -> list[str]:
    return page.locator(".card-name").all_inner_texts()


def asked(house: House, session: str, seat: int = 0) -> dict[str, Any] | None:
    found: dict[str, Any] | None = house.looks(session, "view", f"?seat={seat}")["question"]
    return found


def test_who_comes_late_sees_turn_last_event_and_cards_at_once(
    house: House, turn: list[str]
) -> None:
    page = house.open("/seat/0", turn[0])
    title(page, "Your turn: roll the die")
    assert page.locator('[data-part="last"]').inner_text()
    assert sorted(hand(page)) and "Double" in hand(page)
    other = house.open("/seat/1", turn[1])
    title(other, "Anna (red) is on turn")
    assert "Double" not in other.locator("#seat").inner_text()


def test_reload_and_ten_sleeps_leave_the_same_hand(house: House, turn: list[str]) -> None:
    page = house.open("/seat/0", turn[0])
    title(page, "Your turn: roll the die")
    before = hand(page)
    page.reload()
    title(page, "Your turn: roll the die")
    assert hand(page) == before
    phone = page.context.new_cdp_session(page)
    for _ in range(10):
        phone.send("Page.setWebLifecycleState", {"state": "frozen"})
        page.context.set_offline(True)
        page.context.set_offline(False)
        phone.send("Page.setWebLifecycleState", {"state": "active"})
        until(lambda: bool(page.evaluate("window.vulkar?.connected()")))
        expect(page.locator(".card")).to_have_count(len(before))
        assert hand(page) == before
    title(page, "Your turn: roll the die")


def test_a_card_says_what_it_does_and_is_not_played_by_looking_at_it(
    house: House, turn: list[str]
) -> None:
    page = house.open("/seat/0", turn[0])
    made = posts(page)
    page.locator(".card", has_text="Double").first.click()
    expect(page.locator(".uses")).to_contain_text("Before your roll: it counts twice.")
    expect(page.locator('[data-part="bar"] .tap')).to_have_text("Play Double")
    page.keyboard.press("Escape")
    expect(page.locator('[data-part="bar"] .tap')).to_have_text("Roll the die")
    assert made == [] and asked(house, turn[0]) is not None


def test_the_page_is_light_and_asks_no_other_host(house: House, turn: list[str]) -> None:
    page = house.phone(turn[0])
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    size: dict[str, float] = {}
    hosts: set[str] = set()
    session.on(
        "Network.loadingFinished",
        lambda e: size.update({e["requestId"]: e["encodedDataLength"]}),
    )
    page.on("request", lambda r: hosts.add(r.url.split("/")[2]))
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    line = {"latency": 80, "downloadThroughput": 500_000, "uploadThroughput": 250_000}
    session.send("Network.emulateNetworkConditions", {"offline": False} | line)
    begun = time.monotonic()
    page.goto(house.url + "/seat/0")
    title(page, "Your turn: roll the die")
    passed_s = time.monotonic() - begun
    print(f"seat page: {sum(size.values()) / 1000:.0f} kB in {len(size)} requests, to be")
    print(f"tapped after {passed_s:.1f} s at a quarter of this processor and 4 Mbit/s")
    assert sum(size.values()) < 500_000 and hosts == {house.web.host}


def test_a_turn_is_played_by_taps_and_a_double_tap_is_one_answer(
    house: House, turn: list[str]
) -> None:
    page = house.open("/seat/0", turn[0])
    title(page, "Your turn: roll the die")
    made = posts(page)
    roll = page.get_by_role("button", name="Roll the die")
    expect(roll).to_be_enabled()
    roll.dblclick()
    expect(page.locator("#seat h1")).not_to_have_text("Your turn: roll the die", timeout=15_000)
    assert len([url for url in made if url.endswith("/api/answer")]) == 1
    title(page, "Where do you walk?")
    # a tap on the map where the second way ends chooses it
    mark = page.locator(".over .count", has_text="2")
    box = mark.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    second = page.locator(".choice", has=page.locator(".choice-mark", has_text="2"))
    expect(second).to_have_attribute("aria-pressed", "true")
    do = page.locator('[data-part="bar"] .tap')
    label = do.inner_text().split("\n")[0]
    assert label.startswith("Walk ") and len(made) == 1
    do.click()
    until(lambda: (asked(house, turn[0]) or {}).get("kind") != "move")
    expect(page.locator('[data-part="log"]')).to_contain_text(label.partition("to ")[2])


def test_a_fireball_is_fired_by_its_trigger_once(house: House, turn: list[str]) -> None:
    page = house.open("/seat/0", turn[0])
    page.locator(".choice", has_text="Fireball!").first.click(timeout=15_000)
    page.locator('[data-part="bar"] .tap').click()
    until(lambda: _aimed(house, turn[0], page))
    title(page, "Your fireball is ready")
    house.marshal_does("pause")
    expect(page.locator("#fire-why")).to_contain_text("The game is paused.")
    house.marshal_does("resume")
    made = posts(page)
    page.get_by_role("button", name="FIREBALL!").dblclick()
    expect(page.locator("#seat h1")).not_to_have_text("Your fireball is ready", timeout=10_000)
    assert len([url for url in made if url.endswith("/api/fire")]) == 1


def _aimed(house: House, session: str, page: Page) -> bool:
    """Chooses whatever is asked for the fireball until its trigger is there."""
    question = asked(house, session)
    if question is not None and question["kind"] in ("route", "target"):
        page.locator(".choice").first.click()
        page.locator('[data-part="bar"] .tap').click()
    trigger = house.looks(session, "view", "?seat=0")["trigger"]
    return bool(trigger and trigger["state"] == "live")


def test_a_window_has_a_timer_an_offer_and_a_pass(house: House) -> None:
    sessions = prepare(house, window_with("ahead_4", 0), window_s=8.0)
    with hands(house):
        page = house.open("/seat/0", sessions[0])
        title(page, "You may answer now")
        clock = page.locator(".clock-left")
        left_s = int(clock.inner_text())
        until(lambda: int(clock.inner_text()) < left_s <= 8)
        page.get_by_role("button", name="Pass").click()
        expect(page.locator(".said")).to_contain_text("You chose this.")
        page.reload()
        expect(page.locator(".said")).to_contain_text("Pass")
        expect(page.locator("#seat h1")).not_to_have_text("You may answer now", timeout=10_000)


def test_the_trigger_says_why_it_cannot_be_pulled(house: House) -> None:
    """The page draws what a table would say of the seat's own fireball in each of its states."""
    keys = house.new_table()
    page = house.open("/seat/0", house.sit(keys[0]))
    title(page, "Your seat is taken")
    for state, (code, words) in REASONS.items():
        trigger: dict[str, Any] = {"state": state, "reason": {"code": code, "params": {}}}
        trigger |= {"question": "f3", "nonce": "n", "announced_ms": None}
        trigger["aim"] = {"route": "I_S", "target": "blue"}
        page.evaluate(TELL, model(Table({"red": "WT3", "blue": "BR2"}), trigger=trigger))
        expect(page.locator("#fire-why")).to_contain_text(words)
        expect(page.locator('[data-part="bar"] .fire')).to_be_disabled()


def test_names_are_text(house: House) -> None:
    seats = [{"kind": "open", "name": HOSTILE}, {"kind": "open", "name": "</script>B"}]
    keys = house.new_table(seats)
    sessions = [house.sit(keys[seat]) for seat in (0, 1)]
    page = house.open("/seat/0", sessions[0])
    expect(page.locator(".person").first).to_contain_text(HOSTILE)
    expect(page.locator('[data-part="log"]')).to_contain_text("</script>B plays blue.")
    assert page.locator("#seat img").count() == 0


def test_two_seats_on_one_device_take_turns_behind_a_cover(house: House) -> None:
    keys = house.new_table()
    session = house.sit(keys[0])
    house.does(session, "join/claim", {"key": keys[1]})
    page = house.open("/seat/1", session)
    title(page, "Hand the device to Ben")
    assert page.locator(".card").count() == 0
    page.get_by_role("button", name="Show the cards of this seat").click()
    title(page, "Your seat is taken")
    expect(page.get_by_role("link", name="Hand this device on: Anna")).to_be_visible()
