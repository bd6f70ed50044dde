"""What every page has: it works under its policy, in the person's language, with a stop."""

from __future__ import annotations

import re
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, Locator, Page

from tests.pages.house import PATHS, House

HOSTILE = "<img src=x onerror=hit=1>"


ROUTES_OF = "from vulkar.pages import every_page; from vulkar.pages.shell.page import ROUTES"


def test_no_page_is_left_out_here() -> None:
    listing = [sys.executable, "-c", f"{ROUTES_OF}; print(*ROUTES)"]
    said = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    assert {re.sub("{.*}", "#", route) for route in said.split()} == {
        re.sub("[0-9]+", "#", path) for path in PATHS
    }


@pytest.mark.parametrize("path", PATHS)
def test_every_page_works_under_its_policy_and_asks_only_its_own_host(
    house: House, path: str
) -> None:
    """The browser's console says nothing: no refused script, no error."""
    page = house.phone(house.begin()[0])
    said: list[str] = []
    asked: set[str] = set()
    page.on("console", lambda message: said.append(f"{message.type} {message.text}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.add(request.url))
    page.on("websocket", lambda opened: asked.add(opened.url))
    page.goto(house.url + path)
    page.wait_for_function("() => window.vulkar?.connected() && window.did_handshake")
    page.wait_for_timeout(300)
    assert page.get_by_role("heading", level=1).count() == 1
    assert [line for line in said if not line.startswith(("log ", "info ", "verbose "))] == []
    places = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert places == {house.web.host}


def test_nothing_is_evaluated_from_text(house: House) -> None:
    page = house.open("/", house.marshal())
    # Later, for what a debugger itself runs may evaluate.
    later = "try { window.found = eval('1') } catch (error) { window.found = error.name }"
    page.evaluate(f"() => setTimeout(() => {{ {later} }})")
    page.wait_for_function("() => window.found")
    assert page.evaluate("window.found") == "EvalError"


def test_a_hostile_name_is_text_on_every_page(house: House) -> None:
    seats = [{"kind": "open", "name": HOSTILE}, {"kind": "simple", "name": HOSTILE + "2"}]
    credential = house.sit(house.new_table(seats)[0])
    for path in PATHS:
        page = house.open(path, credential)
        page.wait_for_timeout(200)
        assert page.evaluate("typeof hit") == "undefined", path
        assert page.locator("img[src=x]").count() == 0, path
        house.put_phones_away()  # a session looks at no more than eight


NO_BOARD = "marshal.no_link"  # the stop has come to the table, which has nothing to stop here


def touch(page: Page, stop: Locator) -> CDPSession:
    """A finger comes down on the stop, and does not leave it."""
    box = stop.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 44
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    down = {"type": "touchStart", "touchPoints": [finger]}
    screen = page.context.new_cdp_session(page)
    screen.send("Input.dispatchTouchEvent", down)
    return screen


@pytest.mark.parametrize("path", PATHS)
def test_the_stop_acts_at_the_first_touch_from_every_page(house: House, path: str) -> None:
    page = house.open(path, house.begin()[0])
    with page.expect_response("**/api/estop") as answer:
        touch(page, page.get_by_role("banner").get_by_role("button", name="Emergency stop"))
    assert answer.value.json()["error"]["code"] == NO_BOARD


def test_the_stop_acts_at_the_first_touch_while_a_question_is_open(house: House) -> None:
    page = house.open("/history", house.begin()[0])
    page.evaluate("() => void vulkar.confirmed('Really?').then((yes) => (window.yes = yes))")
    with page.expect_response("**/api/estop") as answer:
        within = page.get_by_role("dialog").get_by_role("button", name="Emergency stop")
        screen = touch(page, within)
    assert answer.value.json()["error"]["code"] == NO_BOARD
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => window.yes === false")


def test_a_language_and_a_theme_are_kept(house: House) -> None:
    page = house.open("/history", house.marshal(), locale="de-DE")
    assert page.locator("html").get_attribute("lang") == "de"
    for label, wait in (("English", "html[lang^=en]"), ("Dark", "html[data-theme=dark]")):
        page.locator("summary").first.click()
        page.get_by_role("button", name=label, exact=True).click()
        page.locator(wait).wait_for(state="attached")
    page.goto(house.url + "/lobby")
    assert page.locator("html").get_attribute("lang") == "en-US"
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_whoever_takes_a_seat_is_on_its_page_at_once(house: House) -> None:
    keys = house.new_table()
    phone = house.phone()
    phone.goto(f"{house.url}/join/{keys[1]}")
    phone.get_by_role("button", name="Take this seat").click()
    phone.wait_for_url(f"{house.url}/seat/1")
