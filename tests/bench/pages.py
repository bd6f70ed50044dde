"""What a phone pays for a seat's page, and a machine for the process that serves it."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from tests.pages.house import ARGUMENTS, CHROMIUM, House

# A phone of the lower half: its processor, and a crowded network.
SLOWER: Final = 4
NETWORK: Final = {"downloadThroughput": 500_000, "uploadThroughput": 125_000, "latency": 80}
LIVE: Final = "() => window.vulkar?.connected() && window.did_handshake"


def pages_figures() -> dict[str, Any]:
    """Bytes and requests of a first load, seconds until a seat's page is alive, process memory."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        begun_s = time.monotonic()
        house = House(Path(folder), browser)
        started_s = time.monotonic() - begun_s
        try:
            keys = house.new_table()
            seats = {seat: house.sit(key) for seat, key in keys.items()}
            house.marshal_does("table/start")
            idle_kb = house.web.rss_kb()
            plain = load(house.phone(seats[0]), house.url + "/seat/0")
            slow = house.phone(seats[1])
            throttle(slow)
            throttled = load(slow, house.url + "/seat/1")
            again = load(slow, house.url + "/seat/1")
            house.put_phones_away()
            phones = [house.open("/seat/0", seats[0]) for _ in range(8)]
            rss = {"idle_mb": idle_kb // 1024, "pages_open": len(phones)}
            rss["open_mb"] = house.web.rss_kb() // 1024
        finally:
            house.close()
            browser.close()
    return {
        "table_and_web_ready_s": round(started_s, 1),
        "memory": rss,
        "first_load": plain,
        "first_load_throttled": throttled,
        "reload_throttled": again,
    }


def throttle(page: Page) -> None:
    """Makes processor and network those of a phone."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **NETWORK})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def load(page: Page, url: str) -> dict[str, Any]:
    """One load of a page: what came, and when a tap would be taken."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    came: list[float] = []
    session.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
    begun_s = time.monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_function(LIVE, timeout=60_000)
    alive_s = time.monotonic() - begun_s
    page.wait_for_load_state("networkidle")
    return {"kB": round(sum(came) / 1000), "requests": len(came), "alive_s": round(alive_s, 2)}
