"""The camera's picture on the island page, and how far it is behind."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.pages.house import House
from tests.pages.test_camera import server, still


def test_the_page_shows_the_picture_and_how_far_it_is_behind(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "camera.toml"
    with server(still) as url:
        file.write_text(f"[camera]\nurl = {json.dumps(url)}\nkind = 'snapshot'\n")
        house = House(tmp_path, browser, "--camera", str(file))
        try:
            assert house.web.ask("GET", "/island/camera")[0] == 401
            page = house.open("/island", house.ask("join/watch"))
            page.get_by_role("button", name="Camera").click()
            expect(page.get_by_alt_text("Picture of the board")).to_be_visible(timeout=10_000)
            expect(page.locator(".camera figcaption")).to_contain_text("s behind")
            behind_ms = int(page.locator(".camera").get_attribute("data-ms") or 0)
            assert 1450 < behind_ms < 4000  # this camera is 1.5 s late itself
            page.get_by_role("button", name="Camera off").click()
            expect(page.locator(".camera")).to_be_hidden()
        finally:
            house.close()
