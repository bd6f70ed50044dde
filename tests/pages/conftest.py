"""One browser and one house for each file of this folder.

Playwright keeps an event loop in this thread while its browser is open, so no browser outlives its
file: tests elsewhere run loops of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.pages.house import ARGUMENTS, CHROMIUM, House

HERE = Path(__file__).parent
APT = "needs a browser: apt-get install --no-install-recommends chromium fonts-dejavu-core"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file stay together, and with them its house and browser."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.xdist_group(item.path.name))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(APT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house_of_file(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("pages"), browser)
    yield house
    house.close()


@pytest.fixture
def house(house_of_file: House) -> Iterator[House]:
    """The file's house; every phone is put away after each test."""
    yield house_of_file
    house_of_file.put_phones_away()
