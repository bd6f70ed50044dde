"""The lobby in a real browser: codes for phones, seats taken, a table made, the game begun."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.pages.house import House, alive

TABLET = {"width": 820, "height": 1180}


def lobby(house: House) -> Page:
    return house.open("/lobby", house.marshal(), viewport=TABLET, has_touch=False)


def links(page: Page) -> list[str]:
    found = page.locator(".code .address").all_inner_texts()
    return [text for text in found if "/join/" in text]


def test_phones_sit_down_by_their_codes_and_the_game_begins(house: House) -> None:
    old = house.new_table()
    page = lobby(house)
    expect(page.get_by_text("once these seats are taken: Anna, Ben")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    page.get_by_role("button", name="Show a code for each phone").click()
    expect(page.get_by_role("img", name="Code for")).to_have_count(2)
    first, second = links(page)
    assert first.startswith(house.url + "/join/") and first.rpartition("/")[2] not in old.values()
    phone = house.phone()
    phone.goto(first)
    phone.get_by_label("Your name").fill("Cleo")
    phone.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Cleo")).to_be_visible()
    expect(page.get_by_role("img", name="Code for")).to_have_count(1)
    page.reload()
    alive(page)
    expect(page.get_by_role("img", name="Code for")).to_have_count(0)
    page.get_by_role("button", name="Show the code", exact=True).click()
    expect(page.get_by_role("img", name="Code for Ben")).to_be_visible()
    (third,) = links(page)
    assert third != second
    stale = house.phone()
    stale.goto(second)
    expect(stale.get_by_text("opens no seat")).to_be_visible()
    house.sit(third.rpartition("/")[2])
    page.get_by_role("button", name="Begin the game").click()
    expect(page.get_by_text("the game is on")).to_be_visible()
    assert house.state()["table"]["state"] == "running"


def test_a_table_is_made_with_other_seats_and_rules(house: House) -> None:
    house.new_table()
    page = lobby(house)
    page.get_by_text("Another table: seats and rules").click()
    page.get_by_role("button", name="4", exact=True).click()
    kinds = page.get_by_label("Who plays?")
    expect(kinds).to_have_count(4)
    kinds.nth(1).select_option("simple")
    expect(page.get_by_label("Name of the computer player")).to_have_count(2)
    page.get_by_label("Name, if it is known").first.fill("Dora")
    page.get_by_label("Which rules?").select_option("classic86")
    expect(page.get_by_text("The long rules say knocked over.")).to_have_count(1)
    page.get_by_text("Fireballs", exact=True).click()
    page.get_by_label(re.compile("fireballed when it is touched")).select_option(label="touched")
    page.get_by_role("button", name="Make this table").click()
    expect(page.get_by_role("img", name="Code for")).to_have_count(2)
    table = house.state()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["open", "simple", "simple", "open"]
    assert table["seats"][0]["name"] == "Dora"
    assert (table["preset"], table["options"]) == ("classic86", {"hit_rule": "touch"})
    assert len(links(page)) == 2


def test_a_refusal_is_told_and_nothing_is_made(house: House) -> None:
    house.new_table()
    number = house.state()["table"]["number"]
    page = lobby(house)
    page.get_by_text("Another table: seats and rules").click()
    page.get_by_text("Teams", exact=True).click()
    page.get_by_label(re.compile("two teams of two")).select_option(index=1)
    page.get_by_role("button", name="Make this table").click()
    expect(page.locator("#vulkar-wrong")).not_to_be_empty()
    assert house.state()["table"]["number"] == number


def test_whoever_is_no_marshal_sees_seats_and_neither_codes_nor_the_form(house: House) -> None:
    keys = house.new_table()
    page = house.open("/lobby", house.sit(keys[0]))
    expect(page.get_by_text("You sit here")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("code"))).to_have_count(0)
    expect(page.get_by_text("Another table")).to_have_count(0)
    house.sit(keys[1])
    page.get_by_role("button", name="Begin the game").click()
    expect(page.get_by_text("the game is on")).to_be_visible()
