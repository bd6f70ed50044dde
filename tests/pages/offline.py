"""A phone that is away for a while, with taps on its live trigger: what became of them?

At a table without electronics, where people let the marbles go: one trigger pulled is one marble.
"""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import expect

from tests.pages.house import House, alive
from tests.pages.prepared import act_with, prepare, until

TOLD = "No connection to the table. Nothing is sent."
LATEST_MS = 3_000  # after which a tap counts no more
SLACK_MS = 500  # for what the table has accepted to be heard of here
LIVE_MS = 40_000


class Away:
    """Anna's phone, on the page of a fireball that waits for her trigger."""

    def __init__(self, house: House) -> None:
        """A new game, up to its first fireball; somebody has to be at the board."""
        self.house = house
        self.session = prepare(house, act_with("fireball"))[0]
        self.page = house.open("/seat/0", self.session)
        self.posts = self.loads = 0
        self.page.on("request", lambda request: self._asked(request.method))
        self.page.on("domcontentloaded", lambda: self._loaded())
        self._aims()
        self.fire = self.page.locator('[data-part="bar"] .fire')
        expect(self.fire).to_be_enabled(timeout=LIVE_MS)
        self.hand = self._cards()

    def marbles(self) -> int:
        """How often a trigger has been pulled in this game."""
        events = self.house.looks(self.session, "events", "?as=public")["events"]
        return sum(event["kind"] == "trigger_pulled" for event in events)

    def taps_while_offline(self, away_s: float, taps: int) -> dict[str, Any]:
        """The phone goes offline, then comes the tap; nobody hears of it, and all is as before."""
        posts, marbles, loads = self.posts, self.marbles(), self.loads
        place = self._place()
        end = time.monotonic() + away_s
        self.page.context.set_offline(True)
        until(lambda: not self.page.evaluate("vulkar.connected()"))
        for _ in range(taps):
            self.page.touchscreen.tap(*place)
        told = self.page.locator("#vulkar-notice").inner_text() == TOLD
        self._back_at(end)
        expect(self.fire).to_be_enabled(timeout=LIVE_MS)
        self.page.wait_for_timeout(LATEST_MS + SLACK_MS)
        return {
            "away_s": away_s,
            "taps": taps,
            "tap": "while offline",
            "told": told,
            "posts": self.posts - posts,
            "marbles": self.marbles() - marbles,
            "marbles_later": 0,
            "reloads": self.loads - loads,
            "same_hand": self._cards() == self.hand,
        }

    def offline_at_a_tap(self, away_s: float, taps: int) -> dict[str, Any]:
        """The phone goes offline as soon as the tap is made: it counts within 3 s, or never."""
        marbles, loads = self.marbles(), self.loads
        place = self._place()
        end = time.monotonic() + away_s
        made = time.monotonic()
        for _ in range(taps):
            self.page.touchscreen.tap(*place)
        self.page.context.set_offline(True)
        until(lambda: not self.page.evaluate("vulkar.connected()"))
        told = self.page.locator("#vulkar-notice").inner_text() == TOLD
        self._wait_until(made + (LATEST_MS + SLACK_MS) / 1000)
        in_time = self.marbles() - marbles
        self._back_at(end)
        self.page.wait_for_timeout(LATEST_MS + SLACK_MS)
        return {
            "away_s": away_s,
            "taps": taps,
            "tap": "as it goes offline",
            "told": told,
            "marbles": self.marbles() - marbles,
            "marbles_later": self.marbles() - marbles - in_time,
            "reloads": self.loads - loads,
        }

    def taps_when_it_is_back(self, taps: int) -> dict[str, Any]:
        """The page that has been away works: the marble goes, once."""
        marbles, place = self.marbles(), self._place()
        for _ in range(taps):
            self.page.touchscreen.tap(*place)
        until(lambda: self.marbles() > marbles)
        self.page.wait_for_timeout(SLACK_MS)
        found = self.marbles() - marbles
        return {"away_s": 0, "taps": taps, "tap": "back online", "marbles": found} | {
            "told": True,
            "marbles_later": 0,
        }

    def sleeps(self, times: int) -> int:
        """How often the phone had the same hand after it had slept."""
        phone = self.page.context.new_cdp_session(self.page)
        same = 0
        for _ in range(times):
            phone.send("Page.setWebLifecycleState", {"state": "frozen"})
            self.page.context.set_offline(True)
            phone.send("Page.setWebLifecycleState", {"state": "active"})
            self.page.context.set_offline(False)
            alive(self.page)
            expect(self.page.locator(".card")).to_have_count(len(self.hand))
            same += self._cards() == self.hand
        return same

    def _aims(self) -> None:
        """Plays the card, and aims at whatever comes first."""
        end = time.monotonic() + LIVE_MS / 1000
        while self._trigger() != "live":
            assert time.monotonic() < end, "the fireball is not aimed"
            asked = self.house.looks(self.session, "view", "?seat=0")["question"]
            if asked is not None:
                values = [choice["value"] for choice in asked["choices"]]
                value = next((v for v in values if v[:2] == ["play", "fireball"]), values[0])
                args = {"seat": 0, "question": asked["question"], "value": value}
                self.house.does(self.session, "answer", args | {"id": f"a{asked['question']}"})
            self.page.wait_for_timeout(50)

    def _trigger(self) -> str | None:
        trigger = self.house.looks(self.session, "view", "?seat=0")["trigger"]
        return trigger and str(trigger["state"])

    def _cards(self) -> list[str]:
        return self.page.locator(".card-name").all_inner_texts()

    def _place(self) -> tuple[float, float]:
        """Where the trigger is: a finger finds it there whether it can be tapped or not."""
        box = self.fire.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _back_at(self, end: float) -> None:
        self._wait_until(end)
        self.page.context.set_offline(False)
        alive(self.page)

    def _wait_until(self, end: float) -> None:
        self.page.wait_for_timeout(max(0.0, end - time.monotonic()) * 1000)

    def _asked(self, method: str) -> None:
        self.posts += method == "POST"

    def _loaded(self) -> None:
        self.loads += 1


def problems(row: dict[str, Any]) -> list[str]:
    """What of a spell is not as it has to be."""
    where = f"{row['taps']} taps {row['tap']}, away for {row['away_s']} s"
    found = []
    if not row["told"]:
        found.append(f"{where}: the person was not told")
    if row["marbles_later"]:
        found.append(f"{where}: {row['marbles_later']} taps counted after 3 s")
    most = 0 if row["tap"] == "while offline" else 1
    if row["marbles"] > most or row.get("posts"):
        found.append(f"{where}: {row['marbles']} marbles, {row.get('posts')} requests")
    if row["tap"] == "back online" and row["marbles"] != 1:
        found.append(f"{where}: the trigger did not work")
    if not row.get("same_hand", True):
        found.append(f"{where}: another hand")
    return found
