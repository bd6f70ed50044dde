"""Whom a page answers: the socket of its own session, for as long as that session is known."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys

import pytest
from websockets.exceptions import InvalidStatus

from tests.pages.house import House
from tests.pages.wire import page_of, socket
from vulkar.remote.credentials import COOKIE

RESET = (sys.executable, "-c", "from vulkar.cli import main; main()", "pin", "reset")


def test_a_page_lets_in_the_socket_of_its_session_only(house: House) -> None:
    keys = house.new_table()
    anna, ben = house.sit(keys[0]), house.sit(keys[1])
    page, before = page_of(house, anna), house.web.refused()
    with socket(house, page, anna) as own:
        assert str(own.recv(timeout=5)).startswith("40")
    for credential in (ben, None):
        with socket(house, page, credential) as other:
            assert str(other.recv(timeout=5)).startswith("44")
    with socket(house, "00000000-0000-4000-8000-000000000000", anna) as forged:
        assert str(forged.recv(timeout=5)).startswith("44")
    refused = house.web.refused()
    assert refused["page.other"] - before.get("page.other", 0) == 2
    assert refused["page.gone"] - before.get("page.gone", 0) == 1


def test_a_foreign_origin_opens_no_socket_of_a_page(house: House) -> None:
    anna = house.sit(house.new_table()[0])
    before = house.web.refused().get("web.origin", 0)
    foreign = socket(house, page_of(house, anna), anna, origin="http://evil.example")
    with pytest.raises(InvalidStatus), foreign:
        pass
    assert house.web.refused()["web.origin"] == before + 1


@pytest.mark.parametrize("name", ["event", "log", "ack", "javascript_response", "handshake"])
def test_a_message_for_another_page_ends_the_socket_and_is_counted(house: House, name: str) -> None:
    keys = house.new_table()
    anna, ben = house.sit(keys[0]), house.sit(keys[1])
    victim, before = page_of(house, anna), house.web.refused().get("page.other", 0)
    with socket(house, page_of(house, ben), ben) as own:
        while not str(own.recv(timeout=5)).startswith("40"):
            pass
        message = {"client_id": victim, "id": 4, "listener_id": "x", "args": [], "level": "info"}
        own.send("42" + json.dumps([name, message]))
        while not str(own.recv(timeout=5)).startswith("41"):  # the end, in Socket.IO's words
            pass
    assert house.web.refused()["page.other"] == before + 1


def test_there_is_no_polling_beside_the_socket(house: House) -> None:
    anna = house.sit(house.new_table()[0])
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert house.web.error("GET", path, cookie=f"{COOKIE}={anna}") == "web.path"
    assert house.web.error("POST", path, b"40", cookie=f"{COOKIE}={anna}") == "web.path"


def test_gets_of_pages_leave_the_memory_where_it_was(house: House) -> None:
    anna = house.sit(house.new_table()[0])

    def get(times: int, **headers: str) -> int:
        line = http.client.HTTPConnection("127.0.0.1", house.web.port, timeout=20)
        for _ in range(times):
            line.request("GET", "/history", headers=headers)
            line.getresponse().read()
        line.close()
        return house.web.rss_kb()

    cookie = f"{COOKIE}={anna}"
    warm_kb = get(60, cookie=cookie)
    assert get(500, cookie=cookie) - warm_kb < 12_000
    warm_kb = get(50)
    assert get(1000) - warm_kb < 6_000


def test_a_page_whose_seat_is_taken_away_is_left_within_a_second(house: House) -> None:
    keys = house.new_table()
    page = house.open("/seat/0", house.sit(keys[0]))
    page.wait_for_timeout(500)
    house.marshal_does("seat/kick", {"seat": 0})
    page.wait_for_url(house.url + "/", timeout=1000 + 1500)  # and the time that loading it takes


def test_a_marshals_page_opened_before_a_change_of_the_pin_shows_nothing_after_it(
    house: House,
) -> None:
    page = house.open("/marshal", house.ask("marshal/enter", {"pin": house.table.pin}))
    page.wait_for_timeout(500)
    done = subprocess.run(
        [*RESET, "--data", str(house.table.data)], capture_output=True, text=True, check=True
    )
    page.get_by_text("To sit down, open the link of a seat").wait_for(timeout=1000 + 1500)
    assert page.url == house.url + "/"
    assert page.context.cookies() == []
    assert page.evaluate("() => fetch('/api/arm', {method: 'POST'}).then(r => r.status)") == 401
    assert re.search(r"\d{8}", done.stdout)
