"""The large screen in a real browser, beside a real table whose people did what they were told."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.pages.house import House
from tests.pages.prepared import prepare
from tests.pages.rollers import MAP, Rollers, way_of
from vulkar.rules import Ask
from vulkar.rules.classic import Game

SCREEN = {"width": 1280, "height": 720}


def may_fire(game: Game, ask: Ask) -> bool:
    """Somebody may choose whom to fire at, and it can be somebody else."""
    return ask.kind == "target" and any(value != ["target", ask.pawn] for value in ask.legal)


def onward(question: dict[str, Any]) -> Any:
    """What moves the game on: rolling, moving, firing; no card is played."""
    values = [choice["value"] for choice in question["choices"]]
    return next((v for v in values if v[0] in ("roll", "move", "target", "route")), values[-1])


class Evening:
    """A house with rollers, whose game is about to see a fireball, and a screen that looks on."""

    def __init__(self, data: Path, browser: Browser) -> None:
        socket = data / "people"
        self.rollers = Rollers(socket)
        self.house = House(data, browser, table=("--people", str(socket)))
        self.seats = prepare(self.house, may_fire, window_s=0.5, hold_s=1.0)
        self.watcher = self.house.ask("join/watch")
        self.errors: list[str] = []
        self._stop = threading.Event()
        self._player = threading.Thread(target=self._play, daemon=True)

    def screen(self, **options: Any) -> Page:
        page = self.house.phone(
            self.watcher, **({"viewport": SCREEN, "has_touch": False} | options)
        )
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)
        page.goto(f"{self.house.url}/island")
        expect(page.locator(".island h1")).not_to_be_empty()
        return page

    def begin(self) -> None:
        """Both seats play from now on."""
        self._player.start()

    def rest(self) -> None:
        """Nobody plays any more."""
        self._stop.set()
        if self._player.ident:
            self._player.join(5)

    def close(self) -> None:
        self.rest()
        self.house.close()
        self.rollers.close()

    def scene(self) -> dict[str, Any]:
        return self.house.looks(self.watcher, "scene")

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _play(self) -> None:
        while not self._stop.wait(0.1):
            for seat, credential in enumerate(self.seats):
                self._act(seat, credential)

    def _act(self, seat: int, credential: str) -> None:
        seen = self.house.looks(credential, "view", f"?seat={seat}")
        trigger, question = seen["trigger"], seen["question"]
        if trigger and trigger["state"] == "live":
            pull = {key: trigger[key] for key in ("question", "nonce")}
            self.house.does(credential, "fire", {"seat": seat, "id": pull["nonce"], **pull})
        elif question:
            answer = {"seat": seat, "question": question["question"], "value": onward(question)}
            self.house.does(credential, "answer", {**answer, "id": question["question"]})


def page_spots(space: str) -> list[list[float]]:
    """Where pawns of a space are drawn."""
    return [[x, round(MAP.depth_mm - y, 1)] for x, y in MAP.spaces[space].spots]


@pytest.fixture(scope="module")
def evening(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("island"), browser)
    yield made
    made.close()


def pawn_at(page: Page, seat: int) -> list[float]:
    moved = page.locator(f'.pawn[data-seat="{seat}"]').get_attribute("transform") or ""
    return [float(n) for n in re.findall(r"-?[\d.]+", moved)[:2]]


def test_a_fireball_on_the_large_screen(evening: Evening) -> None:
    page = evening.screen()
    assert page.get_by_role("img", name="The island").count() == 1
    expect(page.locator(".pawn")).to_have_count(2)
    stands = {piece["seat"]: piece["space"] for piece in evening.scene()["view"]["pieces"]}
    assert all(pawn_at(page, seat) in page_spots(space) for seat, space in stands.items())
    evening.rollers.hold.set()
    evening.begin()

    # it is declared and rolls: its route is lit, the target is marked, the marble is on its way
    expect(page.locator(".ball .hot")).to_contain_text("fires at", timeout=15_000)
    expect(page.get_by_role("button", name="Last fireball again")).to_be_disabled()
    expect(page.locator(".route .hot")).to_be_attached()
    expect(page.locator(".cross").first).to_be_attached()
    expect(page.locator(".rolling")).to_be_attached(timeout=10_000)

    # its true way is drawn, and whoever it touched is marked where the marble came by
    expect(page.locator(".roll .track").first).to_be_attached(timeout=10_000)
    evening.rollers.hold.clear()
    expect(page.locator(".ball .cold")).to_contain_text("Touched:", timeout=15_000)
    ball = evening.scene()["fireball"]
    assert ball["track"][-1][0] == way_of(ball["route"])[-1][0]
    (hit,) = [pawn for _, pawn in ball["facts"]]
    seat = {"red": 0, "blue": 1}[hit]
    expect(page.locator(f'.burst[data-seat="{seat}"]')).to_be_attached(timeout=10_000)
    assert pawn_at(page, seat) not in page_spots(stands[seat])

    # and all of it can be seen again
    evening.rest()
    page.get_by_role("button", name="Last fireball again").click()
    expect(page.locator(".note")).to_have_text("Replay: the marble’s own way")
    assert pawn_at(page, seat) in page_spots(stands[seat])
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".note")).to_be_hidden()
    assert pawn_at(page, seat) not in page_spots(stands[seat])
    assert evening.errors == []


def test_a_late_screen_sees_turn_and_last_event_at_once_and_plays_nothing(evening: Evening) -> None:
    page = evening.screen(locale="de-DE", color_scheme="dark", reduced_motion="reduce")
    expect(page.locator("h1")).to_contain_text("am Zug")
    assert page.locator(".events li").count() > 3
    assert page.locator(".board .base").get_attribute("src", timeout=1000).endswith(".de.night.svg")
    assert page.locator(".roll *").count() == 0 or evening.scene()["fireball"]["state"] != "over"
    expect(page.locator(".person[aria-current=true]")).to_have_count(1)


def test_nothing_is_cut_off_at_any_size_and_every_button_can_be_hit(evening: Evening) -> None:
    page = evening.screen()
    expect(page.locator(".pawn").first).to_be_attached()
    for width, height in ((320, 640), (820, 1180), (1280, 720), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        board = page.locator(".board").bounding_box()
        assert board is not None and abs(board["width"] / board["height"] - 1.25) < 0.02
        assert board["height"] <= height
        for button in page.locator(".views button").all():
            box = button.bounding_box()
            assert box is not None and box["height"] >= 44 and box["width"] >= 44
        letter = page.locator(".pawn .sign-letter").first.bounding_box()
        assert letter is not None  # of one that lies it is turned
        assert max(letter["height"], letter["width"]) >= (11 if width < 3840 else 40)


def test_it_can_be_read_by_who_does_not_see_it(evening: Evening) -> None:
    for scheme in ("light", "dark"):
        page = evening.screen(color_scheme=scheme, bypass_csp=True)
        expect(page.locator(".events li").first).to_be_attached()
        found = Axe().run(page, ".island")["violations"]
        assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in found] == []


def test_three_js_comes_at_the_button_and_runs_without_evaluated_code(evening: Evening) -> None:
    page = evening.screen(viewport={"width": 480, "height": 720})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map((r) => r.name)")
    assert not any("/esm/" in url or "island-3d" in url for url in loaded)
    page.get_by_role("button", name="3D view").click()
    expect(page.locator(".solid canvas")).to_be_visible(timeout=30_000)
    assert sum("/esm/" in url for url in asked) == 1
    page.get_by_role("button", name="Map").click()
    expect(page.locator(".solid")).to_be_hidden()
    answer = page.request.get(f"{evening.house.url}/island")
    assert "unsafe-eval" not in answer.headers["content-security-policy"]
    assert evening.errors == []


def test_what_stands_on_the_screen_passes_between_pictures_of_a_roll(evening: Evening) -> None:
    """The pure part of the animation, in the browser that runs it."""
    page = evening.screen()
    found = page.evaluate(
        """async () => {
          const names = performance.getEntriesByType("resource").map((r) => r.name);
          const page = names.find((n) => n.endsWith("island.js"));
          const beside = (file) => page.replace(/[^/]+$/, file);
          const roll = await import(beside("island-roll.js"));
          const { along, paced, nearest } = roll;
          const track = [[0, 0, 0, 10], [100, 10, 0, 8], [300, 10, 40, 0]];
          return [along(track, -5), along(track, 50), along(track, 200), along(track, 999),
                  nearest(track, [11, 30]), paced([[0, 0, 0], [26, 0, 0], [26, 52, 0]], 260)];
        }"""
    )
    assert found[:4] == [[0, 0, 10], [5, 0, 9], [10, 20, 4], [10, 40, 0]]
    assert found[4] == 300
    assert [row[0] for row in found[5]] == [0, 100, 300]


def test_the_session_that_ends_takes_the_screen_to_the_start(evening: Evening) -> None:
    answer = evening.house.web.ask("GET", "/island")
    assert answer[0] == 303
    started = time.monotonic()
    assert evening.house.web.ask("GET", "/island/camera")[0] in (401, 404)
    assert time.monotonic() - started < 5


def test_a_pawn_keeps_to_its_path_whatever_is_told_meanwhile(evening: Evening) -> None:
    """The board alone, fed with rows: a pawn round a corner, with news on the way."""
    page = evening.screen()
    found = page.evaluate(
        """async () => {
          const names = performance.getEntriesByType("resource").map((r) => r.name);
          const page = names.find((n) => n.endsWith("island.js"));
          const beside = (file) => page.replace(/[^/]+$/, file);
          const { Board } = await import(beside("island-board.js"));
          const spaces = { A: [[100, 100, 0]], B: [[100, 300, 0]], C: [[400, 300, 0]] };
          const data = { size: [800, 640], spaces, pad: 17, marble: 12, sources: {}, cradles: {} };
          const who = { seat: 0, letter: "R", shape: "circle", colour: "#f00", ink: "#fff" };
          const row = (space, walk) => ({ people: [who], pieces: [{ seat: 0, space }], walk,
            lamps: [], marbles: {}, jewel: {}, ball: null });
          const board = new Board({ ...data, routes: {}, links: [] }, {}, {});
          document.body.append(board.root);
          board.show(row("A", null));
          const walk = { n: 1, seat: 0, path: ["B", "C"] };
          const seen = [];
          for (let k = 0; k < 30; k++) {
            if (k % 5 === 0) board.show(row("C", walk));
            seen.push(board.pawns.get(0).at);
            await new Promise((done) => setTimeout(done, 40));
          }
          return seen;
        }"""
    )
    assert all(min(abs(x - 100), abs(y - 300)) < 1 for x, y, _ in found)
    assert found[0] == [100, 100, 0] and found[-1] == [400, 300, 0]
