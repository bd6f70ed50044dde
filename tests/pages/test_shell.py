"""What every page has: it works under its policy, in the person's language, with a stop."""

from __future__ import annotations

import pytest

from tests.pages.house import House

PATHS = ("/", "/seat/0", "/island", "/lobby", "/marshal", "/board", "/history")
HOSTILE = "<img src=x onerror=hit=1>"


@pytest.mark.parametrize("path", PATHS)
def test_every_page_works_under_its_policy(house: House, path: str) -> None:
    """The browser's console says nothing: no refused script, no error."""
    page = house.phone(house.sit(house.new_table()[0]))
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type} {message.text}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(house.url + path)
    page.wait_for_function("() => window.vulkar?.connected() && window.did_handshake")
    page.wait_for_timeout(300)
    assert page.get_by_role("heading", level=1).count() == 1
    assert [line for line in said if not line.startswith(("log ", "info ", "verbose "))] == []


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


def test_the_stop_acts_at_the_first_touch(house: House) -> None:
    page = house.open("/history", house.sit(house.new_table()[0]))
    stop = page.get_by_role("button", name="Emergency stop")
    box = stop.bounding_box()
    assert box is not None and box["height"] >= 44
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    with page.expect_response("**/api/estop"):
        page.mouse.down()  # and does not leave it


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
