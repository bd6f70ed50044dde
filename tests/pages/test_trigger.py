"""The trigger on a phone at a real table: its reason in each state that it has without electronics,
and from far away the marble goes once the time for a veto is over.

Not armed, stopped and lost need a board that moves: what the page then says is in ``test_seat.py``.
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.pages.house import House
from tests.pages.prepared import act_with, hands, prepare, until

FAR = {"x-forwarded-for": "203.0.113.7"}  # of somebody who is not in the house
VETO_MS = 3_000
BUSY_MS = 1_000  # what a machine under load may add
SHOWN_MS = 20_000


def test_each_state_of_the_trigger_says_why(house: House) -> None:
    anna, ben = prepare(house, act_with("fireball"))
    with hands(house):  # the pawns are put down, and nobody is at the board then
        until(lambda: view(house, anna)["question"] is not None)
    page = house.open("/seat/0", anna)
    other = house.open("/seat/1", ben)
    refused(page, "It is not yours to fire.")
    page.locator(".choice", has_text="Fireball!").first.click()
    page.locator('[data-part="bar"] .tap').click()
    until(lambda: (view(house, anna)["question"] or {}).get("kind") in ("route", "target"))
    while view(house, anna)["question"] is not None:  # it is aimed at whatever comes first
        page.locator(".choice").first.click()
        page.locator('[data-part="bar"] .tap').click()
        until(lambda: page.locator('[data-part="bar"] .tap').count() == 0)
    refused(page, "The fireball is not aimed yet.")
    refused(other, "It is not yours to fire.")
    with hands(house):
        expect(page.locator('[data-part="bar"] .fire')).to_be_enabled(timeout=SHOWN_MS)
    house.marshal_does("pause")
    refused(page, "The game is paused.")
    house.marshal_does("resume")

    far_away(page)
    refused(page, "The fireball is announced already.")
    house.marshal_does("veto")
    refused(page, "Somebody at the board said no.")
    far_away(page)
    refused(page, "The fireball is announced already.")
    refused(page, "The marble is on its way already.")
    times = {e["kind"]: e["t_ms"] for e in events(house, anna)}
    assert VETO_MS <= times["trigger_pulled"] - times["trigger_announced"] <= VETO_MS + BUSY_MS
    assert [e["kind"] for e in events(house, anna)].count("trigger_pulled") == 1


def view(house: House, session: str) -> dict[str, Any]:
    return house.looks(session, "view", "?seat=0")


def events(house: House, session: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.looks(session, "events", "?as=public")["events"]
    return found


def refused(page: Page, why: str) -> None:
    """The trigger cannot be pulled, and says why."""
    expect(page.locator("#fire-why")).to_contain_text(re.compile(re.escape(why)), timeout=SHOWN_MS)
    expect(page.locator('[data-part="bar"] .fire, .trigger .fire').first).to_be_disabled()


def far_away(page: Page) -> None:
    """The trigger is pulled from outside of the house, as soon as it can be."""
    fire = page.locator('[data-part="bar"] .fire')
    expect(fire).to_be_enabled(timeout=SHOWN_MS)
    page.context.set_extra_http_headers(FAR)
    fire.click()
    expect(fire).not_to_be_enabled(timeout=SHOWN_MS)
