"""What somebody else's socket, name or session can do to a page: nothing."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.pages.house import House
from tests.pages.wire import page_of, socket
from vulkar.remote.credentials import COOKIE

ANSWER = """() => void vulkar.press({key: "x", path: "/api/answer", id: true,
    args: {seat: 0, question: "1", value: ["roll"]}})"""


def test_an_event_from_another_socket_does_nothing(house: House) -> None:
    """The event that would show the seats' keys, exactly as the page itself would send it."""
    ben = house.sit(
        house.new_table([{"kind": "open", "name": n} for n in ("Anna", "Ben", "Cy")])[1]
    )
    page = house.open("/lobby", house.marshal())
    page.evaluate(
        """() => { const emit = socket.emit;
        socket.emit = (...args) => { window.sent = args; socket.emit = emit; }; }"""
    )
    page.locator("button[data-focus=codes]").click()
    page.wait_for_function("() => window.sent")
    name, message = page.evaluate("() => window.sent")
    before = house.web.refused().get("page.other", 0)
    with socket(house, page_of(house, ben), ben) as forger:
        while not str(forger.recv(timeout=5)).startswith("40"):
            pass
        forger.send("42" + json.dumps([name, message]))
        while not str(forger.recv(timeout=5)).startswith("41"):  # the end, in Socket.IO's words
            pass
    page.wait_for_timeout(700)
    expect(page.locator("button[data-focus=codes]")).to_be_visible()
    assert house.web.refused()["page.other"] == before + 1
    page.evaluate("() => void socket.emit(...window.sent)")
    expect(page.locator("button[data-focus=codes]")).to_have_count(0)


def test_a_foreign_host_gets_no_page_and_no_socket(house: House) -> None:
    anna, _ = house.begin()
    cookie, before = f"{COOKIE}={anna}", house.web.refused().get("web.host", 0)
    path = f"/_nicegui_ws/socket.io/?EIO=4&transport=websocket&client_id={page_of(house, anna)}"
    upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
    upgrade["sec_websocket_key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    evil = {"host": "evil.example", "origin": "http://evil.example", "cookie": cookie}
    assert house.web.error("GET", "/", **evil) == "web.host"
    assert house.web.error("GET", path, **evil, **upgrade) == "web.host"
    assert house.web.refused()["web.host"] == before + 2


@pytest.mark.parametrize(
    ("locale", "says"), [("en-GB", "You are watching."), ("de-DE", "Du schaust zu.")]
)
def test_a_spectator_who_answers_for_a_seat_is_told_so_on_the_page(
    house: House, locale: str, says: str
) -> None:
    """jromang/picochess#22: observers can move."""
    house.begin()
    page = house.open("/", house.ask("join/watch"), locale=locale)
    before = house.state()["table"]
    page.evaluate(ANSWER)
    expect(page.locator("#vulkar-wrong")).to_contain_text(says)
    assert house.state()["table"] == before
