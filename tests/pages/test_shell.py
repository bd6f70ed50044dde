"""What every page has: a session or none, a menu, a language, the emergency stop."""

from __future__ import annotations

from tests.pages.house import House


def test_the_menu_is_there_and_the_browser_finds_nothing_against_its_policy(house: House) -> None:
    keys = house.new_table()
    said: list[str] = []
    page = house.phone(house.sit(keys[0]))
    page.on("console", lambda message: said.append(f"{message.type} {message.text}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(house.url + "/")
    page.wait_for_function("window.vulkar?.connected() && window.did_handshake")
    assert page.get_by_role("heading", level=1).inner_text() == "The table"
    assert said == []
