"""The marshal's page in a real browser, at a table without electronics."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from playwright.sync_api import Page, expect

from tests.pages.house import House
from tests.pages.prepared import act_with, hands, prepare, until

TABLET = {"width": 820, "height": 1180}
RESET = [sys.executable, "-c", "from vulkar.cli import main; main()", "pin", "reset"]


def fired(house: House, hold_s: float) -> list[str]:
    """A game in which Anna's fireball has come to rest, and may be corrected."""
    return prepare(house, act_with("fireball"), hold_s=hold_s)


def marshal(house: House) -> Page:
    return house.open("/marshal", house.marshal(), viewport=TABLET, has_touch=False)


def shoots(house: House, session: str) -> None:
    """Anna plays her card by the API, and aims at whatever is offered first."""
    for first in ("play", None):
        until(lambda: house.looks(session, "view", "?seat=0")["question"] is not None)
        view = house.looks(session, "view", "?seat=0")
        values = [choice["value"] for choice in view["question"]["choices"]]
        value = next((v for v in values if v[:2] == ["play", "fireball"]), values[0])
        name = view["question"]["question"]
        args = {"seat": 0, "question": name, "id": f"{name}{first}", "value": value}
        house.does(session, "answer", args)


def fires(house: House, session: str) -> None:
    """Pulls the trigger once it is live."""

    def trigger() -> dict[str, Any]:
        return house.looks(session, "view", "?seat=0")["trigger"] or {}

    until(lambda: trigger().get("state") == "live")
    pull = trigger()
    args = {"seat": 0, "question": pull["question"], "id": "t", "nonce": pull["nonce"]}
    house.does(session, "fire", args)


def test_a_hit_is_corrected_and_the_game_goes_on_with_it(house: House) -> None:
    anna, _ = fired(house, 60.0)
    page = marshal(house)
    with hands(house):
        shoots(house, anna)
        fires(house, anna)
        expect(page.get_by_text("Is this what happened?")).to_be_visible(timeout=20_000)
        expect(page.get_by_text("It counts in")).to_be_visible()
        row = page.locator(".settling .fact", has_text="Blue")
        expect(row.get_by_role("button", name="missed")).to_have_attribute("aria-pressed", "true")
        row.get_by_role("button", name="touched or moved").click()
        page.get_by_role("button", name="So it was: correct it").click()
        expect(page.get_by_text("Is this what happened?")).to_have_count(0)

        def rolled() -> list[dict[str, Any]]:
            events = house.looks(anna, "events", "?as=public")["events"]
            return [e["data"] for e in events if e["kind"] == "fireball_rolled"]

        until(lambda: bool(rolled()))
        assert "blue" in rolled()[-1]["hit"] + rolled()[-1].get("immune", [])
    expect(page.get_by_role("heading", name="Put an earlier answer right")).to_be_visible()


def test_a_spectator_who_answers_for_a_seat_is_told_that_they_are_watching(house: House) -> None:
    fired(house, 0)
    page = house.open("/marshal", house.ask("join/watch"))
    expect(page.get_by_text("This page is the marshal's")).to_be_visible()
    told = page.evaluate(
        """async () => (await (await fetch("/api/answer", {method: "POST",
        headers: {"content-type": "application/json"},
        body: JSON.stringify({seat: 0, question: "1", id: "x", value: ["roll"]})})).json()).error"""
    )
    assert told["code"] == "session.watching" and "watching" in told["what"]


def test_pause_and_names_and_the_log(house: House) -> None:
    fired(house, 0)
    page = marshal(house)
    page.get_by_role("button", name="Pause the game").click()
    expect(page.get_by_text("You have paused the game")).to_be_visible()
    assert house.state()["table"]["paused"]["by"] == "marshal"
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_role("button", name="Pause the game")).to_be_visible()
    page.get_by_label("Seat 1").fill("Zoe")
    page.get_by_role("button", name="Rename").first.click()
    until(lambda: house.state()["table"]["seats"][0]["name"] == "Zoe")
    page.get_by_role("button", name="Show the newest").click()
    expect(page.locator("table.log td", has_text="resume").first).to_be_visible()


def test_a_page_of_before_a_pin_reset_is_refused_afterwards(house: House) -> None:
    fired(house, 0)
    page = marshal(house)
    subprocess.run([*RESET, "--data", str(house.table.data)], check=True, capture_output=True)
    page.wait_for_url(house.url + "/")
    expect(page.get_by_label("PIN")).to_be_visible()
