"""Whom pages are built for, and how many of them there are at once, in the real process."""

from __future__ import annotations

import pytest

from tests.pages.house import PATHS, House
from tests.pages.wire import ID, is_open, page_of
from vulkar.pages.open_pages import MOST, MOST_EACH
from vulkar.remote.credentials import COOKIE


@pytest.mark.parametrize("path", PATHS)
def test_nobody_gets_only_the_static_page(house: House, path: str) -> None:
    house.begin()
    for cookie in ("", f"{COOKIE}={'A' * 32}"):
        status, headers, body = house.web.ask("GET", path, cookie=cookie)
        assert ID.search(body) is None and b"_nicegui" not in body
        if path == "/":
            assert status == 200 and b"PIN" in body
        else:
            assert status == 303 and headers["location"] == "/"
        assert ("set-cookie" in headers) == bool(cookie)  # what is worth nothing is taken away


def test_a_session_that_was_ended_gets_only_the_static_page(house: House) -> None:
    anna, _ = house.begin()
    assert page_of(house, anna)
    house.marshal_does("seat/kick", {"seat": 0})
    _, _, body = house.web.ask("GET", "/", cookie=f"{COOKIE}={anna}")
    assert ID.search(body) is None and b"PIN" in body


def test_a_phone_of_one_seat_is_led_to_it_and_finds_the_menu_all_the_same(house: House) -> None:
    anna, _ = house.begin()
    cookie = f"{COOKIE}={anna}"
    status, headers, _ = house.web.ask("GET", "/", cookie=cookie)
    assert status == 303 and headers["location"] == "/seat/0"
    assert house.web.ask("GET", "/?menu", cookie=cookie)[0] == 200
    for other in (house.marshal(), house.ask("join/watch")):
        assert house.web.ask("GET", "/", cookie=f"{COOKIE}={other}")[0] == 200


def test_of_a_sessions_pages_that_nobody_looks_at_the_newest_are_kept(house: House) -> None:
    anna, _ = house.begin()
    pages = [page_of(house, anna) for _ in range(MOST_EACH + 3)]
    assert [is_open(house, page, anna) for page in pages] == [False] * 3 + [True] * MOST_EACH


def test_of_everybodys_pages_no_more_than_the_bound_are_kept_and_whoever_comes_gets_one(
    house: House,
) -> None:
    people = [house.ask("join/watch") for _ in range(MOST // MOST_EACH + 5)]
    owners = [each for each in people[:-5] for _ in range(MOST_EACH)] + people[-5:]
    pages = [page_of(house, owner) for owner in owners]
    found = [is_open(house, page, owner) for page, owner in zip(pages, owners, strict=True)]
    before = 2 * MOST_EACH  # at most so many of the tests above are among those that are kept
    assert MOST - before <= sum(found) <= MOST
    assert all(found[-5:])
