"""A phone away for 1.5, 6, 20, 90 s with taps in between, and 50 sleeps: at most one marble."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.pages import offline
from tests.pages.house import ARGUMENTS, CHROMIUM, House
from tests.pages.prepared import hands

AWAY_S = (1.5, 6, 20, 90)
TAPS = (1, 2)
SLEEPS = 50
CUT_S = ((1.5, 1), (1.5, 2), (6, 1), (6, 2))  # offline as soon as the tap is made


def measure() -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory(prefix="offline-", dir="/tmp") as folder,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        house = House(Path(folder), browser)
        try:
            with hands(house):
                return _measure(house)
        finally:
            house.close()
            browser.close()


def _measure(house: House) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []

    def note(row: dict[str, Any]) -> None:
        print(f"  {row}", flush=True)
        rows.append(row)

    away = offline.Away(house)
    same = away.sleeps(SLEEPS)
    print(f"  {same} of {SLEEPS} sleeps with the same hand after it", flush=True)
    for away_s in AWAY_S:
        for taps in TAPS:
            note(away.taps_while_offline(away_s, taps))
    note(away.taps_when_it_is_back(2))
    for away_s, taps in CUT_S:
        house.put_phones_away()
        note(offline.Away(house).offline_at_a_tap(away_s, taps))
    return {"sleeps": SLEEPS, "same_hand_after_sleep": same, "spells": rows}


def problems(result: dict[str, Any]) -> list[str]:
    found = [said for row in result["spells"] for said in offline.problems(row)]
    if result["same_hand_after_sleep"] != result["sleeps"] or result["sleeps"] < SLEEPS:
        found.append(f"{result['same_hand_after_sleep']} of {SLEEPS} sleeps kept the hand")
    had = {(r["away_s"], r["taps"]) for r in result["spells"] if r["tap"] == "while offline"}
    if had != {(away_s, taps) for away_s in AWAY_S for taps in TAPS}:
        found.append(f"only these spells: {sorted(had)}")
    if not any(row["tap"] == "back online" for row in result["spells"]):
        found.append("the trigger was not tried after it")
    return found
