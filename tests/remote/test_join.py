"""Join links: looking claims nothing, a claim puts the credential into a cookie and no address."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.remote.smalltable import KEY, SEAT, SmallTable
from tests.remote.web import Web

FORM = "application/x-www-form-urlencoded"
HOSTILE = "<script>alert(1)</script>\"'&{}$x"


def claim(web: Web, key: str = KEY, **headers: str) -> tuple[int, dict[str, str], bytes]:
    body = urlencode({"key": key, "name": "Bea"}).encode()
    return web.ask("POST", "/join", body, content_type=FORM, **headers)


def test_the_button_claims_and_the_key_leaves_the_address(web: Web, table: SmallTable) -> None:
    body = web.ask("GET", f"/join/{KEY}")[2].decode()
    assert f'name="key" value="{KEY}"' in body
    assert 'method="post" action="/join"' in body
    claimed = table.claimed
    status, headers, _ = claim(web)
    assert (status, headers["location"]) == (303, "/")
    assert table.claimed == claimed + 1
    assert table.asked[-1].args == {"key": KEY, "name": "Bea"}
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"vulkar={SEAT}; ")
    for part in ("; HttpOnly", "; SameSite=Strict", "; Path=/"):
        assert part in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_is_secure(web: Web) -> None:
    outside = {"host": "house.example", "origin": "https://house.example"}
    cookie = claim(web, **outside)[1]["set-cookie"]
    assert cookie.startswith("__Host-vulkar=")
    assert "; Secure" in cookie


def test_no_body_carries_a_credential(web: Web) -> None:
    status, headers, body = web.ask("POST", "/api/join/claim", {"key": KEY})
    assert status == 200
    assert SEAT in headers["set-cookie"]
    assert SEAT.encode() not in body


def test_a_stale_cookie_does_not_stand_in_the_way_of_a_claim(web: Web) -> None:
    assert claim(web, cookie="vulkar=old")[0] == 303


def test_a_wrong_key_is_told_and_not_shown(web: Web) -> None:
    for status, headers, body in (web.ask("GET", "/join/guess-guess"), claim(web, "guess-guess")):
        assert status >= 400
        assert "set-cookie" not in headers
        assert b"guess-guess" not in body


def test_the_link_of_a_taken_seat_offers_no_button(web: Web, table: SmallTable) -> None:
    table.taken = True
    try:
        status, _, body = web.ask("GET", f"/join/{KEY}")
    finally:
        table.taken = False
    assert status == 409
    assert b"Somebody sits on seat 1 already." in body
    assert b"<button" not in body


def test_a_hostile_name_is_text_on_the_page_and_data_in_the_api(
    web: Web, table: SmallTable
) -> None:
    table.name = HOSTILE
    try:
        _, headers, body = web.ask("GET", f"/join/{KEY}")
        assert b"<script" not in body
        assert b"&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;{}$x" in body
        assert headers["content-type"].startswith("text/html")
        _, headers, body = web.ask("POST", "/api/join/look", {"key": KEY})
        assert headers["content-type"] == "application/json"
    finally:
        table.name = "Anna"


def test_the_first_page_says_how_to_sit_down(web: Web) -> None:
    status, _, body = web.ask("GET", "/")
    assert status == 200
    assert b"open the link of a seat" in body
