"""Two people with one phone: between two hands there is always a screen without one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.pages.house import House
from vulkar.pages.handover.model import leaves, whose


def test_the_device_is_given_on_once_the_seat_is_asked_nothing() -> None:
    table = {"state": "running", "active": 1}
    state = {"table": table, "me": {"seats": [0, 1], "shown": 0, "marshal": False}}
    free = {"question": None, "window": None}
    assert whose(state) == 1
    assert leaves(state, free, 0) and leaves(state, None, 0)
    assert not leaves(state, free, 1)
    assert not leaves(state, free | {"question": {"question": "1"}}, 0)
    assert not leaves(state, free | {"window": {"window": "1"}}, 0)
    assert whose(state | {"me": {"seats": [0], "shown": 0, "marshal": False}}) is None
    assert whose(state | {"table": table | {"state": "over"}}) is None


def test_two_people_with_one_phone_hand_it_over(house: House) -> None:
    keys = house.new_table()
    both = house.sit(keys[0])
    house.does(both, "join/claim", {"key": keys[1]})
    page = house.open("/handover", both)
    expect(page.get_by_role("heading", name="Somebody else plays")).to_be_visible()
    page.get_by_role("button", name="I am Ben").click()
    expect(page).to_have_url(re.compile("/seat/1$"))
    assert house.looks(both, "table/state")["me"]["shown"] == 1
    page.goto(house.url + "/")
    expect(page.locator(".places").get_by_role("link", name="Hand over")).to_be_visible()


def test_when_the_turn_is_anothers_the_hand_goes_away_by_itself(house: House) -> None:
    keys = house.new_table()
    both = house.sit(keys[0])
    house.does(both, "join/claim", {"key": keys[1]})
    house.does(both, "seat/handover", {"seat": 1})
    page = house.open("/seat/1", both)
    expect(page).to_have_url(re.compile("/seat/1$"))
    house.does(both, "table/start")
    expect(page).to_have_url(re.compile("/handover$"))
    table = house.state()["table"]
    name = table["seats"][table["active"]]["name"]
    expect(page.get_by_role("heading", name=f"Give this device to {name}")).to_be_visible()
    assert page.locator("[data-card], .hand").count() == 0
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page).to_have_url(re.compile(f"/seat/{table['active']}$"))
